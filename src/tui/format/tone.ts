// Tone: the meaning of a text. The screen and the command map it to colours; neutral text has no tone.
export type Tone = 'strong' | 'now' | 'quiet' | 'good' | 'busy' | 'bad';
