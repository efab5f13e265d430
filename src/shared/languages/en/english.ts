// The English language.
import type {Language} from '../language.ts';
import {ENGLISH_TEXTS} from '../texts.ts';
import {ENGLISH_COMMANDS} from './commands/commands.ts';
import {ENGLISH_TIMES} from './times/times.ts';

export const ENGLISH: Language = {
  ...ENGLISH_TEXTS,
  times: ENGLISH_TIMES,
  commands: ENGLISH_COMMANDS,
  nag: /(?:\s*[,;]\s*(?:(?:and|with|then)\s+)?|\s+(?:and|with|then)\s+)(?:please\s+)?(?:(?:nag(?:ging)?|pester|bug|keep (?:nagging|reminding))(?:\s+me)?(?:\s+again)?(?:\s+every\s+(?<span>[^,;.]{1,20}?))?|remind me again every\s+(?<often>[^,;.]{1,20}?))(?:\s+until\s+(?:i['’]?(?:m| am| have)?\s*)?(?:done|did it|answer(?:ed)?|say done))?[.!\s]*$/iu,
  urgent: /^urgent\s*[:!]|[,;(]\s*(?:it['’]s )?urgent\)?[.!]*$/iu,
};
