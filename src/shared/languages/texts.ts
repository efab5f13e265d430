// The texts of each language. Apart from languages.ts, which holds the far larger part that reads times: the command
// only prints.
import {GERMAN_ANSWERS} from './de/answers.ts';
import {GERMAN_RECURRENCES} from './de/recurrences.ts';
import {ENGLISH_ANSWERS} from './en/answers.ts';
import {ENGLISH_RECURRENCES} from './en/recurrences.ts';
import type {LanguageTexts} from './language.ts';

export const ENGLISH_TEXTS: LanguageTexts = {
  code: 'en',
  recurrences: ENGLISH_RECURRENCES,
  answers: ENGLISH_ANSWERS,
};

export const GERMAN_TEXTS: LanguageTexts = {
  code: 'de',
  recurrences: GERMAN_RECURRENCES,
  answers: GERMAN_ANSWERS,
};

/** The texts of the language with this code. Undefined without a code: the answer is in English. */
export const textsOfLanguage = (code: string | undefined): LanguageTexts | undefined =>
  [ENGLISH_TEXTS, GERMAN_TEXTS].find(texts => texts.code === code);
