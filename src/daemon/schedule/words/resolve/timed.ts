// Resolves the time of day on a given day: chooses the half of the day where the words leave it open. Pure.
import type {TimeNote} from '../../../../shared/languages/answers.ts';
import type {Clock, Part} from '../../../../shared/languages/times/meaning.ts';
import {type EpochMs, twoDigits} from '../../../../shared/time/time.ts';
import {instantAt, plusDays, type WallTime} from '../../../../shared/time/zone.ts';
import type {PhraseTime, TimePhrase} from '../reading.ts';
import type {Resolved, TimeContext} from './context.ts';
import type {CalendarDay} from './days.ts';

type OnDay = TimeContext & {readonly today: WallTime};

/** Without a time of day the result is in the morning. */
export const timed = (day: CalendarDay, phrase: TimePhrase, time: PhraseTime | undefined, context: OnDay): Resolved => {
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
    return {...resolved(on(hour, minute), at), assumed: [{kind: 'no-time', time: clock(hour, minute)}]};
  }
  if (time.clock === undefined) {
    const wall = partTimes(time, phrase, context)
      .map(([hour, minute]) => on(hour, minute))
      .find((candidate, index, all) => at(candidate) > now || index === all.length - 1);
    const isLoose = time.part !== 'noon' && time.part !== 'midnight';
    const assumed: readonly TimeNote[] | undefined =
      wall !== undefined && isLoose
        ? [{kind: 'part', part: time.part ?? 'night', time: clock(wall.hour, wall.minute)}]
        : undefined;
    return {...resolved(wall ?? on(0), at), assumed};
  }
  const isToday = day.day === today.day && day.month === today.month && day.year === today.year;
  const isTonight = isToday && isNear(phrase);
  const said = hourMeant(time, context);
  const {hour, minute, second} =
    isTonight && time.part === 'night' ? ofThisNight(said, night => at(on(night.hour, night.minute)) > now) : said;
  const wall = on(hour, minute, second);
  const evening = isOpen(time, context) && hour < 12 ? on(hour + 12, minute, second) : undefined;
  if (evening !== undefined && time.clock.style === 'face') {
    const written = asWritten({wall, evening}, {phrase, isToday, isSmall: hour <= LAST_SMALL}, {at, now});
    return {
      ...written,
      assumed: (written.wall === evening ? readAsNotes(time.clock, evening) : undefined) ?? written.assumed,
    };
  }
  // In the afternoon, "at 9" means this evening, or perhaps tomorrow morning.
  const isOver = isToday && at(wall) <= now && hour > LAST_SMALL;
  if (evening !== undefined && isOver && isNear(phrase) && at(evening) > now) {
    const tomorrow = phrase.day === undefined ? at(plusDays(wall, 1)) : undefined;
    return {...resolved(evening, at), other: tomorrow};
  }
  if (phrase.day === undefined && isOpenNight(time, context.lastNightHour)) {
    const dawn = on(time.clock.hour, minute, second);
    return {...resolved(wall, at), other: at(at(dawn) > now ? dawn : plusDays(dawn, 1))};
  }
  const isMoved = hour !== time.clock.hour && time.part === undefined && (phrase.day !== undefined || !isToday);
  return {...resolved(wall, at), assumed: isMoved ? readAsNotes(time.clock, wall) : undefined};
};

type Walls = {readonly wall: WallTime; readonly evening: WallTime};
type ReadPhrase = {readonly phrase: TimePhrase; readonly isToday: boolean; readonly isSmall: boolean};

/**
 * "6:45" and "6 Uhr" are read on the 24-hour clock. The evening may be meant too, and is the only choice once the
 * morning is over.
 */
const asWritten = (
  {wall, evening}: Walls,
  {phrase, isToday, isSmall}: ReadPhrase,
  {at, now}: {readonly at: (wall: WallTime) => EpochMs; readonly now: EpochMs},
): Resolved & {readonly wall: WallTime} => {
  const isOver = at(wall) <= now;
  const isTodayNamed = isToday && phrase.day !== undefined && isNear(phrase);
  if (isOver && isTodayNamed && at(evening) > now) return {at: at(evening), wall: evening};
  // Without a day, what is over today means tomorrow, or this evening.
  const thisEvening = plusDays(evening, -1);
  const isTomorrow = phrase.day === undefined && phrase.span === undefined && !isToday;
  const other = isTomorrow && at(thisEvening) > now ? at(thisEvening) : isSmall && !isOver ? at(evening) : undefined;
  return {at: at(wall), wall, other};
};

const isNear = ({day}: TimePhrase): boolean => day === undefined || day.kind === 'ahead';

/** The words leave the half of the day open. */
const isOpen = ({clock: said, part}: PhraseTime, {wakes}: Pick<TimeContext, 'wakes'>): boolean =>
  said !== undefined && said.style !== 'exact' && part === undefined && !wakes && said.hour < 12;

/** A written time that the evening may claim as well: "6:45", "6 Uhr". */
export const isTwoTimes = (time: PhraseTime, context: Pick<TimeContext, 'wakes'>): boolean =>
  isOpen(time, context) && time.clock?.style === 'face' && time.clock.hour <= LAST_SMALL;

/** "5 at night" is in the afternoon for some, and before dawn for others. */
export const isOpenNight = ({clock, part}: PhraseTime, lastNightHour: number): boolean =>
  part === 'night' && clock?.style === 'bare' && clock.hour > lastNightHour && clock.hour <= LAST_SMALL;

const readAsNotes = (said: Clock, {hour, minute}: WallTime): readonly TimeNote[] => [
  {
    kind: 'read-as',
    said: `${said.hour}${said.style === 'face' || minute > 0 ? `:${twoDigits(minute)}` : ''}`,
    time: clock(hour, minute),
  },
];

const resolved = (wall: WallTime, at: (wall: WallTime) => EpochMs): Resolved => ({at: at(wall), wall});

/** The time of day, independent of the day. */
export const hourMeant = (
  {clock, part, partFirst}: PhraseTime,
  {bareHours, wakes, lastNightHour}: Pick<TimeContext, 'bareHours' | 'wakes' | 'lastNightHour'>,
): {readonly hour: number; readonly minute: number; readonly second: number} => {
  const {hour = 0, minute = 0, second = 0, style = 'exact'} = clock ?? {};
  const of = (hours: number) => ({hour: hours, minute, second});
  if (style === 'exact' && !(part !== undefined && hour <= 12)) return of(hour);
  switch (part) {
    case 'morning':
      return of(hour === 12 ? 0 : hour);
    case 'evening':
      // "tomorrow evening at 12" is the end of tomorrow.
      return of(hour <= 12 ? hour + 12 : hour);
    case 'afternoon':
    case 'noon':
      return of(hour < 12 && !(part === 'noon' && hour === 11) ? hour + 12 : hour);
    case 'night':
      // "tomorrow night at 1" is one hour after the end of tomorrow.
      if (hour === 12 || hour <= lastNightHour || (style === 'exact' && hour <= LAST_NIGHT))
        return of((hour % 12) + (partFirst === true ? 24 : 0));
      return of(hour < 12 ? hour + 12 : hour);
    default: {
      const isBare = style === 'bare' && bareHours === 'afternoon' && !wakes;
      return of(isBare && hour >= 1 && hour <= LAST_SMALL ? hour + 12 : hour);
    }
  }
};

type Hour = ReturnType<typeof hourMeant>;

/** "tonight at 3" is the coming 3 in the morning: today's until it is over, then tomorrow's. */
const ofThisNight = (meant: Hour, isAhead: (hour: Hour) => boolean): Hour => {
  const early = {...meant, hour: meant.hour % 24};
  if (early.hour > LAST_SMALL) return meant;
  return isAhead(early) ? early : {...early, hour: early.hour + 24};
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
const partTimes = ({part = 'night'}: PhraseTime, phrase: TimePhrase, context: OnDay): readonly Time[] => {
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

const clock = (hour: number, minute: number): string => `${twoDigits(hour)}:${twoDigits(minute)}`;

const LAST_NIGHT = 5;

/** Bare hours up to six mean the afternoon. */
const LAST_SMALL = 6;
