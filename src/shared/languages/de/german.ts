// The German language.
import type {Language} from '../language.ts';
import {GERMAN_TEXTS} from '../texts.ts';
import {GERMAN_COMMANDS} from './commands.ts';
import {GERMAN_TIMES} from './times/times.ts';

export const GERMAN: Language = {
  ...GERMAN_TEXTS,
  ...GERMAN_TIMES,
  urgent: /^dringend\s*[:!]|[,;(]\s*(?:es ist )?dringend\)?[.!]*$/iu,
  commands: GERMAN_COMMANDS,
};
