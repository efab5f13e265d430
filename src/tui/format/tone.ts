// Tone: how something is meant. The screen and the command each give it a colour; what is neither good nor bad has none.
export type Tone = 'strong' | 'quiet' | 'good' | 'busy' | 'bad';
