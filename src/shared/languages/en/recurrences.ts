// Phrases of recurrences in English.

import type {ExceptPart, Frequency, RuleDay} from '../../recurrence/rule-parts.ts';
import {counted} from '../../text/sentences.ts';
import {MONTH_NAMES} from '../../time/calendar-names.ts';
import type {DayGroup, RecurrencePhrases} from '../recurrence-phrases.ts';

export const ENGLISH_RECURRENCES: RecurrencePhrases = {
  every: (unit, interval) => {
    if (interval === 1) return `every ${UNITS[unit]}`;
    return interval === 2 && LONG.has(unit) ? `every other ${UNITS[unit]}` : `every ${interval} ${UNITS[unit]}s`;
  },
  everyDay: (days, interval) => `every ${interval === 2 ? 'other ' : ''}${list(days.map(day => DAYS[day]))}`,
  everyOf: group => `every ${GROUPS[group]}`,
  onAllOf: group => `on ${GROUPS[group]}s`,
  onDays: days => `on ${list(days.map(day => DAYS[day]))}`,
  onEachDay: days => `on every ${list(days.map(day => DAYS[day]))}`,
  onMonthDays: days => `on the ${list(days.map(day => (day > 0 ? ordinal(day) : `${place(day)} day`)))}`,
  onNthDays: days => {
    const [first] = days;
    const isSame = days.every(({day}) => day === first?.day);
    if (first !== undefined && isSame) return `on the ${list(days.map(({nth}) => place(nth)))} ${DAYS[first.day]}`;
    return `on ${list(days.map(({day, nth}) => `the ${place(nth)} ${DAYS[day]}`))}`;
  },
  onNthOf: (positions, of) => {
    const which = list(positions.map(place));
    return typeof of === 'string'
      ? `on the ${which} ${GROUPS[of]}`
      : `on the ${which} of ${list(of.map(day => DAYS[day]))}`;
  },
  onDates: dates => `on ${list(dates.map(({month, day}) => `${day} ${MONTH_NAMES[month - 1]}`))}`,
  onEaster: days => {
    const name = EASTER.get(days);
    if (name !== undefined) return `on ${name}`;
    return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} Easter Sunday`;
  },
  inMonths: months => `in ${list(months.map(month => MONTH_NAMES[month - 1] ?? ''))}`,
  inWeeks: weeks =>
    `in ${list(weeks.map(week => (week > 0 ? `week ${week}` : `the ${place(week)} week`)))} of the year`,
  onYearDays: days => `on ${list(days.map(day => (day > 0 ? `day ${day}` : `the ${place(day)} day`)))} of the year`,
  ofEveryMonth: 'of every month',
  ofTheYear: 'of the year',
  ifDays: days => {
    const names = days.map(({day, nth}) => (nth === undefined ? `a ${DAYS[day]}` : `the ${place(nth)} ${DAYS[day]}`));
    return `if it is ${list(names, 'or')}`;
  },
  onlyWorkingDays: 'on working days only',
  and: 'and',
  whereThereIsOne: unit => `only in ${unit}s that have one`,
  at: times => `at ${list(times)}`,
  fromTo: (from, to) => `from ${from} to ${to}`,
  atMinutes: minutes => `at ${minutes.length === 1 ? 'minute' : 'minutes'} ${list(minutes.map(String))}`,
  inHours: hours => `in ${hours.length === 1 ? 'hour' : 'hours'} ${list(hours.map(String))}`,
  atSecond: second => `at second ${second}`,
  atSun: ({event, offsetMinutes}) => {
    const name = event === 'RISE' ? 'sunrise' : 'sunset';
    if (offsetMinutes === 0) return `at ${name}`;
    return `${counted(Math.abs(offsetMinutes), 'minute')} ${offsetMinutes < 0 ? 'before' : 'after'} ${name}`;
  },
  onlyNth: (positions, unit) => `only the ${list(positions.map(place))} of them in each ${UNITS[unit]}`,
  weeksFrom: day => `weeks beginning on ${DAYS[day]}`,
  date: ({year, month, day}, time) =>
    `${day} ${MONTH_NAMES[month - 1]} ${year}${time === undefined ? '' : ` at ${time}`}`,
  until: date => `until ${date}`,
  except: days => `except ${list(days.map(exceptOn))}`,
  times: count => (count === 1 ? 'once' : `${count} times`),
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
