// Defines what a language provides: how it says times and recurrences, the answers of the offline assistant, and its
// commands.
import type {OwnCommands} from './commands.ts';
import type {ENGLISH_ANSWERS} from './en/answers.ts';
import type {RecurrencePhrases} from './en/recurrences.ts';
import type {TimeLanguage} from './times/time-words.ts';

export type AnswerTexts = typeof ENGLISH_ANSWERS;

export type LanguageTexts = {
  /** The language part of a locale: `en`. */
  readonly code: string;
  readonly recurrences: RecurrencePhrases;
  readonly answers: AnswerTexts;
};

export type Language = LanguageTexts &
  TimeLanguage & {
    /** A reminder's text that says it is urgent: its first word with a colon, or its last after a comma. */
    readonly urgent: RegExp;
    /** Commands, questions and answers, as the offline assistant understands them. */
    readonly commands: OwnCommands;
  };
