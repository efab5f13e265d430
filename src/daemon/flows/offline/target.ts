// Finds the reminder that a command means. Words like "it", "the second one" or "the dentist" become a target. The
// target selects among the person's reminders. Pure.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import {isOpen} from '../../schedule/reminder-moves.ts';
import type {Change, Target} from './intent.ts';
import type {TimeReader} from './times.ts';

/** The target that the words name. `bare` is the target for no words. */
export const readTarget = (words: string, bare: Target = {kind: 'last'}): Target => {
  const phrase = words
    .trim()
    .replace(/[?!.,:;]+$/u, '')
    .replace(/^["“'](.*)["”']$/u, '$1');
  const ids = [...phrase.matchAll(/\brem_([\w-]+)/gu)].map(([, id]): ReminderId => `rem_${id}`);
  if (ids.length > 0) return {kind: 'ids', ids: [...new Set(ids)]};
  const plain = phrase
    .replace(/^(?:(?:the|my|that|this|these|those|a|our|about|with|of|for|on|to)\s+)+/iu, '')
    .replace(/\s*\b(?:again|for now|now|please|any ?more|any ?longer)$/iu, '')
    .trim();
  if (phrase === '') return bare;
  if (ALL.test(phrase.replace(/^(?:the|my)\s+/iu, ''))) return {kind: 'all'};
  if (IT.test(phrase) || IT.test(plain)) return {kind: 'last'};
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

/** True if the words only refer back: "it", "that one", "the reminder". */
export const isPointer = (words: string): boolean => IT.test(words);

type Choice =
  | {readonly kind: 'found'; readonly reminders: readonly Reminder[]}
  /** Several reminders match, or a single match is uncertain. */
  | {readonly kind: 'unsure'; readonly reminders: readonly Reminder[]}
  | NoneChosen;

/** `isAlone`: a list of the pending reminders wouldn't help. */
export type NoneChosen = {readonly kind: 'none'; readonly reason: string; readonly isAlone?: true};

export const choose = (
  target: Target,
  {change, listed, times}: {readonly change: Change; readonly listed: readonly Reminder[]; readonly times: TimeReader},
): Choice => {
  const pending = listed.filter(({state}) => state === 'pending');
  const isAnswer = change.kind === 'done' || change.kind === 'snooze';
  // A series waits for its next instant while an occurrence of it is open.
  const fired = ABLE_FIRED.has(change.kind)
    ? listed.filter(one => (isAnswer ? isOpen(one) : one.state === 'fired'))
    : [];
  const groups = isAnswer ? [fired, pending.filter(one => !fired.includes(one))] : [pending, fired];
  switch (target.kind) {
    case 'words':
      return formatBy(target.words, {groups, listed, times});
    case 'positions': {
      const found = atPositions(target.positions, pending.length > 0 ? pending : fired);
      return found === undefined ? none(times.texts.smallTalk.missing.number) : {kind: 'found', reminders: found};
    }
    case 'all':
      return many(change.kind === 'done' ? fired : pending, times);
    case 'ids':
      return many(
        listed.filter(({id}) => target.ids.includes(id)),
        times,
      );
    default: {
      const first = groups.find(group => group.length > 0) ?? [];
      // The only reminder may be done early. Of several, none is likelier.
      const isEarly = first.length === 1 && first[0]?.repeat === undefined;
      if (change.kind === 'done' && fired.length === 0 && !isEarly)
        return {...none(times.texts.smallTalk.missing.rung), isAlone: true};
      // "done" or "snooze" without a fired reminder may mean a pending reminder, so the assistant asks.
      return target.kind === 'fired' && fired.length === 0 && first.length > 0
        ? {kind: 'unsure', reminders: first}
        : oneOf(first, times);
    }
  }
};

/** The elements at these positions: 1 is the first, -1 the last. Undefined if any is missing. */
export const atPositions = <T>(positions: readonly number[], list: readonly T[]): readonly T[] | undefined => {
  const found = positions.flatMap(position => list.at(position < 0 ? position : position - 1) ?? []);
  return found.length < positions.length ? undefined : found;
};

/**
 * `exact`: the reminder contains all significant words and its time matches. `near`: the reminder contains one of the
 * words.
 */
export const matches = (
  words: string,
  reminders: readonly Reminder[],
  times: TimeReader,
): {readonly exact: readonly Reminder[]; readonly near: readonly Reminder[]} => {
  const whole = tokens(words);
  const all = reminders.filter(({message}) => whole.length > 0 && whole.every(word => holds(message, word)));
  if (all.length > 0) {
    const same = all.filter(({message}) => tokens(message).join(' ') === whole.join(' '));
    return {exact: same.length > 0 ? same : all, near: []};
  }
  const found = times.find(words);
  if (found !== undefined) {
    const rest = tokens(found.rest);
    const timely = reminders.filter(reminder => agrees(reminder, found.moment.at, found.moment.words, times));
    return {exact: timely.filter(({message}) => rest.every(word => holds(message, word))), near: []};
  }
  const near = reminders.filter(({message}) => whole.some(word => word.length > 2 && holds(message, word)));
  return {exact: [], near};
};

/** The significant words of a text, in lower case. */
export const tokens = (text: string): readonly string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(/['’]s\b/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter(word => !EMPTY.has(word));

type Among = {
  /** Reminders that allow this change, likeliest first. */
  readonly groups: readonly (readonly Reminder[])[];
  readonly listed: readonly Reminder[];
  readonly times: TimeReader;
};

const formatBy = (words: string, {groups, listed, times}: Among): Choice => {
  const {exact, near} = matches(words, groups.flat(), times);
  const likeliest = groups.map(group => exact.filter(one => group.includes(one))).find(some => some.length > 0);
  if (likeliest !== undefined) return oneOf(likeliest, times);
  if (near.length > 0) return {kind: 'unsure', reminders: listed.filter(one => near.includes(one))};
  const [gone] = matches(words, listed, times).exact;
  return gone === undefined
    ? none(times.texts.smallTalk.missing.like(words))
    : none(times.texts.smallTalk.missing.fired(gone.message));
};

const none = (reason: string): NoneChosen => ({kind: 'none', reason});

const many = (found: readonly Reminder[], {texts}: TimeReader): Choice =>
  found.length === 0 ? none(texts.smallTalk.missing.ofThose) : {kind: 'found', reminders: found};

const oneOf = (found: readonly Reminder[], {texts}: TimeReader): Choice =>
  found.length === 0
    ? none(texts.smallTalk.missing.fitting)
    : {kind: found.length === 1 ? 'found' : 'unsure', reminders: found};

/** Matches the minute if the words name a time of day, in either half of the day. Otherwise matches the day. */
const agrees = ({fireAt}: Reminder, wanted: number, words: string, {zone}: TimeReader): boolean => {
  const one = wallTimeAt(fireAt, zone);
  const other = wallTimeAt(wanted, zone);
  const sameDay = one.day === other.day && one.month === other.month && one.year === other.year;
  if (!HAS_TIME_OF_DAY.test(words.replaceAll(/\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{4}-\d{2}-\d{2}\b/giu, '')))
    return sameDay;
  if (Math.abs(fireAt - wanted) < MINUTE) return true;
  return !HAS_DAY.test(words) && one.minute === other.minute && one.hour % 12 === other.hour % 12;
};

const holds = (message: string, word: string): boolean =>
  tokens(message).some(
    other => other === word || stem(other) === stem(word) || (word.length > 3 && other.startsWith(word)),
  );

const stem = (word: string): string => word.replace(/(?:ings?|ed|e?s|e)$/u, '') || word;

const ABLE_FIRED: ReadonlySet<Change['kind']> = new Set(['done', 'snooze', 'move', 'shift']);
const HAS_TIME_OF_DAY = /\d|noon|midnight|past|to\b/iu;
const HAS_DAY = /^\D*$|day|tomorrow|tonight|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;
const EMPTY: ReadonlySet<string> = new Set(
  'the a an one ones my your our me i to for about of at on in with and that this it reminder reminders timer alarm please is are was thing stuff from by der die das den dem des ein eine einen mein meine meinen zum zur für erinnerung'.split(
    ' ',
  ),
);
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
