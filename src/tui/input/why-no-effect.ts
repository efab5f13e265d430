// The reason why a key does nothing, for the hint row.
import {keyLabel} from './keymap.ts';

/** `^X does nothing here`, or what the key is for. */
export const whyNoEffect = (key: string): string => REASONS[key] ?? `${keyLabel(key)} does nothing here`;

export const NOTHING_TO_SEND = 'Nothing to send yet: type a message, or / for commands';

export const NO_LINE_YET = 'Type a command after the !, or a space before it to send a message that begins with !';

export const READ_ONLY_HERE = "Read only: a run's conversation takes no messages. Esc goes back";

export const TYPED_AMONG = 'The key arrived together with other input. Press it alone';

const REASONS: Readonly<Record<string, string>> = {
  tab: 'Tab completes a /command or an @name',
  'shift+tab': 'Tab completes a /command or an @name',
};
