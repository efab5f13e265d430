// German sentences about an event instead of a time: "erinnere mich, wenn Alice schreibt", "jedes Mal wenn backup
// fehlschlägt".
import type {EventWords} from '../../times/time-words.ts';

const LEAD = String.raw`(?<![\p{L}\p{N}])(?:(?<each>(?:jedes\s*mal|immer)\s*,?\s+wenn)|(?:sobald|wenn|falls))\s+`;
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}_.'’-]*(?:\s+[\p{L}\p{N}][\p{L}\p{N}_.'’-]*)?`;
const WORDS = String.raw`(?<words>["“„«][^"“”»]+["“”»]|[^\s,:]+?(?:\s+[^\s,:]+?){0,4}?)`;
const JOB = String.raw`(?:(?:der\s+)?job\s+(?<named>[\p{L}\p{N}_.-]+)|(?<dashed>[\p{L}\p{N}]+[-_][\p{L}\p{N}_.-]+))`;

const pattern = (source: string): (() => RegExp) => {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(`${LEAD}${source}(?!\\p{L})`, 'iu');
    return compiled;
  };
};

export const GERMAN_EVENT_WORDS: EventWords = {
  clauses: [
    pattern(String.raw`(?<who>${NAME}?)\s+${WORDS}\s+(?:erwähnt|anspricht|erwähnen)`),
    pattern(
      String.raw`(?<who>${NAME}?)\s+(?:mir\s+|uns\s+)?(?:über|von|nach)\s+${WORDS}\s+(?:schreibt|spricht|redet|fragt)`,
    ),
    pattern(
      String.raw`(?<who>${NAME}?)\s+(?:mir\s+|uns\s+)?(?:schreibt|antwortet|sich\s+meldet|geschrieben\s+hat|geantwortet\s+hat|eine\s+nachricht\s+schickt)`,
    ),
    pattern(
      String.raw`(?:${JOB}|(?:das\s+|der\s+|die\s+)?(?<any>[\p{L}\p{N}_.-]+))\s+(?:(?<failed>fehlschlägt|scheitert|fehlgeschlagen\s+ist|schiefgeht)|(?<ran>gelaufen\s+ist|durchgelaufen\s+ist|erfolgreich\s+(?:ist|war)))`,
    ),
    pattern(
      String.raw`${JOB}\s+(?:(?<ran>läuft)|(?<skipped>ausgelassen\s+wird)|(?<ended>endet|fertig\s+ist|zu\s+Ende\s+ist))`,
    ),
  ],
  nobody: /^(?:jemand|irgendjemand|irgendwer|wer)$/iu,
  pronoun: /^(?:ich|du|er|sie|es|wir|ihr|das|dies|man|niemand)(?:\s|$)/iu,
  article: /^(?:der|die|das|den|dem|ein|eine|einen|mein|meine|unser|unsere)\s+/iu,
  request:
    /^(?:bitte\s+|dann\s+)*(?:erinnere? mich(?:\s+bitte)?(?:\s+(?:dran|daran|an))?|sag(?:e)? mir(?:\s+bescheid)?|gib mir bescheid|melde? dich|benachrichtige mich)(?:\s+|[,:]\s*|$)/iu,
  courtesy: /[\s,;:–-]*(?:bitte|danke)?[.!\s]*$/iu,
};
