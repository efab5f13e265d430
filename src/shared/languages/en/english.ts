// The English language.
import type {Language} from '../language.ts';
import {ENGLISH_TEXTS} from '../texts.ts';
import {ENGLISH_COMMANDS} from './commands/commands.ts';
import {ENGLISH_TIMES} from './times/times.ts';

export const ENGLISH: Language = {
  ...ENGLISH_TEXTS,
  ...ENGLISH_TIMES,
  commands: ENGLISH_COMMANDS,
  urgent: /^urgent\s*[:!]|[,;(]\s*(?:it['’]s )?urgent\)?[.!]*$/iu,
};
