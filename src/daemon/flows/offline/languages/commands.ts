// Translates commands of other languages to English. To add a language, add a file beside these and its name here. Pure.
import type {CommandLanguage} from './command-language.ts';
import {GERMAN_COMMANDS} from './german-commands.ts';

const LANGUAGES: readonly CommandLanguage[] = [GERMAN_COMMANDS];

/** The English version of a command in another language. */
export const inEnglish = (text: string): string => {
  if (text.length > LONGEST || asksElsewhere(text)) return text;
  for (const {commands} of LANGUAGES) {
    const found = commands.find(([pattern]) => pattern.test(text));
    if (found !== undefined) return text.replace(...found);
  }
  return text;
};

/** Whether the text asks for a reminder in another language. */
export const asksElsewhere = (text: string): boolean =>
  text.length <= LONGEST &&
  LANGUAGES.some(({asks, commands}) => asks.test(text) && !commands.some(([pattern]) => pattern.test(text)));

/** Removes the words that ask for a reminder in another language. */
export const withoutLeadElsewhere = (text: string): string =>
  LANGUAGES.reduce((left, {lead}) => left.replace(lead, ''), text);

/** The language of a command or a request for a reminder: `de`. Undefined for any other text. */
export const languageSaid = (text: string): string | undefined =>
  text.length > LONGEST
    ? undefined
    : LANGUAGES.find(({asks, commands}) => asks.test(text) || commands.some(one => isOtherwise(text, one)))?.code;

/** "snooze" is the same word in both languages. */
const isOtherwise = (text: string, [pattern, means]: CommandLanguage['commands'][number]): boolean =>
  pattern.test(text) && text.replace(pattern, means).toLowerCase() !== text.toLowerCase();

const LONGEST = 1_000;
