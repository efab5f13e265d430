// Reads which reminder words like "it", "the second one", "all" or "the dentist" mean. Nothing is looked up here. Pure.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Target} from './intent.ts';

/** Which reminder the words mean. `bare` is what no words at all mean. */
export const readTarget = (words: string, bare: Target = {kind: 'last'}): Target => {
  const said = words
    .trim()
    .replace(/[?!.,:;]+$/u, '')
    .replace(/^["“'](.*)["”']$/u, '$1');
  const ids = [...said.matchAll(/\brem_([\w-]+)/gu)].map(([, id]): ReminderId => `rem_${id}`);
  if (ids.length > 0) return {kind: 'ids', ids: [...new Set(ids)]};
  const plain = said
    .replace(/^(?:(?:the|my|that|this|these|those|a|our|about|with|of|for|on|to)\s+)+/iu, '')
    .replace(/\s*\b(?:again|for now|now|please|any ?more|any ?longer)$/iu, '')
    .trim();
  if (said === '') return bare;
  if (ALL.test(said.replace(/^(?:the|my)\s+/iu, ''))) return {kind: 'all'};
  if (IT.test(said) || IT.test(plain)) return {kind: 'last'};
  const counted = plain.split(/\s*(?:,|\band\b|&|\+)\s*(?:the\s+)?/iu).map(positionOf);
  const positions = counted.filter(position => position !== undefined);
  if (positions.length === counted.length) return {kind: 'positions', positions};
  return {kind: 'words', words: plain.replace(/\s+(?:one|ones|reminders?|timer|alarm)$/iu, '')};
};

const positionOf = (words: string): number | undefined => {
  const [, figure, ordinal] =
    /^(?:(?:(?:number|no\.?|nr\.?|#)\s*)?(\d{1,3})(?:st|nd|rd|th)?|(\w+))(?:\s+(?:ones?|reminders?|of them))?$/iu.exec(
      words,
    ) ?? [];
  return figure === undefined ? ORDINALS.get(ordinal?.toLowerCase() ?? '') : Number(figure);
};

/** Whether the words only point: "it", "that one", "the reminder". */
export const isPointer = (words: string): boolean => IT.test(words);

const ALL =
  /^(?:all|everything|every(?: single)? reminder|all of (?:them|it|these|those)|them all|them|all (?:of )?(?:my|the|these|those|pending)?\s*(?:reminders?|ones|timers?|alarms?)?|the lot|reminders|both|both of them)$/iu;
const IT =
  /^(?:it|that|this|that one|this one|one|reminder|timer|alarm|last|last one|last reminder|latest|latest one|newest|newest one|the last one|the one (?:i|we) just set|one (?:i|we) just set)$/iu;
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['next', 1],
  ['last', -1],
]);
