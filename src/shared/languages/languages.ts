// Lists the languages. To add a language, add a folder beside these and its line here.
import {GERMAN} from './de/german.ts';
import {ENGLISH} from './en/english.ts';
import type {Language} from './language.ts';

export const LANGUAGES: readonly Language[] = [
  ENGLISH, //
  GERMAN,
];

/** The first known language of these locales or language codes; without one, English. */
export const languageOf = (languages: readonly Language[], ...wanted: readonly (string | undefined)[]): Language =>
  wanted
    .map(locale => languages.find(({code}) => locale?.toLowerCase().startsWith(code)))
    .find(language => language !== undefined) ?? ENGLISH;
