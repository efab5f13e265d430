// Lists the languages of time parsing. To add a language, add a folder beside these and its name here.
import {GERMAN} from './de/german.ts';
import {ENGLISH} from './en/english.ts';
import type {Language} from './language.ts';
import type {Span} from './meaning.ts';
import {spanOf} from './spans-of-time.ts';

export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN];

/** The duration that the text names in any language. Undefined without a duration. */
export const readSpan = (text: string): Span | undefined => {
  for (const {spans} of LANGUAGES) {
    const span = spanOf(text, spans);
    if (span !== undefined) return span;
  }
  return undefined;
};
