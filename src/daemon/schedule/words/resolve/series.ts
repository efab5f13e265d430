// Resolves a recurrence to its rule, its first occurrence and its end. Pure.
import type {TimeNote} from '../../../../shared/languages/answers.ts';
import {type Repeat, yearOf} from '../../../../shared/languages/times/meaning.ts';
import {DAY, type EpochMs, HOUR, isoOf, MINUTE, twoDigits} from '../../../../shared/time/time.ts';
import {formatWall} from '../../../../shared/time/wall-text.ts';
import {instantAt, type WallTime, wallTimeAt} from '../../../../shared/time/zone.ts';
import {isPlainInterval} from '../../recurrence/check-rule.ts';
import {occurrencesAfter, settingsNeeded} from '../../recurrence/occurrences.ts';
import type {PhraseTime, ReadRecurrence, TimePhrase} from '../reading.ts';
import {withYearOf} from '../two-parts.ts';
import type {Problem, TimeContext} from './context.ts';
import {exceptionsOf} from './exceptions.ts';
import {type PlainRepeat, plainRepeat, withinPeriod} from './repeat.ts';
import {later, resolve} from './resolve.ts';
import {ruleOf, type TimeOfDay} from './rule.ts';
import {hourMeant, partHour} from './timed.ts';

type ReadSeries = {
  readonly repeat: ReadRecurrence;
  /** The first occurrence. */
  readonly at: EpochMs;
  /** The assumption about a missing part, in words. */
  readonly assumed?: readonly TimeNote[];
  /** Only a part of the day is named: "every night". */
  readonly isLoose: boolean;
  /** The first day is named. */
  readonly hasStart: boolean;
};

export const seriesOf = (said: TimePhrase, context: TimeContext): ReadSeries | Problem => {
  const phrase = withYearOfEnd(withinPeriod(said));
  if (phrase.never !== undefined) return {problem: phrase.never};
  const spoken = plainRepeat(phrase);
  if ('problem' in spoken) return spoken;
  const plain = isPastMidnight(phrase, spoken, context) ? nextDays(spoken) : spoken;
  if (phrase.zone?.kind === 'offset') {
    return {
      problem: {kind: 'offset-repeats', value: phrase.zone.name},
    };
  }
  const zone = phrase.zone?.zone ?? context.zone;
  const there = {...context, zone};
  const times = timesOf(phrase, plain, there);
  if ('problem' in times) return times;
  const leftOut = exceptionsOf(phrase, there);
  if (typeof leftOut === 'object') return leftOut;
  const anchor = anchorOf(plain, phrase, there);
  if ('problem' in anchor) return anchor;
  const days = phrase.fromDone === true ? plain.repeat : onLateDay(plain.repeat, anchor.wall);
  const ruled = ruleOf(days, phrase, times.list, leftOut);
  if ('problem' in ruled) return ruled;
  const {rule} = ruled;
  if (phrase.fromDone === true && !isPlainInterval(rule)) return {problem: {kind: 'not-from-done'}};
  if (settingsNeeded(rule).place && context.calendar.place === undefined) return {problem: {kind: 'needs-place'}};
  const from = {plain, phrase, rule, times: times.list};
  const named = startOf(from, there);
  if ('problem' in named) return named;
  const end = endOf(phrase, named.wall, there);
  if ('problem' in end) return end;
  // "from 1 to 24 december" on 10 december has begun already.
  const hasBegun =
    phrase.starting?.day?.kind === 'date' && end.until !== undefined && end.until < formatWall(named.wall).slice(0, 10);
  const start = hasBegun ? startOf({...from, phrase: {...phrase, starting: undefined}}, there) : named;
  if ('problem' in start) return start;
  const counted = phrase.fromDone === true ? ({from: 'done'} as const) : {};
  const repeat: ReadRecurrence = {rule, zone, start: formatWall(start.wall), ...end, ...counted};
  const [at] = occurrencesAfter({...repeat, words: ''}, context.now, 1, context.calendar);
  if (at === undefined) return {problem: {kind: 'ends-first'}};
  const hasStart = phrase.starting !== undefined || plain.from !== undefined;
  return {repeat, at, hasStart, isLoose: times.isLoose === true, assumed: times.assumed};
};

const withYearOfEnd = (phrase: TimePhrase): TimePhrase => {
  const {starting, until} = phrase;
  if (starting?.day === undefined || until?.day === undefined) return phrase;
  return {...phrase, starting: {...starting, day: withYearOf(starting.day, until.day)}};
};

/** "every friday night at 1" rings on Saturday. */
const isPastMidnight = ({times}: TimePhrase, {repeat}: PlainRepeat, context: TimeContext): boolean =>
  times.length > 0 &&
  times.every(named => {
    const time: PhraseTime = repeat.part === undefined ? named : {part: repeat.part, partFirst: true, ...named};
    if (time.clock === undefined) return time.part === 'midnight' && time.partFirst === true;
    return time.part !== undefined && hourMeant(time, context).hour >= 24;
  });

const nextDays = (plain: PlainRepeat): PlainRepeat => {
  const {unit, weekdays} = plain.repeat;
  return unit === 'week' && weekdays !== undefined
    ? {...plain, repeat: {...plain.repeat, weekdays: weekdays.map(day => (day + 1) % 7)}}
    : plain;
};

type Times = {readonly list: readonly TimeOfDay[]; readonly assumed?: readonly TimeNote[]; readonly isLoose?: boolean};

/** An hourly series starts at the given time. A daily series without a time of day starts in the morning. */
const timesOf = (phrase: TimePhrase, {repeat}: PlainRepeat, context: TimeContext): Times | Problem => {
  if (phrase.sun !== undefined || phrase.window !== undefined) return {list: []};
  const parts: readonly PhraseTime[] =
    phrase.times.length > 0 ? phrase.times : repeat.part === undefined ? [] : [{part: repeat.part}];
  const isOfHours = repeat.unit === 'minute' || repeat.unit === 'hour';
  if (parts.length === 0 && isOfHours) return {list: []};
  // "every hour at night" ends in the morning, which no rule says.
  if (isOfHours && parts.some(({clock, part}) => clock === undefined && part !== 'noon' && part !== 'midnight'))
    return {problem: {kind: 'one-time-or-interval'}};
  if (phrase.often?.unit === 'day' && parts.length < phrase.often.times) {
    return {problem: {kind: 'times-of-day'}};
  }
  const {hour, minute} = context.morning;
  if (parts.length === 0)
    return {list: [{hour, minute, second: 0}], assumed: [{kind: 'no-time', time: clock(hour, minute)}]};
  const list = parts.map(time => timeOf({part: repeat.part, ...time}, context));
  const shifted = parts.flatMap((time, index): readonly TimeNote[] => {
    const to = list[index];
    const isPlain = time.clock === undefined || time.part !== undefined || repeat.part !== undefined;
    if (isPlain || to === undefined || to.hour === time.clock?.hour % 24) return [];
    const said = `${time.clock.hour}${to.minute > 0 ? `:${twoDigits(to.minute)}` : ''}`;
    return [{kind: 'read-as', said, time: clock(to.hour, to.minute)}];
  });
  const loose = parts.flatMap((time, index): readonly TimeNote[] => {
    const at = list[index];
    const isLoose = time.clock === undefined && time.part !== 'noon' && time.part !== 'midnight';
    return isLoose && at !== undefined
      ? [{kind: 'part', part: time.part ?? 'night', time: clock(at.hour, at.minute)}]
      : [];
  });
  const assumed = [...shifted, ...loose];
  return {list, assumed: assumed.length !== 0 ? assumed : undefined, isLoose: loose.length > 0};
};

const timeOf = (time: PhraseTime, context: TimeContext): TimeOfDay => {
  if (time.clock === undefined) return partHour(time.part ?? 'morning', context);
  const {hour, minute, second} = hourMeant(time, context);
  return {hour: hour % 24, minute, second};
};

/** The day that a series without named days counts from: the named start, else today. */
const anchorOf = (
  {from}: PlainRepeat,
  {starting}: TimePhrase,
  context: TimeContext,
): {readonly wall: WallTime} | Problem => {
  const first = atEdge(from ?? starting);
  if (first === undefined) return {wall: wallTimeAt(context.now, context.zone)};
  const found = resolve(first, context);
  return 'problem' in found ? found : {wall: wallTimeAt(found.at, context.zone)};
};

/** "every month", said on the 31st, is the last day of a shorter month, as "every month on the 31st" is. */
const onLateDay = (repeat: Repeat, {month, day}: WallTime): Repeat => {
  if (!isOpen(repeat)) return repeat;
  if (repeat.unit === 'month' && day > SHORTEST_MONTH) return {...repeat, monthDays: [day]};
  return repeat.unit === 'year' && month === 2 && day > SHORTEST_MONTH ? {...repeat, month, monthDays: [day]} : repeat;
};

/** The recurrence names no days. */
const isOpen = ({weekdays, monthDays, workday, easter, month}: Repeat): boolean =>
  [weekdays, monthDays, workday, easter, month].every(value => value === undefined);

type Starting = {
  readonly plain: PlainRepeat;
  readonly phrase: TimePhrase;
  readonly rule: string;
  readonly times: readonly TimeOfDay[];
};

const startOf = (
  {plain: {repeat, from}, phrase, rule, times}: Starting,
  context: TimeContext,
): {readonly wall: WallTime} | Problem => {
  const {now, zone, calendar} = context;
  const starting = atEdge(from ?? phrase.starting);
  const [time] = times;
  const isElapsed = !/;BY/u.test(rule) && (repeat.unit === 'hour' || repeat.unit === 'minute');
  const first =
    starting !== undefined || (isElapsed && phrase.times.length > 0)
      ? resolve(
          {
            ...(starting ?? phrase),
            ...((starting === undefined || starting.times.length === 0) && {times: phrase.times.slice(0, 1)}),
          },
          context,
        )
      : undefined;
  if (first !== undefined && 'problem' in first) return first;
  // "at 9/12/17 every day" is no series since 2017.
  const isPast = first !== undefined && first.at < now - DAY;
  if (isPast && phrase.starting === undefined && from?.day !== undefined && yearOf(from.day) !== undefined) {
    return {problem: {kind: 'how-often'}};
  }
  if (isElapsed) {
    const step = repeat.every * (repeat.unit === 'hour' ? HOUR : MINUTE);
    const begin = first?.at ?? nextAt(phrase.atMinute, {now, zone, step});
    return {wall: wallTimeAt(begin - (begin % MINUTE), zone)};
  }
  const day = wallTimeAt(first?.at ?? now, zone);
  const oneTime = times.length === 1 ? time : undefined;
  const anchor = {...day, hour: 0, minute: phrase.atMinute ?? 0, second: 0, millisecond: 0, ...oneTime};
  // Finds the first named day without the interval: every other Tuesday starts on the next Tuesday.
  const isNamed =
    (!isOpen(repeat) && /;BY(?:DAY|MONTH)|X-(?!EXCEPT)/u.test(rule)) || repeat.unit === 'day' || starting !== undefined;
  const nearest = isNamed ? rule.replace(/;INTERVAL=\d+/u, '') : rule;
  const near = occurrencesAfter({rule: nearest, zone, start: formatWall(anchor), words: ''}, now, 3, calendar);
  const at = near.find(instant => isOfQuarter(wallTimeAt(instant, zone), repeat)) ?? near[0];
  if (at === undefined) return {problem: {kind: 'never'}};
  return {wall: {...wallTimeAt(at, zone), millisecond: 0, ...oneTime}};
};

const isOfQuarter = ({month}: WallTime, {monthOfQuarter}: Repeat): boolean =>
  monthOfQuarter === undefined || (month - 1) % 3 === monthOfQuarter - 1;

/** A series that starts next month starts on its first day. */
const atEdge = (phrase: TimePhrase | undefined): TimePhrase | undefined =>
  phrase?.day?.kind === 'period' ? {...phrase, day: {...phrase.day, isEdge: true}} : phrase;

/** "until next month" ends before that month begins. */
const beforePeriod = (until: TimePhrase): TimePhrase =>
  until.day?.kind === 'period' && until.times.length === 0
    ? {...until, day: {kind: 'from', days: -1, day: {...until.day, isEdge: true}}}
    : until;

/** "from may to september" ends with September. "until september" ends on its first day. */
const throughMonth = (until: TimePhrase, {starting}: TimePhrase): TimePhrase => {
  const {day} = until;
  const isOfMonths = day?.kind === 'date' && starting?.day?.kind === 'date' && starting.day.isMonth === true;
  if (!isOfMonths || day.isMonth !== true) return until;
  return {...until, day: {kind: 'of-month', day: -1, month: day.month, year: day.year}};
};

/** One interval from now, at the given minute of the hour. */
const nextAt = (
  minute: number | undefined,
  {now, zone, step}: {readonly now: EpochMs; readonly zone: string; readonly step: number},
): EpochMs => {
  if (minute === undefined) return now + step;
  const at = instantAt({...wallTimeAt(now + step, zone), minute, second: 0, millisecond: 0}, zone);
  return step === HOUR && at - HOUR > now ? at - HOUR : at;
};

type End = {readonly until?: string; readonly count?: number};

const endOf = (phrase: TimePhrase, start: WallTime, context: TimeContext): End | Problem => {
  const {until, count, lasting, times, isTotal} = phrase;
  // "every monday 2 times at 9 and 17": the number of times of a day.
  const isOfDay = count !== undefined && count > 1 && count === times.length && isTotal !== true;
  if (count !== undefined && !isOfDay) return {count};
  const begin = instantAt(start, context.zone);
  if (lasting !== undefined) {
    if (lasting.months === 0 && lasting.ms < DAY) return {until: isoOf(begin + lasting.ms)};
    const last = later({ms: lasting.ms - DAY, months: lasting.months}, {...context, now: begin});
    return {until: formatWall(wallTimeAt(last, context.zone)).slice(0, 10)};
  }
  if (until === undefined) return {};
  const found = resolve(throughMonth(beforePeriod(until), phrase), {...context, bareHours: 'as-said'});
  if ('problem' in found) return found;
  const isDay = until.times.length === 0 && (until.day !== undefined || until.span !== undefined);
  return {until: isDay ? formatWall(wallTimeAt(found.at, context.zone)).slice(0, 10) : isoOf(found.at)};
};

const clock = (hour: number, minute: number): string => `${twoDigits(hour)}:${twoDigits(minute)}`;
const SHORTEST_MONTH = 28;
