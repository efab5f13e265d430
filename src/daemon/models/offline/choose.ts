// Which of the reminders there are is meant. Pure.
import {MINUTE} from '../../../shared/time.ts';
import {wallTimeAt} from '../../../shared/zone.ts';
import type {Deed, Target} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import type {Known} from './tool-answers.ts';

type Choice =
  | {readonly kind: 'found'; readonly reminders: readonly Known[]}
  /** Several may be meant, or one only perhaps. */
  | {readonly kind: 'unsure'; readonly reminders: readonly Known[]}
  | {readonly kind: 'none'; readonly reason: string};

export const choose = (
  target: Target,
  {deed, listed, times}: {readonly deed: Deed; readonly listed: readonly Known[]; readonly times: TimeReader},
): Choice => {
  const able = listed.filter(({state}) => state === 'pending' || ABLE_FIRED.has(deed.kind));
  const pending = able.filter(({state}) => state === 'pending');
  const fired = able.filter(({state}) => state === 'fired');
  const wanted = deed.kind === 'done' ? [fired, pending] : deed.kind === 'snooze' ? [fired, pending] : [pending, fired];
  if (target.kind === 'words') {
    const better = matches(target.words, able, times);
    if (better.exact.length > 0) return oneOf(preferred(better.exact, wanted));
    if (better.near.length > 0) return {kind: 'unsure', reminders: better.near};
    const gone = matches(target.words, listed, times).exact[0];
    if (gone !== undefined)
      return none(`That one has already come: ${gone.message}. Say “done” or “snooze” with its name.`);
    return none(`I find no reminder like “${target.words}”.`);
  }
  if (target.kind === 'positions') {
    const counted = pending.length > 0 ? pending : fired;
    const found = target.positions.flatMap(position => counted.at(position < 0 ? position : position - 1) ?? []);
    return found.length < target.positions.length
      ? none('There is no such number.')
      : {kind: 'found', reminders: found};
  }
  if (target.kind === 'all') return many(deed.kind === 'done' ? fired : pending);
  if (target.kind === 'ids') return many(listed.filter(({id}) => target.ids.includes(id)));
  const [first = []] = wanted.filter(some => some.length > 0);
  // Nothing says that what is only pending is meant: "done" with nothing to be done is asked back.
  if (target.kind === 'came' && first === pending && fired.length === 0 && first.length > 0) {
    return {kind: 'unsure', reminders: first};
  }
  return oneOf(first);
};

const ABLE_FIRED: ReadonlySet<Deed['kind']> = new Set(['done', 'snooze', 'move', 'shift']);

const none = (reason: string): Choice => ({kind: 'none', reason});

const many = (found: readonly Known[]): Choice =>
  found.length === 0 ? none('There is nothing of that kind.') : {kind: 'found', reminders: found};

const oneOf = (found: readonly Known[]): Choice =>
  found.length === 0
    ? none('You have no reminders that could be meant.')
    : {kind: found.length === 1 ? 'found' : 'unsure', reminders: found};

/** The first of the groups that has some of them. */
const preferred = (found: readonly Known[], groups: readonly (readonly Known[])[]): readonly Known[] =>
  groups.map(group => found.filter(each => group.includes(each))).find(some => some.length > 0) ?? found;

/** `exact`: every word that says something is in it, and its time agrees. `near`: some word is. */
export const matches = (
  words: string,
  reminders: readonly Known[],
  times: TimeReader,
): {readonly exact: readonly Known[]; readonly near: readonly Known[]} => {
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
    const exact = timely.filter(({message}) => rest.every(word => holds(message, word)));
    return {exact, near: []};
  }
  const near = reminders.filter(({message}) => whole.some(word => word.length > 2 && holds(message, word)));
  return {exact: [], near};
};

/** At the minute where a time of day was said, in either half of the day; else on the day. */
const agrees = ({at}: Known, wanted: number, words: string, {zone}: TimeReader): boolean => {
  const one = wallTimeAt(at, zone);
  const other = wallTimeAt(wanted, zone);
  const sameDay = one.day === other.day && one.month === other.month && one.year === other.year;
  if (!/\d|noon|midnight|past|to\b/iu.test(words.replaceAll(/\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{4}-\d{2}-\d{2}\b/giu, '')))
    return sameDay;
  if (Math.abs(at - wanted) < MINUTE) return true;
  const bareDay =
    /^\D*$/u.test(words) || /day|tomorrow|tonight|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(words);
  return !bareDay && one.minute === other.minute && one.hour % 12 === other.hour % 12;
};

/** The words of a text that say something, in small letters. */
export const tokens = (text: string): readonly string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(/['’]s\b/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter(word => !EMPTY.has(word));

const holds = (message: string, word: string): boolean =>
  tokens(message).some(
    other => other === word || stem(other) === stem(word) || (word.length > 3 && other.startsWith(word)),
  );

const stem = (word: string): string => word.replace(/(?:ings?|ed|e?s|e)$/u, '') || word;

const EMPTY: ReadonlySet<string> = new Set(
  'the a an one ones my your our me i to for about of at on in with and that this it reminder reminders timer alarm please is are was thing stuff from by'.split(
    ' ',
  ),
);
