// Phrases of recurrences in English. They define the shape that every language fills. Times arrive as text, `09:00`.
// Positions count from 1, or from the end with -1.
import type {DayGroup, DayPart, ExceptPart, Frequency, RuleDay, SunPart} from '../../recurrence/rule-parts.ts';
import {counted} from '../../text/sentences.ts';
import {MONTH_NAMES} from '../../time/calendar-names.ts';

export const ENGLISH_RECURRENCES = {
  /** every day, every other week, every 3 months */
  every: (unit: Frequency, interval: number) => {
    if (interval === 1) return `every ${UNITS[unit]}`;
    return interval === 2 && LONG.has(unit) ? `every other ${UNITS[unit]}` : `every ${interval} ${UNITS[unit]}s`;
  },
  /** 3 days after you do it */
  afterDone: (unit: Frequency, interval: number) => `${counted(interval, UNITS[unit])} after you do it`,
  /** every Monday and Friday, every other Tuesday */
  everyDay: (days: readonly RuleDay[], interval: 1 | 2) =>
    `every ${interval === 2 ? 'other ' : ''}${list(days.map(day => DAYS[day]))}`,
  /** every weekday */
  everyOf: (group: DayGroup) => `every ${GROUPS[group]}`,
  /** on weekdays, beside a longer interval */
  onAllOf: (group: DayGroup) => `on ${GROUPS[group]}s`,
  /** on Monday and Friday */
  onDays: (days: readonly RuleDay[]) => `on ${list(days.map(day => DAYS[day]))}`,
  /** on every Monday, within a month or year */
  onEachDay: (days: readonly RuleDay[]) => `on every ${list(days.map(day => DAYS[day]))}`,
  /** on the 1st and 15th, on the last day */
  onMonthDays: (days: readonly number[]) =>
    `on the ${list(days.map(day => (day > 0 ? ordinal(day) : `${place(day)} day`)))}`,
  /** on the last Friday */
  onNthDays: (days: readonly Required<DayPart>[]) => {
    const [first] = days;
    const isSame = days.every(({day}) => day === first?.day);
    if (first !== undefined && isSame) return `on the ${list(days.map(({nth}) => place(nth)))} ${DAYS[first.day]}`;
    return `on ${list(days.map(({day, nth}) => `the ${place(nth)} ${DAYS[day]}`))}`;
  },
  /** on the first weekday, on the last of Monday and Thursday */
  onNthOf: (positions: readonly number[], of: DayGroup | readonly RuleDay[]) => {
    const which = list(positions.map(place));
    return typeof of === 'string'
      ? `on the ${which} ${GROUPS[of]}`
      : `on the ${which} of ${list(of.map(day => DAYS[day]))}`;
  },
  /** on 3 May and 4 June */
  onDates: (dates: readonly {readonly month: number; readonly day: number}[]) =>
    `on ${list(dates.map(({month, day}) => `${day} ${MONTH_NAMES[month - 1]}`))}`,
  /** on Good Friday, 3 days before Easter Sunday */
  onEaster: (days: number) => {
    const name = EASTER.get(days);
    if (name !== undefined) return `on ${name}`;
    return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} Easter Sunday`;
  },
  /** in May and June */
  inMonths: (months: readonly number[]) => `in ${list(months.map(month => MONTH_NAMES[month - 1] ?? ''))}`,
  inWeeks: (weeks: readonly number[]) =>
    `in ${list(weeks.map(week => (week > 0 ? `week ${week}` : `the ${place(week)} week`)))} of the year`,
  onYearDays: (days: readonly number[]) =>
    `on ${list(days.map(day => (day > 0 ? `day ${day}` : `the ${place(day)} day`)))} of the year`,
  /** of every month, after days of the month */
  ofEveryMonth: 'of every month',
  /** of the year, after counted days */
  ofTheYear: 'of the year',
  /** if it is a Friday or the last Monday */
  ifDays: (days: readonly DayPart[]) => {
    const names = days.map(({day, nth}) => (nth === undefined ? `a ${DAYS[day]}` : `the ${place(nth)} ${DAYS[day]}`));
    return `if it is ${list(names, 'or')}`;
  },
  /** on working days only */
  onlyWorkingDays: 'on working days only',
  /** "and", between two phrases */
  and: 'and',
  /** only in months with that day: for a 31st */
  whereThereIsOne: (unit: 'month' | 'year') => `only in ${unit}s that have one`,
  /** at 09:00 and 18:00 */
  at: (times: readonly string[]) => `at ${list(times)}`,
  /** from 09:00 to 17:00 */
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  /** at minutes 0 and 30 */
  atMinutes: (minutes: readonly number[]) =>
    `at ${minutes.length === 1 ? 'minute' : 'minutes'} ${list(minutes.map(String))}`,
  /** in the hours 9, 10 and 15 */
  inHours: (hours: readonly number[]) => `in ${hours.length === 1 ? 'hour' : 'hours'} ${list(hours.map(String))}`,
  /** at second 30 */
  atSecond: (second: number) => `at second ${second}`,
  /** at sunrise, 30 minutes before sunset */
  atSun: ({event, offsetMinutes}: SunPart) => {
    const name = event === 'RISE' ? 'sunrise' : 'sunset';
    if (offsetMinutes === 0) return `at ${name}`;
    return `${counted(Math.abs(offsetMinutes), 'minute')} ${offsetMinutes < 0 ? 'before' : 'after'} ${name}`;
  },
  /** only the first match in each month */
  onlyNth: (positions: readonly number[], unit: Frequency) =>
    `only the ${list(positions.map(place))} of them in each ${UNITS[unit]}`,
  /** weeks beginning on Sunday: defines the weeks for "every other week" */
  weeksFrom: (day: RuleDay) => `weeks beginning on ${DAYS[day]}`,
  /** 28 March 2027, 28 March 2027 at 10:00 */
  date: ({year, month, day}: {readonly year: number; readonly month: number; readonly day: number}, time?: string) =>
    `${day} ${MONTH_NAMES[month - 1]} ${year}${time === undefined ? '' : ` at ${time}`}`,
  /** until 28 March 2027 */
  until: (date: string) => `until ${date}`,
  /** except on 24 December, except on Good Friday and in August */
  except: (days: readonly ExceptPart[]) => `except ${list(days.map(exceptOn))}`,
  /** 10 times */
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
};

const exceptOn = (part: ExceptPart): string => {
  switch (part.kind) {
    case 'date':
      return `on ${part.day} ${MONTH_NAMES[part.month - 1]}${part.year === undefined ? '' : ` ${part.year}`}`;
    case 'month-day':
      return part.day < 0 ? 'on the last day of the month' : `on the ${ordinal(part.day)}`;
    case 'month':
      return `in ${MONTH_NAMES[part.month - 1]}`;
    case 'easter':
      return ENGLISH_RECURRENCES.onEaster(part.days);
  }
};

const list = (items: readonly string[], last = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** first, second, 12th; last, second-to-last. */
const place = (position: number): string => {
  if (position === -1) return 'last';
  const name = PLACES[Math.abs(position) - 1] ?? ordinal(Math.abs(position));
  return position < 0 ? `${name}-to-last` : name;
};

const ordinal = (number: number): string => {
  const ending = number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
};

const UNITS: Readonly<Record<Frequency, string>> = {
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
/** "Every other hour" can be read too, but people say "every 2 hours". */
const LONG: ReadonlySet<Frequency> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const DAYS: Readonly<Record<RuleDay, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const GROUPS: Readonly<Record<DayGroup, string>> = {
  weekday: 'weekday',
  weekendDay: 'weekend day',
  workingDay: 'working day',
};
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const EASTER: ReadonlyMap<number, string> = new Map([
  [-46, 'Ash Wednesday'],
  [-7, 'Palm Sunday'],
  [-3, 'Maundy Thursday'],
  [-2, 'Good Friday'],
  [0, 'Easter Sunday'],
  [1, 'Easter Monday'],
  [39, 'Ascension Day'],
  [49, 'Whit Sunday'],
  [50, 'Whit Monday'],
  [60, 'Corpus Christi'],
]);

export type RecurrencePhrases = typeof ENGLISH_RECURRENCES;
