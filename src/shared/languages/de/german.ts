// The German language.
import type {Language} from '../language.ts';
import {GERMAN_TEXTS} from '../texts.ts';
import {GERMAN_COMMANDS} from './commands.ts';
import {GERMAN_TIMES} from './times/times.ts';

export const GERMAN: Language = {
  ...GERMAN_TEXTS,
  times: GERMAN_TIMES,
  nag: /(?:\s*[,;]\s*(?:(?:und|mit|dann)\s+)?|\s+(?:und|mit|dann)\s+)(?:bitte\s+)?(?:(?:nerve?|erinnere?)\s+mich\s+(?:wieder\s+|weiter\s+)?(?:alle|jede)\s+(?<span>[^,;.]{1,20}?)|hake?\s+(?:alle\s+(?<often>[^,;.]{1,20}?)\s+)?nach|(?:nerven|nachhaken))(?:\s+bis\s+(?:ich\s+)?(?:fertig|erledigt|es erledigt|antworte)(?:\s+(?:bin|ist|habe))?)?[.!\s]*$/iu,
  urgent: /^dringend\s*[:!]|[,;(]\s*(?:es ist )?dringend\)?[.!]*$/iu,
  commands: GERMAN_COMMANDS,
};
