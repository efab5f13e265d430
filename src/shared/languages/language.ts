// Defines what a language provides: how it says times and recurrences, the answers of the offline assistant, and its commands.
import type {AnswerTexts} from './answers.ts';
import type {CommandWords} from './commands.ts';
import type {RecurrencePhrases} from './recurrence-phrases.ts';
import type {TimeWords} from './times/time-words.ts';

export type Language = {
  /** The language part of a locale: `en`. */
  readonly code: string;
  readonly times: TimeWords;
  readonly recurrences: RecurrencePhrases;
  readonly answers: AnswerTexts;
  /** Absent for English, which the offline assistant reads itself. */
  readonly commands?: CommandWords;
};
