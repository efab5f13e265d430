// The English language.
import type {Language} from '../language.ts';
import {ENGLISH_ANSWERS} from './answers.ts';
import {ENGLISH_RECURRENCES} from './recurrences.ts';
import {ENGLISH_TIMES} from './times/times.ts';

export const ENGLISH: Language = {
  code: 'en',
  times: ENGLISH_TIMES,
  recurrences: ENGLISH_RECURRENCES,
  answers: ENGLISH_ANSWERS,
  urgent: /^urgent\s*[:!]|[,;(]\s*(?:it['’]s )?urgent\)?[.!]*$/iu,
};
