// Resolves a phrase to an instant: chooses the day and the half of the day. Pure.
import type {Day, Span} from '../../../../shared/languages/times/meaning.ts';
import {DAY, type EpochMs} from '../../../../shared/time/time.ts';
import {instantAt, plusDays, type WallTime, wallTimeAt, weekdayOf} from '../../../../shared/time/zone.ts';
import type {TimePhrase} from '../reading.ts';
import {isOfDays, withYear} from '../two-parts.ts';
import type {Problem, Resolved, TimeContext} from './context.ts';
import {type CalendarDay, daysMeant, lastDayOf} from './days.ts';
import {timed} from './timed.ts';

/** The resolved instant, which may be in the past. */
export const resolve = (phrase: TimePhrase, context: TimeContext): Resolved | Problem => {
  if (phrase.never !== undefined) return {problem: phrase.never, isNamed: true};
  if (phrase.instant !== undefined) return {at: phrase.instant};
  if (phrase.window !== undefined) return {problem: {kind: 'one-time'}};
  const {zone} = phrase;
  if (zone?.kind === 'offset') {
    // An offset is a shifted UTC: the wall time is read as UTC and then moved.
    const there = resolveIn(phrase, {...context, now: context.now + zone.offsetMs, zone: 'UTC'});
    if ('problem' in there) return there;
    const {wall: _, ...rest} = there;
    return {
      ...rest,
      at: there.at - zone.offsetMs,
      ...(there.other !== undefined && {other: there.other - zone.offsetMs}),
    };
  }
  return resolveIn(phrase, zone === undefined ? context : {...context, zone: zone.zone});
};

const resolveIn = (phrase: TimePhrase, context: TimeContext): Resolved | Problem => {
  const {span, lasting, shift} = phrase;
  const longer = withLonger(phrase);
  if (longer !== undefined) return eitherOf(longer.map(variant => resolveIn(variant, context)));
  const length = span ?? (phrase.day === undefined && phrase.times.length === 0 ? lasting : undefined);
  if (shift !== undefined) return shifted(phrase, shift, context);
  if (length !== undefined && phrase.day === undefined && (phrase.times.length === 0 || !isOfDays(length))) {
    return {at: later(length, context)};
  }
  return resolveDated(phrase, context);
};

/** "in 2 to 3 hours": the phrase with each end of its duration. */
const withLonger = (phrase: TimePhrase): readonly TimePhrase[] | undefined => {
  const {span, shift} = phrase;
  if (span?.upTo !== undefined) return [{...span, upTo: undefined}, span.upTo].map(end => ({...phrase, span: end}));
  if (shift?.span.upTo === undefined) return undefined;
  return [{...shift.span, upTo: undefined}, shift.span.upTo].map(end => ({...phrase, shift: {...shift, span: end}}));
};

const eitherOf = ([first = NO_SUCH_DAY, second]: readonly (Resolved | Problem)[]): Resolved | Problem =>
  'problem' in first || second === undefined || 'problem' in second ? first : {...first, other: second.at};

/** A shift before or after a time. Shifts by whole days keep the time of day. */
const shifted = (
  phrase: TimePhrase,
  {span, sign}: NonNullable<TimePhrase['shift']>,
  context: TimeContext,
): Resolved | Problem => {
  const {shift: _, ...base} = phrase;
  if (isOfDays(span) && phrase.times.length === 0 && base.day !== undefined) {
    const days = (span.ms / DAY) * sign;
    return resolveDated({...base, day: {kind: 'from', days, months: span.months * sign, day: base.day}}, context);
  }
  const found = resolveDated(base, context);
  if ('problem' in found) return found;
  if (span.months > 0) return {problem: {kind: 'days-and-hours'}};
  if (isOfDays(span) && found.wall !== undefined) {
    const wall = plusDays(found.wall, (span.ms / DAY) * sign);
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
  const days = candidates(inYearAhead(phrase, today), context, today);
  if ('problem' in days) return days;
  const [time] = phrase.times;
  const found = days.map(day => timed(day, phrase, time, {...context, today}));
  const ahead = found.find(({at}) => at > context.now);
  const [first] = found;
  if (first === undefined) return NO_SUCH_DAY;
  const nearer = nearerDay(phrase, today);
  if (nearer !== undefined) return {...first, other: timed(nearer, phrase, time, {...context, today}).at};
  const isToday = phrase.day?.kind === 'ahead' && phrase.day.days === 0;
  // Late in the evening, "tonight" has no time of its own left.
  const isLoose = time === undefined || (time.clock === undefined && time.part === 'night');
  if (ahead === undefined && isToday && isLoose && phrase.sameTime === undefined) {
    return {problem: {kind: 'time-of-day'}, isNamed: true};
  }
  return ahead ?? first;
};

/** On a Monday, "next friday" may also mean the Friday of this week. */
const nearerDay = ({day, span}: TimePhrase, today: WallTime): CalendarDay | undefined => {
  if (day?.kind !== 'weekday' || day.which !== 'next' || span !== undefined) return undefined;
  const ahead = (day.weekday - weekdayOf(today) + 7) % 7;
  const isThisWeek = ahead > 0 && (weekdayOf(today) + 6) % 7 < (day.weekday + 6) % 7;
  return isThisWeek ? plusDays(today, ahead + (day.weeks ?? 0) * 7) : undefined;
};

/** "easter next year" */
const inYearAhead = (phrase: TimePhrase, {year}: WallTime): TimePhrase => {
  const day =
    phrase.yearsAhead === undefined ? undefined : phrase.day && withYear(phrase.day, year + phrase.yearsAhead);
  return day === undefined ? phrase : {...phrase, day};
};

/** The possible days, nearest first. Without a day: today, then tomorrow. */
const candidates = (phrase: TimePhrase, context: TimeContext, today: WallTime): readonly CalendarDay[] | Problem => {
  const {span, weekday} = phrase;
  if (phrase.day === undefined && span !== undefined) {
    return [wallTimeAt(later(span, context), context.zone)];
  }
  if (phrase.day === undefined) return [today, plusDays(today, 1)];
  const there = span === undefined ? undefined : wallTimeAt(later(span, context), context.zone);
  // "on friday in 3 days" is right only if that day is a Friday.
  if (phrase.day.kind === 'weekday' && there !== undefined && span?.months === 0 && (span.ms / DAY) % 7 !== 0) {
    return weekdayOf(there) === phrase.day.weekday ? [there] : otherWeekday(there);
  }
  const day = span === undefined ? phrase.day : dayAfter(phrase.day, span, today);
  if (day === undefined) return {problem: {kind: 'open'}};
  const moved = daysMeant(day, {
    today,
    monthFirst: context.monthFirst,
    isHoliday: date => context.calendar.holidays?.isHoliday(date) === true,
  });
  if (moved.length === 0) return NO_SUCH_DAY;
  if (weekday === undefined) return moved;
  // "friday 3 december" must be right for this year. "friday the 25th" may be in the next month.
  const near = phrase.day.kind === 'of-month' ? moved : moved.slice(0, 1);
  const agreeing = near.filter(day => weekdayOf({...today, ...day}) === weekday);
  const [first = today] = moved;
  return agreeing.length > 0 ? agreeing : otherWeekday(first);
};

/** "friday in 2 weeks", "tomorrow in a month", "in 2 months on the 5th". Undefined for "christmas in 2 weeks". */
const dayAfter = (day: Day, {ms, months}: Span, today: WallTime): Day | undefined => {
  const days = ms / DAY;
  switch (day.kind) {
    case 'ahead':
      return {kind: 'from', days, months, day};
    case 'weekday': {
      if (months === 0) return {kind: 'from', days, day};
      // The nearest such weekday: "friday in a month".
      const on = plusDays({...today, month: today.month + months}, days);
      const nearest = ((day.weekday - weekdayOf(on) + 10) % 7) - 3;
      return day.which === undefined && day.weeks === undefined
        ? {kind: 'from', days: days + nearest, months, day: {kind: 'ahead', days: 0}}
        : undefined;
    }
    case 'of-month':
      return months > 0 && days === 0 && day.months === undefined && day.month === undefined
        ? {...day, months}
        : undefined;
    default:
      return undefined;
  }
};

const otherWeekday = ({year, month, day}: CalendarDay): Problem => ({
  problem: {kind: 'other-weekday', value: `${year}-${month}-${day}`},
});

const NO_SUCH_DAY: Problem = {problem: {kind: 'no-such-time'}, isNamed: true};
const MOST_MONTHS = 7_000 * 12;
