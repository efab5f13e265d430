// The German language.
import type {Language} from '../language.ts';
import {GERMAN_ANSWERS} from './answers.ts';
import {GERMAN_COMMANDS} from './commands.ts';
import {GERMAN_RECURRENCES} from './recurrences.ts';
import {GERMAN_TIMES} from './times/times.ts';

export const GERMAN: Language = {
  code: 'de',
  times: GERMAN_TIMES,
  recurrences: GERMAN_RECURRENCES,
  answers: GERMAN_ANSWERS,
  urgent: /^dringend\s*[:!]|[,;(]\s*(?:es ist )?dringend\)?[.!]*$/iu,
  commands: GERMAN_COMMANDS,
};
