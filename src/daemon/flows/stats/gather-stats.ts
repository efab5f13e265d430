// Counts habits and failures from stored facts: events of reminders, runs, turns.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Stats, StatsSuggestion} from '../../../shared/records/stats.ts';
import {DAY, type EpochMs, HOUR, instantOfIso, MINUTE, twoDigits} from '../../../shared/time/time.ts';
import {atMinute, instantAt, isZone, plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Store} from '../../ports/store.ts';

export const gatherStats = async (store: Store, now: EpochMs, zone: string): Promise<Stats> => {
  const since = now - SHOWN_DAYS * DAY;
  const stored = await store.events.ofTypes(TYPES, since);
  const events = stored.filter((event): event is ReminderEvent => 'reminder' in event);
  const snoozes = snoozesIn(events);
  const isKept = (id: string): boolean => store.cursors.get(keptMark(id)) !== undefined;
  return {
    since,
    snoozes: snoozes.slice(0, MOST_LISTED).map(({id, message, times}) => ({id, message, times})),
    answers: answersIn(events),
    suggestion: suggestionIn(snoozes, id => store.reminders.get(id), isKept),
    jobs: store.stats.jobs(since, MOST_LISTED),
    tokens: tokensByDay(store, now, zone),
  };
};

/** Never suggests another time for this reminder again. */
export const keepTime = (store: Store, id: string, now: EpochMs): void =>
  store.transact(() => store.cursors.set(keptMark(id), new Date(now).toISOString()));

const keptMark = (id: string): string => `stats.kept.${id}`;

const answersIn = (events: readonly ReminderEvent[]): Stats['answers'] => {
  const waits = events
    .flatMap(({type, at, reminder: {firedAt}}) => {
      const [fired, answered] = [instantOfIso(firedAt ?? ''), instantOfIso(at)];
      return type === 'reminder.done' && fired !== undefined && answered !== undefined && answered >= fired
        ? [answered - fired]
        : [];
    })
    .toSorted((a, b) => a - b);
  const medianMs = waits[Math.floor(waits.length / 2)];
  if (medianMs === undefined) return undefined;
  const within = [...BOUNDS, undefined].map((upToMs, index) => {
    const from = BOUNDS[index - 1] ?? -1;
    const count = waits.filter(ms => ms > from && (upToMs === undefined || ms <= upToMs)).length;
    return {count, upToMs};
  });
  return {count: waits.length, medianMs, within};
};

/** Days of the person's zone, today last. A day without a turn counts 0. */
const tokensByDay = (store: Store, now: EpochMs, zone: string): Stats['tokens'] => {
  const today = atMinute(wallTimeAt(now, zone), 0);
  return Array.from({length: TOKEN_DAYS}, (_, index) => {
    const day = plusDays(today, index + 1 - TOKEN_DAYS);
    const tokens = store.stats.tokens(instantAt(day, zone), instantAt(plusDays(day, 1), zone));
    return {day: dayOf(day), tokens};
  });
};

const dayOf = ({year, month, day}: WallTime): string => [year, twoDigits(month), twoDigits(day)].join('-');

const TYPES = ['reminder.snoozed', 'reminder.edited', 'reminder.done'] as const;
const BOUNDS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const SHOWN_DAYS = 30;
const TOKEN_DAYS = 14;
const MOST_LISTED = 5;

/** Another time of day for a series that is snoozed again and again, mostly to the same time. */
const suggestionIn = (
  snoozes: readonly Snoozes[],
  reminder: (id: ReminderId) => Reminder | undefined,
  isKept: (id: ReminderId) => boolean,
): StatsSuggestion | undefined => {
  for (const {id, message, times, each} of snoozes) {
    if (times < ENOUGH || isKept(id)) continue;
    const known = reminder(id);
    if (known?.repeat === undefined || known.state !== 'pending' || known.paused === true) continue;
    const {zone} = known.repeat;
    if (!isZone(zone)) continue;
    const minutes = each.flatMap(item => {
      const [until, due] = [item.fireAt, item.occurrence?.at].map(iso => instantOfIso(iso ?? ''));
      if (until === undefined || due === undefined) return [];
      const [to, from] = [wallTimeAt(until, zone), wallTimeAt(due, zone)];
      // To another day says nothing about the time of day.
      return to.day === from.day && to.month === from.month ? [minuteOf(to)] : [];
    });
    const middle = minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)];
    const [next] = known.next ?? [];
    if (minutes.length < ENOUGH || middle === undefined || next === undefined) continue;
    const to = Math.min(LAST_MINUTE, Math.round(middle / STEP) * STEP);
    if (Math.abs(to - minuteOf(wallTimeAt(next, zone))) < STEP) continue;
    return {id, message, times, to: `${twoDigits(Math.floor(to / 60))}:${twoDigits(to % 60)}`};
  }
  return undefined;
};

const minuteOf = ({hour, minute}: WallTime): number => hour * 60 + minute;

const ENOUGH = 4;
/** In minutes. */
const STEP = 5;
const LAST_MINUTE = 24 * 60 - STEP;

type ReminderEvent = Extract<GatewayEvent, {readonly reminder: unknown}>;

type Snoozes = {
  readonly id: ReminderId;
  readonly message: string;
  readonly times: number;
  /** Its reminder after each of them, oldest first. */
  readonly each: readonly ReminderEvent['reminder'][];
};

/**
 * Counts snoozes since the last time that a reminder got another time. Most often first. `events`: in order of time.
 */
const snoozesIn = (events: readonly ReminderEvent[]): readonly Snoozes[] => {
  const found = new Map<ReminderId, ReminderEvent['reminder'][]>();
  for (const {type, reminder} of events) {
    if (type === 'reminder.edited') found.delete(reminder.id);
    if (type !== 'reminder.snoozed') continue;
    const before = found.get(reminder.id);
    if (before === undefined) found.set(reminder.id, [reminder]);
    else before.push(reminder);
  }
  return [...found]
    .map(([id, each]) => ({id, message: each.at(-1)?.message ?? '', times: each.length, each}))
    .toSorted((a, b) => b.times - a.times);
};
