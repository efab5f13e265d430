// Formats the days of a recurrence.
import {type DayGroup, type DayPart, RULE_DAYS, type RuleDay, type RuleParts} from '../../recurrence/rule-parts.ts';
import type {RuleStart} from '../../recurrence/rule-start.ts';
import type {RecurrencePhrases} from '../en/recurrences.ts';
import {pickedTimes} from './say-times.ts';

/** The phrases in order. A phrase that starts with a comma follows without a space. */
export const sayDays = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => [
  ...DAYS_BY_FREQUENCY[parts.freq](parts, start, texts),
  ...(parts.workdays === 'ALL' && !isEveryWorkday(parts) ? [`, ${texts.onlyWorkingDays}`] : []),
];

type Say = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases) => readonly string[];

const sayDaily: Say = (parts, start, texts) => {
  if (isEveryWorkday(parts)) return [texts.everyOf('workingDay')];
  // Positions that pick times leave the days as they are.
  const isOfWeek =
    parts.interval === 1 && parts.byDay.length > 0 && parts.byMonthDay.length + parts.byYearDay.length === 0;
  if (isOfWeek && pickedTimes(parts) !== undefined)
    return sayWeekly({...parts, freq: 'WEEKLY', bySetPos: []}, start, texts);
  return [texts.every('DAILY', parts.interval), ...sayLimits(parts, start, texts)];
};

/** For rules by hour or minute, whose other parts only limit the days. */
const sayLimits: Say = (parts, _start, texts) => [
  ...some(forwardsFirst(parts.byYearDay), texts.onYearDays),
  ...some(forwardsFirst(parts.byMonthDay), texts.onMonthDays),
  ...(parts.byDay.length === 0 ? [] : [sayDayNames(daysOf(parts.byDay), texts)]),
  ...some(parts.byMonth, texts.inMonths),
  ...sayPositions(parts, texts),
];

const sayWeekly: Say = (parts, start, texts) => {
  const {interval} = parts;
  const days = parts.byDay.length === 0 ? [start.weekday] : daysOf(parts.byDay);
  const months = some(parts.byMonth, texts.inMonths);
  const rest = [...months, ...sayPositions(parts, texts)];
  if (interval === 1 && days.length === RULE_DAYS.length) return [texts.every('DAILY', 1), ...rest];
  if (interval === 1 && groupOf(days) === 'weekday') return [texts.everyOf('weekday'), ...rest];
  if (interval === 1) return [texts.everyDay(days, 1), ...rest];
  const weeks = parts.weekStart === 'MO' ? [] : [`, ${texts.weeksFrom(parts.weekStart)}`];
  if (interval === 2 && days.length === 1) return [texts.everyDay(days, 2), ...rest, ...weeks];
  return [texts.every('WEEKLY', interval), sayDayNames(days, texts), ...rest, ...weeks];
};

const sayMonthly: Say = (parts, start, texts) => {
  const {workdays, interval, byDay, byMonthDay} = parts;
  const every = texts.every('MONTHLY', interval);
  const months = some(parts.byMonth, texts.inMonths);
  if (workdays === 'FIRST' || workdays === 'LAST') {
    return [every, texts.onNthOf([workdays === 'FIRST' ? 1 : -1], 'workingDay'), ...months];
  }
  const orLast = dayOrLast(parts);
  if (orLast !== undefined) return [every, texts.onMonthDays([orLast]), ...months];
  if (byDay.length > 0 && byMonthDay.length === 0) return [every, ...sayNamedDays(parts, texts), ...months];
  return [
    every,
    ...sayMonthDays(byMonthDay.length === 0 ? [start.day] : byMonthDay, texts),
    ...sayIfDays(parts, texts),
    ...months,
    ...sayPositions(parts, texts),
  ];
};

const sayYearly: Say = (parts, start, texts) => {
  const {interval, byDay, byMonth, byMonthDay, byWeekNo, byYearDay} = parts;
  const every = texts.every('YEARLY', interval);
  if (parts.easter !== undefined) return [every, texts.onEaster(parts.easter)];
  const positions = sayPositions(parts, texts);
  if (byYearDay.length > 0 || byWeekNo.length > 0) {
    const days = byDay.length === 0 && byYearDay.length + byMonthDay.length === 0 ? [start.weekday] : daysOf(byDay);
    const monthDays = byMonthDay.length === 0 ? [] : sayMonthDays(byMonthDay, texts);
    const limits = [
      ...some(forwardsFirst(byYearDay), texts.onYearDays),
      ...some(forwardsFirst(byWeekNo), texts.inWeeks),
      ...monthDays,
    ];
    const weeks = parts.weekStart === 'MO' || byWeekNo.length === 0 ? [] : [`, ${texts.weeksFrom(parts.weekStart)}`];
    return [every, ...limits, ...some(days, texts.onDays), ...some(byMonth, texts.inMonths), ...positions, ...weeks];
  }
  if (byDay.length > 0 && byMonthDay.length === 0) {
    return [every, ...sayNamedDays(parts, texts), ...some(byMonth, texts.inMonths)];
  }
  const months = byMonth.length === 0 && byMonthDay.length === 0 ? [start.month] : byMonth;
  const orLast = dayOrLast(parts);
  const days = orLast !== undefined ? [orLast] : byMonthDay.length === 0 ? [start.day] : byMonthDay;
  const rest = [...sayIfDays(parts, texts), ...(orLast === undefined ? positions : [])];
  if (months.length === 0) return [every, ...sayMonthDays(days, texts), texts.ofEveryMonth, ...rest];
  return [every, ...sayDates(months, days, orLast !== undefined, texts), ...rest];
};

const sayDates = (
  months: readonly number[],
  days: readonly number[],
  isEveryYear: boolean,
  texts: RecurrencePhrases,
): readonly string[] => {
  if (days.some(day => day < 0)) return [texts.onMonthDays(forwardsFirst(days)), texts.inMonths(months)];
  const all = months.flatMap(month => days.map(day => ({month, day})));
  const possible = all.filter(({month, day}) => day <= (MONTH_LENGTHS[month - 1] ?? 31));
  const dates = possible.length === 0 ? all : possible;
  const isLeapDay = dates.some(({month, day}) => month === 2 && day === 29);
  return [texts.onDates(dates), ...(isLeapDay && !isEveryYear ? [`, ${texts.whereThereIsOne('year')}`] : [])];
};

/** Weekdays within a month or year: numbered ones, all of them, or some by position. */
const sayNamedDays = (parts: RuleParts, texts: RecurrencePhrases): readonly string[] => {
  const {byDay, bySetPos, byMonth, freq} = parts;
  const counted = byDay
    .flatMap(({day, nth}) => (nth === undefined ? [] : [{day, nth}]))
    .toSorted((a, b) => Number(a.nth < 0) - Number(b.nth < 0));
  const plain = byDay.flatMap(({day, nth}) => (nth === undefined ? [day] : []));
  const ofTheYear = freq === 'YEARLY' && byMonth.length === 0 ? [texts.ofTheYear] : [];
  const isOnePeriod = freq === 'MONTHLY' || byMonth.length < 2;
  if (bySetPos.length > 0 && counted.length === 0 && hasOneTime(parts) && isOnePeriod) {
    const [only, ...more] = plain;
    if (only !== undefined && more.length === 0) {
      return [texts.onNthDays(forwardsFirst(bySetPos).map(nth => ({day: only, nth}))), ...ofTheYear];
    }
    return [texts.onNthOf(forwardsFirst(bySetPos), groupOf(plain) ?? plain), ...ofTheYear];
  }
  return [
    ...(counted.length === 0 ? [] : [texts.onNthDays(counted), ...ofTheYear]),
    ...(counted.length > 0 && plain.length > 0 ? [texts.and] : []),
    ...some(plain, texts.onEachDay),
    ...sayPositions(parts, texts),
  ];
};

const sayMonthDays = (days: readonly number[], texts: RecurrencePhrases): readonly string[] => [
  texts.onMonthDays(forwardsFirst(days)),
  ...(days.some(day => Math.abs(day) > SHORTEST_MONTH) ? [`, ${texts.whereThereIsOne('month')}`] : []),
];

const sayIfDays = ({freq, byDay, byMonth}: RuleParts, texts: RecurrencePhrases): readonly string[] => {
  if (byDay.length === 0) return [];
  const isOfTheYear = freq === 'YEARLY' && byMonth.length === 0 && byDay.some(({nth}) => nth !== undefined);
  return [`, ${texts.ifDays(byDay)}${isOfTheYear ? ` ${texts.ofTheYear}` : ''}`];
};

const sayPositions = (parts: RuleParts, texts: RecurrencePhrases): readonly string[] =>
  parts.bySetPos.length === 0 || pickedTimes(parts) !== undefined
    ? []
    : [`, ${texts.onlyNth(forwardsFirst(parts.bySetPos), parts.freq)}`];

const sayDayNames = (days: readonly RuleDay[], texts: RecurrencePhrases): string =>
  groupOf(days) === 'weekday' ? texts.onAllOf('weekday') : texts.onDays(days);

/**
 * `BYMONTHDAY=28,29,30;BYSETPOS=-1` is the 30th, or the last day of a shorter month. With 31, the rule means the last
 * day of every month.
 */
const dayOrLast = (parts: RuleParts): number | undefined => {
  const {byMonthDay, bySetPos, byDay, byMonth, freq} = parts;
  const isRun = byMonthDay.length > 1 && byMonthDay.every((day, index) => day === SHORTEST_MONTH + index);
  const isOnePeriod = freq === 'MONTHLY' || byMonth.length === 1;
  if (!isRun || !isOnePeriod || bySetPos.length !== 1 || bySetPos[0] !== -1) return undefined;
  if (byDay.length > 0 || !hasOneTime(parts)) return undefined;
  return byMonthDay.at(-1) === 31 ? -1 : byMonthDay.at(-1);
};

/** With several times a day, a position counts times, not days. */
const hasOneTime = ({byHour, byMinute}: RuleParts): boolean => byHour.length < 2 && byMinute.length < 2;

const isEveryWorkday = ({workdays, freq, interval, byDay, byMonth, byMonthDay, bySetPos}: RuleParts): boolean =>
  workdays === 'ALL' &&
  freq === 'DAILY' &&
  interval === 1 &&
  byDay.length + byMonth.length + byMonthDay.length + bySetPos.length === 0;

const groupOf = (days: readonly RuleDay[]): DayGroup | undefined => {
  const names = days.join();
  if (names === 'MO,TU,WE,TH,FR') return 'weekday';
  return names === 'SA,SU' ? 'weekendDay' : undefined;
};

/** Puts days counted from the end after the others. */
const forwardsFirst = (numbers: readonly number[]): readonly number[] =>
  numbers.toSorted((a, b) => Number(a < 0) - Number(b < 0));

const daysOf = (byDay: readonly DayPart[]): readonly RuleDay[] => byDay.map(({day}) => day);

const some = <Value>(list: readonly Value[], say: (list: readonly Value[]) => string): readonly string[] =>
  list.length === 0 ? [] : [say(list)];

const DAYS_BY_FREQUENCY: Readonly<Record<RuleParts['freq'], Say>> = {
  MINUTELY: sayLimits,
  HOURLY: sayLimits,
  DAILY: sayDaily,
  WEEKLY: sayWeekly,
  MONTHLY: sayMonthly,
  YEARLY: sayYearly,
};
const SHORTEST_MONTH = 28;
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
