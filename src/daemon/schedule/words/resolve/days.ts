// Finds the calendar days that a phrase can mean: the nearest first, then the next choice if the nearest is over. Pure.
import type {Day} from '../../../../shared/languages/times/meaning.ts';
import {plusDays, type WallTime, weekdayOf} from '../../../../shared/time/zone.ts';
import {easterSunday} from '../../recurrence/easter.ts';
import type {TimePhrase} from '../reading.ts';

export type CalendarDay = Pick<WallTime, 'year' | 'month' | 'day'>;

type DayContext = {
  readonly today: WallTime;
  /** 3/12 is 12 March. */
  readonly monthFirst: boolean;
  /** `date` is written as `2026-12-25`. */
  readonly isHoliday: (date: string) => boolean;
};

/** At most two days. Empty if the calendar has no such day. */
export const daysMeant = (day: Day, context: DayContext): readonly CalendarDay[] => {
  const {today} = context;
  switch (day.kind) {
    case 'ahead':
      return [plusDays(today, day.days)];
    case 'weekday':
      return weekdays(day, today);
    case 'of-week':
      return [plusDays(monday(today), ((day.weekday + 6) % 7) + day.weeks * 7)];
    case 'weekend':
      return weekend(day.weeks, today);
    case 'date':
      return dates(day, today);
    case 'figures': {
      const [first, other] = context.monthFirst ? [day.first, day.second] : [day.second, day.first];
      const year = {year: day.year};
      const found = dates({month: first, day: other, ...year}, today);
      return found.length > 0 ? found : dates({month: other, day: first, ...year}, today);
    }
    case 'of-month':
      return ofMonths(day, today, ({year, month}) => dayOf(day.day, {year, month}));
    case 'nth':
      return ofMonths(day, today, month => nthOf(day, month, context));
    case 'period':
      return [beginOrSame(day, today)];
    case 'easter':
      return ofYears(day, today, year => plusDays(easterOf(year), day.days));
    case 'from-date':
      return ofYears(day, today, year => firstFrom(day, {...today, year, month: day.month, day: day.day}));
    case 'by-country':
      return daysMeant(day.elsewhere, context);
    case 'workday':
      return workdayAhead(day.ahead, context);
    case 'beside':
      return daysMeant(day.day, context).map(found => weekdayBeside(day, {...today, ...found}));
    default:
      return daysMeant(day.day, context).map(found =>
        plusDays(clipped({...today, ...found, month: found.month + (day.months ?? 0)}), day.days),
      );
  }
};

/** "next month" is the same day of the next month; as the edge of a series it is the first day of that month. */
const beginOrSame = ({unit, ahead, isEdge}: Extract<Day, {kind: 'period'}>, today: WallTime): CalendarDay => {
  if (unit === 'week') return plusDays(isEdge === true ? monday(today) : today, ahead * 7);
  const month = today.month + ahead * (unit === 'year' ? 12 : 1);
  if (isEdge !== true) return clipped({...today, month});
  return clipped({...today, day: 1, month: unit === 'year' ? month - today.month + 1 : month});
};

/** The day of the given year, else those of this year and the next ones that aren't over. */
const ofYears = (
  {year}: {readonly year?: number},
  today: WallTime,
  find: (year: number) => CalendarDay,
): readonly CalendarDay[] =>
  year === undefined
    ? [0, 1, 2]
        .map(years => find(today.year + years))
        .filter(found => isNotBefore(found, today))
        .slice(0, 2)
    : [find(year)];

/** One to seven days before (-1) or after (1) the date. */
const weekdayBeside = (
  {weekday, sign}: {readonly weekday: number; readonly sign: 1 | -1},
  date: WallTime,
): CalendarDay => plusDays(date, sign * ((((weekday - weekdayOf(date)) * sign + 13) % 7) + 1));

const firstFrom = ({weekday}: {readonly weekday: number}, date: WallTime): CalendarDay =>
  plusDays(date, (weekday - weekdayOf(date) + 7) % 7);

const isNotBefore = (a: CalendarDay, b: CalendarDay): boolean =>
  a.year !== b.year ? a.year > b.year : a.month !== b.month ? a.month > b.month : a.day >= b.day;

export const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const monday = (today: WallTime): WallTime => plusDays(today, -((weekdayOf(today) + 6) % 7));

const weekdays = (
  {weekday, which, weeks = 0}: Extract<Day, {kind: 'weekday'}>,
  today: WallTime,
): readonly CalendarDay[] => {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  switch (which) {
    // Weeks begin on Monday.
    case 'next':
      return [plusDays(monday(today), 7 + ((weekday + 6) % 7) + weeks * 7)];
    case 'last':
      return [plusDays(today, ahead - 7)];
    case 'coming':
      return [plusDays(today, (ahead === 0 ? 7 : ahead) + weeks * 7)];
    default:
      return [plusDays(today, ahead + weeks * 7), plusDays(today, ahead + 7 + weeks * 7)];
  }
};

/** Saturday. On a Saturday, Sunday is the fallback. */
const weekend = (weeks: number, today: WallTime): readonly CalendarDay[] => {
  const saturday = plusDays(monday(today), 5 + weeks * 7);
  const sunday = plusDays(saturday, 1);
  return [saturday, sunday, plusDays(saturday, 7)].filter(day => isNotBefore(day, today)).slice(0, 2);
};

/** 29 February may be several years ahead. */
const dates = (
  {
    day,
    month,
    ...said
  }: {readonly day: number; readonly month: number; readonly year?: number; readonly years?: number},
  today: WallTime,
): readonly CalendarDay[] => {
  const year = said.years === undefined ? said.year : today.year + said.years;
  const years = year === undefined ? Array.from({length: 13}, (_, ahead) => today.year + ahead) : [year];
  const dates = years.map(candidate => ({year: candidate, month, day})).filter(isOnCalendar);
  return year === undefined ? dates.filter(date => isNotBefore(date, today)).slice(0, 2) : dates;
};

const isOnCalendar = ({year, month, day}: CalendarDay): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month);

type Month = {readonly year: number; readonly month: number};
type OfMonth = {readonly months?: number; readonly month?: number; readonly year?: number};

/** The day in the given month, else in the current month and in the next month that has such a day. */
const ofMonths = (
  {months, month, year}: OfMonth,
  today: WallTime,
  find: (month: Month) => CalendarDay | undefined,
): readonly CalendarDay[] => {
  const all: readonly Month[] =
    months !== undefined
      ? [monthAfter(today, months)]
      : month === undefined
        ? Array.from({length: 13}, (_, ahead) => monthAfter(today, ahead))
        : year === undefined
          ? [0, 1, 2].map(ahead => ({year: today.year + ahead, month}))
          : [{year, month}];
  const found = all.flatMap(candidate => find(candidate) ?? []);
  return year === undefined && months === undefined ? found.filter(day => isNotBefore(day, today)).slice(0, 2) : found;
};

const monthAfter = ({year, month}: Month, months: number): Month => ({
  year: year + Math.floor((month - 1 + months) / 12),
  month: ((((month - 1 + months) % 12) + 12) % 12) + 1,
});

/** Negative numbers count from the end. */
const dayOf = (day: number, {year, month}: Month): CalendarDay | undefined => {
  const last = lastDayOf(year, month);
  const found = day < 0 ? last + 1 + day : day;
  return found >= 1 && found <= last ? {year, month, day: found} : undefined;
};

const nthOf = (
  {nth, of}: Extract<Day, {kind: 'nth'}>,
  {year, month}: Month,
  {isHoliday}: DayContext,
): CalendarDay | undefined => {
  const days = Array.from({length: lastDayOf(year, month)}, (_, index) => ({year, month, day: index + 1}));
  const fitting = days.filter(day =>
    of === 'workday'
      ? isWorkday(day, isHoliday)
      : new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay() === of,
  );
  return fitting.at(nth < 0 ? nth : nth - 1);
};

const workdayAhead = (ahead: number, {today, isHoliday}: DayContext): readonly CalendarDay[] => {
  let [day, left] = [today, Math.min(ahead, MOST_WORKDAYS)];
  while (left > 0) {
    day = plusDays(day, 1);
    if (isWorkday(day, isHoliday)) left -= 1;
  }
  return [day];
};

const isWorkday = ({year, month, day}: CalendarDay, isHoliday: DayContext['isHoliday']): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const weekday = date.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(date.toISOString().slice(0, 10));
};

/** A shorter month gives its last day. */
const clipped = (wall: WallTime): WallTime => {
  const {year, month} = monthAfter({year: wall.year, month: 1}, wall.month - 1);
  return {...wall, year, month, day: Math.min(wall.day, lastDayOf(year, month))};
};

const easterOf = (year: number): WallTime => {
  const date = new Date(easterSunday(year));
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
  };
};

/** True if 3/12 is 12 March: by the region of the locale, else by the country of the zone. */
export const isMonthFirst = (locale: string, zone: string): boolean => {
  const [, region] = /^[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})(?![a-z])/iu.exec(locale) ?? [];
  if (region !== undefined) return MONTH_FIRST.has(region.toUpperCase());
  return /^(?:America|US|Canada)\/|^Pacific\/(?:Honolulu|Guam|Pago_Pago)$/u.test(zone);
};

const MOST_WORKDAYS = 5_000;
const MONTH_FIRST: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW']);

/** The phrase with the days of the country: the date of some holidays differs between countries. */
export const inCountry = (phrase: TimePhrase, country: string | undefined): TimePhrase => {
  const {day, starting, until, excluding} = phrase;
  return {
    ...phrase,
    day: (day && dayIn(day, country)) ?? phrase.day,
    starting: (starting && inCountry(starting, country)) ?? phrase.starting,
    until: (until && inCountry(until, country)) ?? phrase.until,
    excluding: excluding?.map(left => dayIn(left, country)) ?? phrase.excluding,
  };
};

const dayIn = (day: Day, country: string | undefined): Day => {
  switch (day.kind) {
    case 'by-country':
      return day.countries[country ?? ''] ?? day.elsewhere;
    case 'from':
    case 'beside':
      return {...day, day: dayIn(day.day, country)};
    default:
      return day;
  }
};

/** The region of the locale, `GB` of `en-GB`, else the country of the zone if a holiday differs there. */
export const countryOf = (locale: string, zone: string): string | undefined => {
  const [, region] = /^[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})(?![a-z])/iu.exec(locale) ?? [];
  return region === undefined ? ZONES.find(([zones]) => zones.test(zone))?.[1] : region.toUpperCase();
};

const ZONES: readonly (readonly [RegExp, string])[] = [
  [/^Europe\/(?:London|Belfast)$/u, 'GB'],
  [/^Europe\/Dublin$/u, 'IE'],
  [/^(?:Canada\/|America\/(?:Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Regina|Halifax|St_Johns)$)/u, 'CA'],
  [/^Australia\//u, 'AU'],
  [/^Pacific\/Auckland$/u, 'NZ'],
];
