// Edits the text, time or recurrence of a reminder. Edits of a series apply to one occurrence or to all from now on; an
// ambiguous edit is rejected. Pure.

import type {Follows, MissedPolicy, Reminder} from '../../../shared/records/jobs/jobs.ts';
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import {formatWall} from '../../../shared/time/wall-text.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import {begun, type Instants, isSeries, type Series, settledSeries} from '../../schedule/series/advance.ts';
import {countsFromDone} from '../../schedule/series/after-done.ts';
import {endingAs, goingOnAs, meant, movedTo} from '../../schedule/series/changes.ts';
import {watching} from './allowed-moves.ts';
import {noFutureDates, type RepeatEnd, type Rule, startedAt, wholeSecond, withEnd} from './read-repeat.ts';
import type {ReminderChange} from './reminder-actions.ts';
import {missedOf} from './set-reminder.ts';

/** A change with its time and recurrence parsed. */
type ReadChange = Pick<ReminderChange, 'message' | 'mode' | 'scope' | 'missed'> &
  RepeatEnd & {
    readonly at?: EpochMs;
    readonly nagMs?: number;
    readonly untilAnswered?: true;
    readonly urgent?: boolean;
    readonly follows?: Follows;
    /** The new recurrence. */
    readonly rule?: Rule;
  };

type EditDeps = {readonly now: EpochMs; readonly instants: Instants};

export const edited = (before: Reminder, change: ReadChange, deps: EditDeps): Reminder => {
  const {message, mode, missed, follows} = change;
  if (isWatching(before) && (change.at !== undefined || change.rule !== undefined)) throw watching(before, 'moved');
  const urged = withUrgency(before, change);
  const reminder = follows === undefined ? urged : {...urged, follows};
  const words = {
    ...reminder,
    message: message ?? reminder.message,
    mode: mode ?? reminder.mode,
    ...nagOf(reminder, change),
  };
  if (!isSeries(reminder)) {
    if (change.scope === 'this' || missed !== undefined) throw notSeries(reminder);
    return [change.rule, change.until, change.count, change.from].every(part => part === undefined)
      ? {...words, fireAt: change.at ?? words.fireAt}
      : begunSeries(words, change, deps);
  }
  if (change.scope === 'this') return editedOccurrence(reminder, change, deps);
  const rule = ruleOf(reminder, change, deps);
  const series: Series = {
    ...reminder,
    message: message ?? reminder.message,
    mode: mode ?? reminder.mode,
    ...nagOf(reminder, change),
    missed: missedAfter(reminder, rule ?? reminder.repeat, missed),
  };
  if (rule === undefined) return series;
  const {now, instants} = deps;
  const repeat = {...rule, words: instants.say(rule)};
  if (change.rule !== undefined || change.from !== undefined)
    return notOver(goingOnAs({...series, passed: 0}, repeat, now, instants));
  return notOver((change.at === undefined ? endingAs : goingOnAs)(series, repeat, now, instants));
};

const missedAfter = ({missed}: Series, rule: Rule, asked: MissedPolicy | undefined): MissedPolicy | undefined =>
  missedOf(rule, asked ?? (rule.from === undefined ? missed : undefined));

const nagOf = (reminder: Reminder, {nagMs, untilAnswered}: ReadChange): Pick<Reminder, 'nagMs' | 'untilAnswered'> =>
  nagMs === undefined ? {nagMs: reminder.nagMs, untilAnswered: reminder.untilAnswered} : {nagMs, untilAnswered};

const withUrgency = (reminder: Reminder, {urgent, scope}: ReadChange): Reminder => {
  if (urgent === undefined || scope === 'this') return reminder;
  return urgent ? {...reminder, urgent} : {...reminder, urgent: undefined};
};

const editedOccurrence = (series: Series, change: ReadChange, {now, instants}: EditDeps): Reminder => {
  const {at, message} = change;
  const others = [
    change.mode,
    change.nagMs,
    change.urgent,
    change.follows,
    change.missed,
    change.rule,
    change.until,
    change.count,
    change.from,
  ];
  if (others.some(item => item !== undefined))
    throw new GatewayError('invalid', 'One occurrence can have another time or text. Change the rest for the series.');
  const occurrence = meant(series);
  if (occurrence === undefined) throw new GatewayError('conflict', `Reminder ${series.id} has ended.`);
  const hasFired = series.occurrence?.at === occurrence.at && occurrence.snoozedUntil === undefined;
  if (at === undefined && hasFired)
    return {...series, occurrence: {...occurrence, message: message ?? occurrence.message}};
  const until = at ?? occurrence.snoozedUntil ?? occurrence.at;
  return movedTo(series, occurrence, {until, now, message}, instants);
};

/** The recurrence after the edit; undefined if the edit doesn't change the recurrence. */
const ruleOf = (series: Series, change: ReadChange, deps: EditDeps): Rule | undefined => {
  const {repeat} = series;
  if (change.rule !== undefined) return withEnd(change.rule, change);
  if (change.at !== undefined) {
    if (change.scope === undefined) {
      throw new GatewayError(
        'invalid',
        'This reminder repeats. Say which: "this" occurrence, or the "series" from now on.',
        {
          fault: 'no-scope',
        },
      );
    }
    return withEnd(atNewTime(series, change.at, deps), change);
  }
  const isSame = [change.until, change.count, change.from].every(part => part === undefined);
  return isSame ? undefined : withEnd(repeat, change);
};

/** Moves the series to another time of day. Rejects a time on a day that the series doesn't include. */
const atNewTime = ({repeat, passed = 0}: Series, asked: EpochMs, {now, instants}: EditDeps): Rule => {
  const at = wholeSecond(asked);
  const {rule, zone, count} = repeat;
  if (/FREQ=(?:HOURLY|MINUTELY)|BYHOUR|BYMINUTE|X-SUN/u.test(rule)) {
    throw new GatewayError(
      'invalid',
      `This reminder repeats ${repeat.words}. Give the whole recurrence with its new times, such as "every day at 9 and 20".`,
    );
  }
  const wall = wallTimeAt(at, zone);
  const [year = 0, month = 1, day = 1] = repeat.start.slice(0, 10).split('-').map(Number);
  const start = {...wall, year, month, day};
  const moved =
    repeat.from === 'done' ? {...repeat, start: formatWall(start)} : startedAt(repeat, start, now, instants);
  const isItsDay = instants.between({...moved, words: ''}, at, at, 1).length > 0;
  // The series restarts, so the count shrinks by the occurrences that have passed.
  if (isItsDay || at - now <= DAY) {
    if (repeat.from === 'done') return moved;
    return {...moved, count: (count && Math.max(1, count - passed)) ?? moved.count};
  }
  throw new GatewayError(
    'invalid',
    `This reminder repeats ${repeat.words}. For other days, give the whole recurrence.`,
  );
};

const begunSeries = (reminder: Reminder, change: ReadChange, {now, instants}: EditDeps): Reminder => {
  if (change.rule === undefined) throw notSeries(reminder);
  const rule = withEnd(change.rule, change);
  const repeat = {...rule, words: instants.say(rule)};
  const missed = missedOf(rule, change.missed);
  return notOver(settledSeries({...reminder, missed, ...begun(repeat, now, instants)}));
};

const notOver = (series: Series): Series => {
  // An open occurrence of a series that counts from "done" waits, and knows no next one.
  const isOpen = countsFromDone(series) && series.occurrence !== undefined;
  if (series.next?.length === 0 && !isOpen) throw noFutureDates();
  return series;
};

const notSeries = ({id}: Reminder): GatewayError =>
  new GatewayError('invalid', `Reminder ${id} doesn't repeat. Give it a recurrence first.`);
