// Finds the reminder that a command means. Words like "it", "the second one" or "the dentist" become a target. The
// target selects among the person's reminders. Pure.
import type {CommandWords} from '../../../shared/languages/commands.ts';
import {partsIn} from '../../../shared/languages/patterns.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import {isOpen} from '../../schedule/reminder-moves.ts';
import type {Change, Target} from './intent.ts';
import type {TimeReader} from './times.ts';

/** The target that the words name. `bare` is the target for no words. */
export const readTarget = (text: string, words: CommandWords, bare: Target = {kind: 'last'}): Target => {
  const {targets} = words;
  const phrase = text
    .trim()
    .replace(/[?!.,:;]+$/u, '')
    .replace(/^["“'](.*)["”']$/u, '$1');
  const ids = [...phrase.matchAll(/\brem_([\w-]+)/gu)].map(([, id]): ReminderId => `rem_${id}`);
  if (ids.length > 0) return {kind: 'ids', ids: [...new Set(ids)]};
  const plain = phrase.replace(targets.before, '').replace(targets.after, '').trim();
  if (phrase === '') return bare;
  if (targets.timer.test(phrase)) return {kind: 'timer'};
  if (targets.all.test(phrase.replace(targets.article, ''))) return {kind: 'all'};
  if (targets.it.test(phrase) || targets.it.test(plain)) return {kind: 'last'};
  const counted = plain.split(targets.joint).map(part => positionNamed(part, words));
  const positions = counted.filter(position => position !== undefined);
  if (positions.length === counted.length) return {kind: 'positions', positions};
  return {kind: 'words', words: plain.replace(targets.noun, '').replace(targets.timerOf, '')};
};

const positionNamed = (text: string, {targets}: CommandWords): number | undefined => {
  const {figure, ordinal} = partsIn(targets.position, text) ?? {};
  const [, position] = targets.ordinals.find(([word]) => word === ordinal?.toLowerCase()) ?? [];
  return figure === undefined ? position : Number(figure);
};

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
  const {missing} = times.texts.smallTalk;
  const pending = listed.filter(({state}) => state === 'pending');
  const isDone = change.operation === 'reminder.done';
  const isAnswer = isDone || change.operation === 'reminder.snooze';
  // A series waits for its next instant while an occurrence of it is open.
  const fired = isAbleFired(change)
    ? listed.filter(reminder => (isAnswer ? isOpen(reminder) : reminder.state === 'fired'))
    : [];
  const groups = isAnswer ? [fired, pending.filter(reminder => !fired.includes(reminder))] : [pending, fired];
  if (target.kind === 'timer') {
    const timers = groups.flat().filter(({timer}) => timer);
    if (timers.length > 0) return {kind: timers.length === 1 ? 'found' : 'unsure', reminders: timers};
  }
  switch (target.kind) {
    case 'words':
      return chooseByWords(target.words, {groups, listed, times});
    case 'positions': {
      const found = atPositions(target.positions, pending.length > 0 ? pending : fired);
      return found === undefined ? absent(missing.number) : {kind: 'found', reminders: found};
    }
    case 'all':
      return chooseAll(isDone ? fired : pending, times);
    case 'ids':
      return chooseAll(
        listed.filter(({id}) => target.ids.includes(id)),
        times,
      );
    default: {
      const first = groups.find(group => group.length > 0) ?? [];
      // The only reminder may be done early. Of several, none is likelier.
      const isEarly = first.length === 1 && first[0]?.repeat === undefined;
      if (isDone && fired.length === 0 && !isEarly) return {...absent(missing.rung), isAlone: true};
      // "done" or "snooze" without a fired reminder may mean a pending reminder, so the assistant asks.
      return target.kind === 'fired' && fired.length === 0 && first.length > 0
        ? {kind: 'unsure', reminders: first}
        : chooseOnly(first, times);
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
  const {words: known} = times;
  const whole = tokens(words, known);
  const all = reminders.filter(({message}) => whole.length > 0 && whole.every(word => hasWord(message, word, known)));
  if (all.length > 0) {
    const same = all.filter(({message}) => tokens(message, known).join(' ') === whole.join(' '));
    return {exact: same.length > 0 ? same : all, near: []};
  }
  const found = times.find(words);
  if (found !== undefined) {
    const rest = tokens(found.rest, known);
    const timely = reminders.filter(reminder => isAt(reminder, found.moment.at, found.moment.words, times));
    return {exact: timely.filter(({message}) => rest.every(word => hasWord(message, word, known))), near: []};
  }
  const near = reminders.filter(({message}) => whole.some(word => word.length > 2 && hasWord(message, word, known)));
  return {exact: [], near};
};

/** The significant words of a text, in lower case. */
export const tokens = (text: string, {targets}: CommandWords): readonly string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(targets.genitive, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter(word => !targets.empty.includes(word));

type Among = {
  /** Reminders that allow this change, likeliest first. */
  readonly groups: readonly (readonly Reminder[])[];
  readonly listed: readonly Reminder[];
  readonly times: TimeReader;
};

const chooseByWords = (words: string, {groups, listed, times}: Among): Choice => {
  const {missing} = times.texts.smallTalk;
  const {exact, near} = matches(words, groups.flat(), times);
  const likeliest = groups.map(group => group.filter(item => exact.includes(item))).find(({length}) => length > 0);
  if (likeliest !== undefined) return chooseOnly(likeliest, times);
  if (near.length > 0) return {kind: 'unsure', reminders: listed.filter(reminder => near.includes(reminder))};
  const [gone] = matches(words, listed, times).exact;
  return gone === undefined ? absent(missing.like(words)) : absent(missing.fired(gone.message));
};

const absent = (reason: string): NoneChosen => ({kind: 'none', reason});

const chooseAll = (found: readonly Reminder[], {texts}: TimeReader): Choice =>
  found.length === 0 ? absent(texts.smallTalk.missing.ofThose) : {kind: 'found', reminders: found};

const chooseOnly = (found: readonly Reminder[], {texts}: TimeReader): Choice =>
  found.length === 0
    ? absent(texts.smallTalk.missing.fitting)
    : {kind: found.length === 1 ? 'found' : 'unsure', reminders: found};

/** Matches the minute if the words name a time of day, in either half of the day. Otherwise matches the day. */
const isAt = ({fireAt}: Reminder, wanted: number, words: string, {zone, words: {targets}}: TimeReader): boolean => {
  const fires = wallTimeAt(fireAt, zone);
  const named = wallTimeAt(wanted, zone);
  const sameDay = fires.day === named.day && fires.month === named.month && fires.year === named.year;
  if (!targets.timeOfDay.test(words.replaceAll(targets.dayFigures, ''))) return sameDay;
  if (Math.abs(fireAt - wanted) < MINUTE) return true;
  return !targets.day.test(words) && fires.minute === named.minute && fires.hour % 12 === named.hour % 12;
};

const hasWord = (message: string, word: string, words: CommandWords): boolean => {
  const stem = (token: string): string => token.replace(words.targets.ending, '') || token;
  return tokens(message, words).some(
    token => token === word || stem(token) === stem(word) || (word.length > 3 && token.startsWith(word)),
  );
};

/** A fired reminder can be done, snoozed, or moved. */
const isAbleFired = (change: Change): boolean =>
  isMove(change) || change.operation === 'reminder.done' || change.operation === 'reminder.snooze';

/** A new time, and nothing else. */
export const isMove = (change: Change): change is Extract<Change, {readonly operation: 'reminder.edit'}> =>
  change.operation === 'reminder.edit' && change.message === undefined && change.every === undefined;
