// Resolves a phrase to an instant: chooses the day and the half of the day. Pure.
import {present} from '../../../shared/fields/present.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {instantAt, plusDays, type WallTime, wallTimeAt, weekdayOf} from '../../../shared/time/zone.ts';
import type {World} from '../recurrence/occurrences.ts';
import {type CalendarDay, daysMeant, lastDayOf} from './days.ts';
import type {Part} from './meaning.ts';
import type {BareHours} from './reading.ts';
import {isOfDays, type PhraseTime, type TimePhrase} from './time-phrase.ts';

export type TimeContext = {
  readonly now: EpochMs;
  readonly zone: string;
  readonly bareHours: BareHours;
  readonly morning: {readonly hour: number; readonly minute: number};
  /** A wake-up request, which means the first half of the day. */
  readonly wakes: boolean;
  readonly world: World;
};

export type Resolved = {
  readonly at: EpochMs;
  /** The assumption about a missing part, in words. */
  readonly assumed?: string;
  /** The intended wall time, which may not exist in the zone. Absent for a time with an offset. */
  readonly wall?: WallTime;
  /** Another possible instant of the same words. */
  readonly other?: EpochMs;
};
/** A sentence. A leading "It" stands for the words of the time. `isNamed`: the words still name one instant. */
export type Problem = {readonly problem: string; readonly isNamed?: true};

/** The resolved instant, which may be in the past. */
export const resolve = (phrase: TimePhrase, context: TimeContext): Resolved | Problem => {
  if (phrase.never !== undefined) return {problem: phrase.never, isNamed: true};
  if (phrase.instant !== undefined) return {at: phrase.instant};
  if (phrase.window !== undefined) return {problem: 'Say one time, such as "at 9".'};
  const {zone} = phrase;
  if (zone?.kind === 'offset') {
    // An offset is a shifted UTC: the wall time is read as UTC and then moved.
    const there = resolveIn(phrase, {...context, now: context.now + zone.offsetMs, zone: 'UTC'});
    if ('problem' in there) return there;
    const {wall: _, ...rest} = there;
    return {
      ...rest,
      at: there.at - zone.offsetMs,
      ...(there.other === undefined ? {} : {other: there.other - zone.offsetMs}),
    };
  }
  return resolveIn(phrase, zone === undefined ? context : {...context, zone: zone.zone});
};

const resolveIn = (phrase: TimePhrase, context: TimeContext): Resolved | Problem => {
  const {span, lasting, shift} = phrase;
  const length = span ?? (phrase.day === undefined && phrase.times.length === 0 ? lasting : undefined);
  if (shift !== undefined) return shifted(phrase, shift, context);
  if (length !== undefined && phrase.day === undefined && (phrase.times.length === 0 || !isOfDays(length))) {
    return {at: later(length, context)};
  }
  return resolveDated(phrase, context);
};

/** A shift before or after a time. Shifts by whole days keep the time of day. */
const shifted = (
  phrase: TimePhrase,
  {span, sign}: NonNullable<TimePhrase['shift']>,
  context: TimeContext,
): Resolved | Problem => {
  const {shift: _, ...base} = phrase;
  if (isOfDays(span) && phrase.times.length === 0 && base.day !== undefined) {
    const days = (span.ms / 86_400_000) * sign;
    return resolveDated({...base, day: {kind: 'from', days, months: span.months * sign, day: base.day}}, context);
  }
  const found = resolveDated(base, context);
  if ('problem' in found) return found;
  if (span.months > 0) return {problem: 'I can only count days and hours from a time.'};
  if (isOfDays(span) && found.wall !== undefined) {
    const wall = plusDays(found.wall, (span.ms / 86_400_000) * sign);
    return {at: instantAt(wall, context.zone), wall};
  }
  return {at: found.at + span.ms * sign};
};

/** Adds a duration. Months follow the calendar: 31 January plus a month is the last day of February. */
export const later = (
  {ms, months}: {readonly ms: number; readonly months: number},
  {now, zone}: TimeContext,
): EpochMs => {
  if (months === 0) return now + ms;
  if (months > MOST_MONTHS) return Number.POSITIVE_INFINITY;
  const wall = wallTimeAt(now, zone);
  const month = wall.month + months;
  return instantAt({...wall, month, day: Math.min(wall.day, lastDayOf(wall.year, month))}, zone) + ms;
};

const resolveDated = (phrase: TimePhrase, context: TimeContext): Resolved | Problem => {
  const today = wallTimeAt(context.now, context.zone);
  const days = candidates(phrase, context, today);
  if ('problem' in days) return days;
  const [time] = phrase.times;
  const found = days.map(day => timed(day, phrase, time, {...context, today}));
  const ahead = found.find(({at}) => at > context.now);
  const [first] = found;
  if (first === undefined) return NO_SUCH_DAY;
  const nearer = nearerDay(phrase, today);
  if (nearer !== undefined) return {...first, other: timed(nearer, phrase, time, {...context, today}).at};
  const isToday = phrase.day?.kind === 'ahead' && phrase.day.days === 0;
  if (ahead === undefined && isToday && time === undefined && phrase.sameTime === undefined) {
    return {problem: 'It needs a time of day.', isNamed: true};
  }
  return ahead ?? first;
};

/** On a Monday, "next friday" may also mean the Friday of this week. */
const nearerDay = ({day}: TimePhrase, today: WallTime): CalendarDay | undefined => {
  if (day?.kind !== 'weekday' || day.which !== 'next') return undefined;
  const ahead = (day.weekday - weekdayOf(today) + 7) % 7;
  const isThisWeek = ahead > 0 && (weekdayOf(today) + 6) % 7 < (day.weekday + 6) % 7;
  return isThisWeek ? plusDays(today, ahead) : undefined;
};

/** The possible days, nearest first. Without a day: today, then tomorrow. */
const candidates = (phrase: TimePhrase, context: TimeContext, today: WallTime): readonly CalendarDay[] | Problem => {
  const {span, weekday} = phrase;
  if (phrase.day === undefined && span !== undefined) {
    return [wallTimeAt(later(span, context), context.zone)];
  }
  if (phrase.day === undefined) return [today, plusDays(today, 1)];
  const all = daysMeant(phrase.day, {
    today,
    monthFirst: isMonthFirst(context.zone),
    isHoliday: date => context.world.holidays?.isHoliday(date) === true,
  });
  const moved = span === undefined ? all : all.map(day => plusDays({...today, ...day}, span.ms / 86_400_000));
  if (moved.length === 0) return NO_SUCH_DAY;
  if (weekday === undefined) return moved;
  // "friday 3 december" must be right for this year. "friday the 25th" may be in the next month.
  const near = phrase.day.kind === 'of-month' ? moved : moved.slice(0, 1);
  const agreeing = near.filter(day => weekdayOf({...today, ...day}) === weekday);
  const [first = today] = moved;
  return agreeing.length > 0
    ? agreeing
    : {
        problem: `${first.day} ${MONTHS[first.month - 1]} ${first.year} is a ${WEEKDAYS[weekdayOf({...today, ...first})]}.`,
      };
};

type DayContext = TimeContext & {readonly today: WallTime};

const timed = (day: CalendarDay, phrase: TimePhrase, time: PhraseTime | undefined, context: DayContext): Resolved => {
  const {today, zone, now} = context;
  const at = (wall: WallTime): EpochMs => instantAt(wall, zone);
  const on = (hour: number, minute = 0, second = 0): WallTime =>
    plusDays(
      {...today, year: day.year, month: day.month, day: day.day, hour: hour % 24, minute, second, millisecond: 0},
      Math.floor(hour / 24),
    );
  if (phrase.sameTime === true) return resolved(on(today.hour, today.minute), at);
  if (time === undefined) {
    const {hour, minute} = context.morning;
    return {...resolved(on(hour, minute), at), assumed: `no time of day was said, so ${clock(hour, minute)}`};
  }
  const isToday = day.day === today.day && day.month === today.month && day.year === today.year;
  if (time.clock === undefined) {
    const wall = partTimes(time, phrase, context)
      .map(([hour, minute]) => on(hour, minute))
      .find((one, index, all) => at(one) > now || index === all.length - 1);
    return resolved(wall ?? on(0), at);
  }
  const {hour, minute, second} = hourMeant(time, context);
  const wall = on(hour, minute, second);
  const {
    clock: {style},
    part,
  } = time;
  const isOpen = style === 'bare' && part === undefined && hour >= 7 && hour < 12 && !context.wakes;
  // In the afternoon, "at 9" means this evening, or perhaps tomorrow morning.
  if (isOpen && isToday && at(wall) <= now && (phrase.day === undefined || phrase.day.kind === 'ahead')) {
    const evening = on(hour + 12, minute, second);
    if (at(evening) > now) {
      const tomorrow = phrase.day === undefined ? at(plusDays(wall, 1)) : undefined;
      return {...resolved(evening, at), ...present({other: tomorrow})};
    }
  }
  const isMoved =
    hour !== time.clock.hour && part === undefined && (phrase.day !== undefined || !isToday || style === 'face');
  const assumed = isMoved
    ? `${time.clock.hour}${style === 'face' || minute > 0 ? `:${two(minute)}` : ''} is read as ${clock(hour, minute)}`
    : undefined;
  return {...resolved(wall, at), ...present({assumed})};
};

const resolved = (wall: WallTime, at: (wall: WallTime) => EpochMs): Resolved => ({at: at(wall), wall});

/** The time of day, independent of the day. */
export const hourMeant = (
  {clock, part, partFirst}: PhraseTime,
  {bareHours, wakes}: Pick<TimeContext, 'bareHours' | 'wakes'>,
): {readonly hour: number; readonly minute: number; readonly second: number} => {
  const {hour = 0, minute = 0, second = 0, style = 'exact'} = clock ?? {};
  const of = (hours: number) => ({hour: hours, minute, second});
  if (style === 'exact' && !(part !== undefined && hour <= 12)) return of(hour);
  switch (part) {
    case 'morning':
      return of(hour === 12 ? 0 : hour);
    case 'afternoon':
    case 'evening':
    case 'noon':
      return of(hour < 12 && !(part === 'noon' && hour === 11) ? hour + 12 : hour);
    case 'night':
      // "tomorrow night at 1" is one hour after the end of tomorrow.
      if (hour === 12 || hour <= 4) return of((hour % 12) + (partFirst === true ? 24 : 0));
      return of(hour < 12 ? hour + 12 : hour);
    default:
      return of(bareHours === 'afternoon' && !wakes && hour >= 1 && hour <= 6 ? hour + 12 : hour);
  }
};

type Time = readonly [hour: number, minute: number];

/** The default hour for a part of the day. */
export const partHour = (
  part: Part,
  {morning}: Pick<TimeContext, 'morning'>,
): {readonly hour: number; readonly minute: number; readonly second: number} =>
  part === 'morning' ? {...morning, second: 0} : {hour: PART_HOURS[part], minute: 0, second: 0};

const PART_HOURS = {noon: 12, afternoon: 15, evening: 18, night: 20, midnight: 0} as const;

/** Times for a part of the day alone. As the evening passes, "tonight" moves to a later time. */
const partTimes = ({part = 'night'}: PhraseTime, phrase: TimePhrase, context: DayContext): readonly Time[] => {
  if (part === 'midnight') return [[24, 0]];
  const {hour, minute} = partHour(part, context);
  const isTonight = part === 'night' && phrase.day?.kind === 'ahead' && phrase.day.days === 0;
  return isTonight
    ? [
        [hour, minute],
        [22, 0],
        [23, 30],
      ]
    : [[hour, minute]];
};

const clock = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;
const two = (value: number): string => String(value).padStart(2, '0');

/** Whether 3/12 is 12 March in the country of the zone. */
const isMonthFirst = (zone: string): boolean =>
  /^(?:America|US|Canada)\/|^Pacific\/(?:Honolulu|Guam|Pago_Pago)$/u.test(zone);

const NO_SUCH_DAY: Problem = {problem: "It doesn't exist in the calendar or on the clock.", isNamed: true};
const MOST_MONTHS = 7_000 * 12;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
