// Chooses the language of an answer. To add a language, add a file beside these and its name here.
import type {AnswerTexts} from './answer-texts.ts';
import {ENGLISH_ANSWERS} from './english.ts';
import {GERMAN_ANSWERS} from './german.ts';

const LANGUAGES: readonly AnswerTexts[] = [ENGLISH_ANSWERS, GERMAN_ANSWERS];

/** The first known language of these locales or language codes; without one, English. */
export const answersIn = (...wanted: readonly (string | undefined)[]): AnswerTexts =>
  wanted
    .map(locale => LANGUAGES.find(({code}) => locale?.toLowerCase().startsWith(code)))
    .find(language => language !== undefined) ?? ENGLISH_ANSWERS;
