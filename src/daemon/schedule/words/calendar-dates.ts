// What a date parser found in a text, made into an instant in the person's zone: which parts were said, which are assumed,
// and which of the days it may be is meant. Pure.
import {present} from '../../../shared/fields/present.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {instantAt, plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';

/** A date or a time of day in a text, as the parser reports it. */
export type ParsedDate = {
  readonly text: string;
  /** A field of the date, said or assumed by the parser. */
  readonly get: (part: DatePart) => number;
  /** Whether the field was said. */
  readonly said: (part: DatePart) => boolean;
  readonly has: (tag: string) => boolean;
};
type DatePart = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'second' | 'meridiem' | 'timezoneOffset';

type DateContext = {
  readonly now: EpochMs;
  readonly zone: string;
  /** The clock face was read aloud ("half past seven"): twelve hours, either half of the day. */
  readonly twelveHour: boolean;
  /** It is about waking up: of two halves of the day the first. */
  readonly morning: boolean;
};

type DatedInstant = {
  readonly at: EpochMs;
  /** What was not said, in words. */
  readonly assumed?: string;
  /** The wall time that was meant, which the zone's clocks may never show. Not where an offset was said. */
  readonly wall?: WallTime;
  /** The offset that was said, as it was ("PST"), with the time there. */
  readonly there?: OffsetTime;
};
/** A time that was said with an offset of its own: `PST`, `UTC+2`. */
export type OffsetTime = {readonly name: string; readonly offsetMs: number};

/** The instant meant. Undefined for what is no date (a length of time, "now", "last friday"). */
export const instantOfDate = (date: ParsedDate, context: DateContext): DatedInstant | undefined => {
  const {now, zone} = context;
  if (isNoDate(date)) return undefined;
  const today = wallTimeAt(now, zone);
  const hasDay = (['day', 'weekday', 'month', 'year'] as const).some(date.said);
  const time = timeOf(date, {...context, today, hasDay});
  const day = hasDay ? {year: date.get('year'), month: date.get('month'), day: date.get('day')} : {};
  if (date.said('timezoneOffset')) {
    const offset = date.get('timezoneOffset') * MINUTE;
    const there = {...wallTimeAt(now + offset, 'UTC'), ...day, ...time.wall};
    const at = instantAt(there, 'UTC') - offset;
    const [name = ''] = /[\p{L}+\-−:\d]*$/u.exec(date.text) ?? [];
    return {
      at: at > now || hasDay ? at : instantAt(plusDays(there, 1), 'UTC') - offset,
      there: {name, offsetMs: offset},
    };
  }
  const wall: WallTime = {...today, ...day, ...time.wall};
  const at = instantAt(wall, zone);
  const meant = at > now ? wall : nextOne(date, wall, hasDay);
  return {
    at: instantAt(meant, zone),
    wall: meant,
    ...present({assumed: time.assumed}),
  };
};

export const MORNING_HOUR = 9;
export const NINE_ASSUMED = 'no time of day was said, so 09:00';

/** Lengths of time are read elsewhere, to the millisecond; "next week" is a date all the same. */
const isNoDate = (date: ParsedDate): boolean => {
  if (date.has('result/relativeDateAndTime') || date.has('casualReference/now')) return true;
  if (/^(?:last|past)\b/iu.test(date.text)) return true;
  return date.has('result/relativeDate') && !date.said('hour') && !/^(?:next|this)\b/iu.test(date.text);
};

type TimeOfDay = {
  readonly wall: Pick<WallTime, 'hour' | 'minute' | 'second' | 'millisecond'>;
  readonly assumed?: string;
};
type TimeContext = DateContext & {readonly today: WallTime; readonly hasDay: boolean};

const timeOf = (date: ParsedDate, context: TimeContext): TimeOfDay => {
  if (date.said('hour')) return {wall: saidTime(date, context)};
  const part = PARTS_OF_DAY.find(({tag, said}) => date.has(tag) && said.test(date.text));
  if (part === undefined) return {wall: clock(MORNING_HOUR), assumed: NINE_ASSUMED};
  const ahead = part.times.find(time => !context.hasDay || isAhead(clock(...time), context));
  return {wall: clock(...(part.tag === TONIGHT ? (ahead ?? part.times[0]) : part.times[0]))};
};

/** "at 5" without a day is the next time a clock face shows it; with minutes, or a day, it is a 24-hour clock's. */
const saidTime = (date: ParsedDate, context: TimeContext): TimeOfDay['wall'] => {
  const [hour, minute, second] = [date.get('hour'), date.get('minute'), date.get('second')];
  const said = clock(hour, minute, second);
  const bare = context.twelveHour || /^\D*\d{1,2}$/u.test(date.text.trim());
  const eitherHalf = bare && !context.hasDay && !context.morning && !date.said('meridiem') && hour >= 1 && hour <= 11;
  if (!eitherHalf || isAhead(said, context)) return said;
  const afternoon = clock(hour + 12, minute, second);
  return isAhead(afternoon, context) ? afternoon : said;
};

const isAhead = (wall: TimeOfDay['wall'], {today, zone, now}: TimeContext): boolean =>
  instantAt({...today, ...wall}, zone) > now;

const clock = (hour: number, minute = 0, second = 0): TimeOfDay['wall'] => ({hour, minute, second, millisecond: 0});

/** A time of day that is over means tomorrow's, a weekday next week's, a date without a year the next one. Others stay past. */
const nextOne = ({said}: ParsedDate, wall: WallTime, hasDay: boolean): WallTime => {
  if (!hasDay) return plusDays(wall, 1);
  if (said('year')) return wall;
  if (said('month')) return {...wall, year: wall.year + 1};
  return said('weekday') && !said('day') ? plusDays(wall, 7) : wall;
};

type Times = readonly [readonly [number, number], ...(readonly [number, number])[]];
type PartOfDay = {readonly tag: string; readonly said: RegExp; readonly times: Times};

const TONIGHT = 'casualReference/tonight';
const PARTS_OF_DAY: readonly PartOfDay[] = [
  // The later it is, the later tonight becomes.
  {
    tag: TONIGHT,
    said: /./u,
    times: [
      [20, 0],
      [22, 0],
      [23, 30],
    ],
  },
  {tag: 'casualReference/morning', said: /./u, times: [[MORNING_HOUR, 0]]},
  {tag: 'casualReference/afternoon', said: /./u, times: [[15, 0]]},
  {tag: 'casualReference/evening', said: /night/iu, times: [[20, 0]]},
  {tag: 'casualReference/evening', said: /./u, times: [[18, 0]]},
];
