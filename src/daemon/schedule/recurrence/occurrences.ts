// Computes the instants of a recurrence. The rule yields wall times in floating time, and wall-instants.ts converts
// them to instants of the zone. Hourly and minutely rules without BY parts count elapsed time instead.
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import type {RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';
import {wallsOfEaster} from './easter.ts';
import {withoutDays} from './excluded-days.ts';
import type {HolidayCalendar} from './holidays.ts';
import {wallsOfRule} from './rule-walls.ts';
import {type Coordinates, instantsOfSun} from './sun.ts';
import {earliestWall, instantOfWall, instantsOfWalls} from './wall-instants.ts';
import {wallsOfWorkdays} from './workdays.ts';

/** The user's place and holidays from the configuration. Rules with `X-SUN` or `X-WORKDAYS` need them. */
export type CalendarSettings = {
  /** Without a place, the sun rises at 06:00 and sets at 18:00. Check `settingsNeeded` before setting a reminder. */
  readonly place?: Coordinates;
  /** Without holidays, every Monday to Friday is a working day. */
  readonly holidays?: HolidayCalendar;
};

/** Returns at most `most` instants after `after`, ascending. A series that counts from "done" has only its start. */
export const occurrencesAfter = (
  recurrence: Recurrence,
  after: EpochMs,
  most: number,
  calendar: CalendarSettings = {},
): readonly EpochMs[] => [...instantsFrom(recurrence, after + 1, calendar).take(most)];

/** Returns at most `most` instants from `from` to `to` inclusive, ascending. */
export const occurrencesBetween = (
  recurrence: Recurrence,
  from: EpochMs,
  to: EpochMs,
  most: number,
  calendar: CalendarSettings = {},
): readonly EpochMs[] => {
  const found: EpochMs[] = [];
  for (const at of instantsFrom(recurrence, from, calendar)) {
    if (at > to || found.length >= most) break;
    found.push(at);
  }
  return found;
};

/** The settings that a rule needs: the place for the sun, the region for working days. */
export const settingsNeeded = (rule: string): {readonly place: boolean; readonly region: boolean} => {
  const parts = partsOf(rule);
  return {place: parts.sun !== undefined, region: parts.workdays !== undefined};
};

function* instantsFrom(recurrence: Recurrence, from: EpochMs, calendar: CalendarSettings): Generator<EpochMs> {
  const parts = partsOf(recurrence.rule);
  const start = wallOf(recurrence.start);
  if (recurrence.from === 'done') {
    const only = onlyInstant(recurrence, parts, start);
    if (only >= from && only <= endOfUntil(recurrence)) yield only;
    return;
  }
  const end = Math.min(endOfUntil(recurrence), endOfCount(recurrence, parts, start, calendar));
  const first = Math.max(from, instantOfWall(start, recurrence.zone));
  for (const at of endlessFrom(parts, start, recurrence.zone, first, calendar)) {
    if (at > end) return;
    yield at;
  }
}

/** Hours and minutes are counted from "done" itself, which the wall time of the start can't say in autumn. */
const onlyInstant = ({counted, zone}: Recurrence, parts: RuleParts, start: number): EpochMs => {
  const step = stepOf(parts);
  if (counted === undefined || step === undefined) return instantOfWall(start, zone);
  return Math.ceil((Date.parse(counted) + step) / SECOND) * SECOND;
};

/** The instants of a rule, ignoring its end. */
const endlessFrom = (
  {except, ...parts}: RuleParts,
  start: number,
  zone: string,
  from: EpochMs,
  calendar: CalendarSettings,
): Generator<EpochMs> => {
  const every = (begin: EpochMs): Generator<EpochMs> => everyFrom(parts, start, zone, begin, calendar);
  return except === undefined ? every(from) : withoutDays(every, from, except, zone);
};

function* everyFrom(
  parts: RuleParts,
  start: number,
  zone: string,
  from: EpochMs,
  calendar: CalendarSettings,
): Generator<EpochMs> {
  const {sun, workdays, easter} = parts;
  const stepMs = stepOf(parts);
  if (stepMs !== undefined && hasNoLists(parts)) {
    yield* elapsedFrom(instantOfWall(start, zone), stepMs, from);
    return;
  }
  if (sun !== undefined) {
    yield* instantsOfSun({...parts, sun}, start, from, zone, calendar.place);
    return;
  }
  const wall = earliestWall(from, zone);
  const walls =
    easter !== undefined
      ? wallsOfEaster(parts, easter, start, wall)
      : workdays !== undefined
        ? wallsOfWorkdays({...parts, workdays}, start, wall, calendar.holidays)
        : wallsOfRule(parts, start, wall);
  for (const at of instantsOfWalls(walls, zone, stepMs)) if (at >= from) yield at;
}

function* elapsedFrom(start: EpochMs, stepMs: number, from: EpochMs): Generator<EpochMs> {
  const steps = Math.max(0, Math.ceil((from - start) / stepMs));
  for (let at = start + steps * stepMs; at < LAST_INSTANT; at += stepMs) yield at;
}

/** The last instant that `until` allows. */
const endOfUntil = ({until, zone}: Recurrence): EpochMs => {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  return DATE.test(until) ? instantOfWall(Date.parse(until) + DAY, zone) - 1 : Date.parse(until);
};

/** The last instant that `count` allows. The result is cached, so later calls don't count from the start. */
const endOfCount = (recurrence: Recurrence, parts: RuleParts, start: number, calendar: CalendarSettings): EpochMs => {
  const {count, rule, zone} = recurrence;
  if (count === undefined) return Number.POSITIVE_INFINITY;
  const first = instantOfWall(start, zone);
  const last = (): EpochMs => {
    let end = Number.NEGATIVE_INFINITY;
    for (const at of endlessFrom(parts, start, zone, first, calendar).take(count)) {
      if (at - first > LONGEST_COUNTED_MS) return Number.POSITIVE_INFINITY;
      end = at;
    }
    return end;
  };
  // Results that depend on the configuration aren't cached, because the configuration may change.
  if (parts.sun !== undefined || parts.workdays !== undefined) return last();
  const key = `${rule} ${recurrence.start} ${zone} ${count}`;
  const known = ends.get(key);
  if (known !== undefined) return known;
  const end = last();
  if (ends.size >= MOST_ENDS) ends.clear();
  ends.set(key, end);
  return end;
};

const partsOf = (rule: string): RuleParts => {
  const read = readRule(rule);
  if ('problem' in read) throw new Error(`A recurrence was stored with a rule that can't be read: ${read.problem}`);
  return read.parts;
};

const wallOf = (start: string): number => Date.parse(`${start}Z`);

/** The time between two occurrences of a rule by the hour or minute. */
const stepOf = ({freq, interval}: RuleParts): number | undefined => {
  if (freq === 'MINUTELY') return interval * MINUTE;
  return freq === 'HOURLY' ? interval * HOUR : undefined;
};

const hasNoLists = (parts: RuleParts): boolean =>
  Object.values(parts).every(value => !Array.isArray(value) || value.length === 0);

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const LAST_INSTANT = Date.UTC(9999, 11, 31);
const MOST_ENDS = 1_000;
/** Nobody sees the end of a longer series. */
const LONGEST_COUNTED_MS = 100 * 366 * DAY;
const ends = new Map<string, EpochMs>();
