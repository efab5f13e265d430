// Quiet hours in a person's words: from now on (`2h`, `until 07:00`, `off`), or planned (`saturday 8 to 18`).
import type {PlannedQuiet} from '../../../shared/records/delivery/presence.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, instantOfIso, MINUTE, minuteOfDay} from '../../../shared/time/time.ts';
import {atMinute, instantAt, plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import type {Reading, SentenceContext} from '../../schedule/words/index.ts';

type Quieting = Pick<Core, 'reach' | 'times' | 'people' | 'clock'>;

/** Throws `invalid` for words that name no span, and `not_found` for the number of a span that isn't planned. */
export const setQuiet = (deps: Quieting, person: string, text: string): void => {
  const {reach} = deps;
  const [, which] = OFF.exec(text) ?? [];
  if (which !== undefined) {
    reach.unplanQuiet(person, which.toLowerCase() === 'all' ? undefined : Number(which));
    return;
  }
  const span = spanIn(deps, person, text);
  if (span === undefined) reach.overrideQuiet(person, text);
  else reach.planQuiet(person, span);
};

/** Plans a span of words such as `saturday 8 to 18`, and nothing else. */
export const planQuietWords = (deps: Quieting, person: string, text: string): PlannedQuiet => {
  const span = spanIn(deps, person, text);
  if (span === undefined)
    throw new GatewayError('invalid', `"${text}" isn't a span I understand. Example: saturday 8 to 18.`);
  deps.reach.planQuiet(person, span);
  return span;
};

/** The same with both ends apart: `saturday 8` and `18`, or two instants in ISO 8601. */
export const planQuiet = (deps: Quieting, person: string, from: string, until: string): PlannedQuiet => {
  const [fromAt, untilAt] = [instantOfIso(from), instantOfIso(until)];
  const span = fromAt !== undefined && untilAt !== undefined ? {fromAt, untilAt} : spanOf(deps, person, from, until);
  if (span === undefined)
    throw new GatewayError('invalid', `"${from}" to "${until}" isn't a span I understand. Example: saturday 8 to 18.`);
  deps.reach.planQuiet(person, span);
  return span;
};

const spanIn = (deps: Quieting, person: string, text: string): PlannedQuiet | undefined => {
  const [, from, until] = RANGE.exec(text.trim()) ?? [];
  return from === undefined || until === undefined ? wholeDay(deps, person, text) : spanOf(deps, person, from, until);
};

const spanOf = (deps: Quieting, person: string, from: string, until: string): PlannedQuiet | undefined => {
  const context = contextOf(deps, person);
  const {now, zone} = context;
  const read = (words: string, after: EpochMs) => deps.times.readWords(words, {...context, now: after});
  const [start, end] = [clockOf(from), clockOf(until)];
  if (start !== undefined) {
    // Today's span counts until it has ended.
    if (end === undefined) return undefined;
    const days = [-1, 0, 1].map(distance => plusDays(wallTimeAt(now, zone), distance));
    return days.map(day => clocks(day, start, end, zone)).find(({untilAt}) => untilAt > now);
  }
  const begin = momentOf(read(from, now));
  if (begin === undefined) return undefined;
  const day = wallTimeAt(begin.at, zone);
  const fromAt = begin.isDay ? instantAt(atMinute(day, 0), zone) : begin.at;
  if (end !== undefined) {
    const sameDay = instantAt(atMinute(day, end), zone);
    return {fromAt, untilAt: sameDay > fromAt ? sameDay : instantAt(atMinute(plusDays(day, 1), end), zone)};
  }
  const last = momentOf(read(until, Math.max(now, begin.at - MINUTE)));
  if (last === undefined) return undefined;
  return {fromAt, untilAt: last.isDay ? endOfDay(last.at, zone) : last.at};
};

/** `saturday` alone is the whole day. */
const wholeDay = (deps: Quieting, person: string, text: string): PlannedQuiet | undefined => {
  const context = contextOf(deps, person);
  const {zone} = context;
  const day = momentOf(deps.times.readWords(text, context));
  if (day?.isDay !== true) return undefined;
  return {fromAt: instantAt(atMinute(wallTimeAt(day.at, zone), 0), zone), untilAt: endOfDay(day.at, zone)};
};

const contextOf = ({people, clock}: Quieting, person: string): SentenceContext => ({
  now: clock.now(),
  zone: people.zoneOf(person),
  locale: people.localeOf(person),
});

/** Words that are one time and nothing else. `isDay`: they name no time of day. */
const momentOf = (reading: Reading): {readonly at: EpochMs; readonly isDay: boolean} | undefined =>
  reading.kind === 'read' && reading.text.trim() === '' && reading.repeat === undefined
    ? {at: reading.fireAt, isDay: reading.notes?.some(({kind}) => kind === 'no-time') === true}
    : undefined;

/** The minute of the day of `8`, `18:00`, `6pm` or `18 Uhr`. */
const clockOf = (text: string): number | undefined => {
  const [, clock = '', half] = /^(?:at |um )?(\d{1,2}(?:[:.]\d{2})?)\s*(am|pm|uhr|h)?$/iu.exec(text.trim()) ?? [];
  const minutes = minuteOfDay(clock);
  if (minutes === undefined || half === undefined || /^(?:uhr|h)$/iu.test(half)) return minutes;
  const hours = Math.floor(minutes / 60) % 12;
  return (half.toLowerCase() === 'pm' ? 12 + hours : hours) * 60 + (minutes % 60);
};

const clocks = (day: WallTime, start: number, end: number, zone: string): PlannedQuiet => ({
  fromAt: instantAt(atMinute(day, start), zone),
  untilAt: instantAt(atMinute(end > start ? day : plusDays(day, 1), end), zone),
});

const endOfDay = (at: EpochMs, zone: string): EpochMs =>
  instantAt(atMinute(plusDays(wallTimeAt(at, zone), 1), 0), zone);

/** `off 2`, `off all`: of the planned ones. */
const OFF = /^\s*(?:off|remove|aus)\s+(all|alle|\d{1,2})\s*$/iu;
const RANGE = /^(?:from\s+|von\s+|on\s+|am\s+)?(\S.{0,60}?)\s*(?:\s(?:to|until|till|bis)\s|[–-])\s*(\S.{0,60})$/iu;
