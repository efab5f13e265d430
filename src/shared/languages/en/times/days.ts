// English days: "tomorrow", "next friday", "the 27th", "dec 25", "the last friday of the month", "easter monday".

import {ahead, date, day, monthDay, period} from '../../times/day-meanings.ts';
import type {Day, Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {
  COUNT,
  countOf,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const ON = '(?:(?:on|by|at) )?(?:the )?';
const YEAR = '(20\\d\\d|19\\d\\d)';
const WORKDAY = '(?:working day|work day|workday|business day|weekday)';

/** A month alone: its first day. */
const monthAlone = (name?: string, year?: string): Meaning =>
  day({kind: 'date', day: 1, month: monthOf(name), ...(year !== undefined && {year: Number(year)}), isMonth: true});

/** Months from now: "this month" is 0, "next month" is 1. */
const MONTHS_AHEAD: ReadonlyMap<string, number> = new Map([
  ['next', 1],
  ['this', 0],
  ['the', 0],
]);
const monthsAhead = (spoken = ''): {readonly months?: number} => {
  const months = MONTHS_AHEAD.get(spoken.trim().toLowerCase());
  return months === undefined || months === 0 ? {} : {months};
};

/** "of the month", "of next month", "in january 2027" */
const OF_MONTH = `(?:of|in) (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?:,? ${YEAR})?)`;
type OfMonth = {readonly months?: number; readonly month?: number; readonly year?: number};
const monthName = (which?: string, name?: string, year?: string): OfMonth => ({
  ...(name === undefined ? monthsAhead(which) : {month: monthOf(name)}),
  ...(year !== undefined && {year: Number(year)}),
});

const nth = (ordinal: string | undefined, of: string, month: OfMonth): Meaning =>
  day({
    kind: 'nth',
    nth: ordinalOf(ordinal),
    of: new RegExp(`^${WORKDAY}$`, 'iu').test(of) ? 'workday' : weekdayOf(of),
    ...month,
  });

const which = (spoken = ''): {readonly which?: 'next' | 'this' | 'coming'} => {
  if (/next/iu.test(spoken)) return {which: 'next'};
  if (/coming|upcoming/iu.test(spoken)) return {which: 'coming'};
  return /this/iu.test(spoken) ? {which: 'this'} : {};
};

/** Holidays. Without a preposition the name may belong to the text, as in "christmas dinner". */
const FEASTS: readonly (readonly [string, Day])[] = [
  ['easter(?: sunday)?', {kind: 'easter', days: 0}],
  ['easter monday', {kind: 'easter', days: 1}],
  ['good friday', {kind: 'easter', days: -2}],
  ['maundy thursday', {kind: 'easter', days: -3}],
  ['ascension(?: day)?', {kind: 'easter', days: 39}],
  ['(?:pentecost|whit sunday)', {kind: 'easter', days: 49}],
  ['whit monday', {kind: 'easter', days: 50}],
  ['(?:christmas|xmas)(?: day)?', {kind: 'date', day: 25, month: 12}],
  ['(?:christmas|xmas) eve', {kind: 'date', day: 24, month: 12}],
  ['boxing day', {kind: 'date', day: 26, month: 12}],
  ["new year['’]?s eve", {kind: 'date', day: 31, month: 12}],
  ["new year(?:['’]?s)?(?: day)?", {kind: 'date', day: 1, month: 1}],
  ["valentine['’]?s(?: day)?", {kind: 'date', day: 14, month: 2}],
  ['halloween', {kind: 'date', day: 31, month: 10}],
  ['thanksgiving', {kind: 'nth', nth: 4, of: 4, month: 11}],
];

export const DAYS: readonly Form[] = [
  form('(?:later )?today', () => ahead(0), 'word'),
  form('(?:tommorr?ow|tomorow|tomorro|tomorrow|tmrw|tmr|2morrow|2moro)', () => ahead(1)),
  form('(?:the )?day after (?:tomorrow|tommorr?ow|tomorow|tmrw)|overmorrow', () => ahead(2)),
  form('yesterday', () => ahead(-1)),
  form('(?:the )?day before yesterday', () => ahead(-2)),

  form(`(?:on |by )?(?:the )?(next|this(?: coming)?|coming|upcoming) (${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), ...which(spoken)}),
  ),
  form(`(?:on|by) (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)})),
  form(`(${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'word'),
  form(`if it(?:['’]s| is) a (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form('(?<=(?:the|a|my) )(?:sun|sat|march|may)', () => []),
  form(`(?:on )?(${WEEKDAY}),? (?:of )?(next|this) week`, ([, name, spoken]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: /next/iu.test(spoken ?? '') ? 1 : 0}),
  ),
  form(`(next|this) week,? (?:on )?(${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: /next/iu.test(spoken ?? '') ? 1 : 0}),
  ),
  form(`(?:on )?(${WEEKDAY}) week`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name), weeks: 1})),
  form(`(?:on )?(?:the )?(${WEEKDAY}) after next`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), which: 'coming', weeks: 1}),
  ),
  form(`(?:a|one) week on (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name), weeks: 1})),
  form(`(?:on )?(${WEEKDAY}(?:(?:,? and |, ?| ?& ?| ?/ ?| )(?:on )?${WEEKDAY})+)`, ([, list]) => ({
    kind: 'weekdays',
    weekdays: weekdaysIn(list),
  })),

  form('(?:at )?(?:the |this )?weekend', () => day({kind: 'weekend', weeks: 0}), 'guest'),
  form('(?:at the|this|on the) weekend', () => day({kind: 'weekend', weeks: 0})),
  form('next weekend', () => day({kind: 'weekend', weeks: 1})),
  form('next week', () => period('week')),
  form('(?:the )?week after next', () => period('week', 2)),
  form('next month', () => period('month')),
  form('next year', () => period('year')),
  form(
    '(?:at |by )?(?:the )?(?:end of (?:the |this )?(?:work(?:ing)? ?)?week|week[ -]?end)(?! days?)',
    () => endOfWeek(0),
    'guest',
  ),
  form('(?:at |by )?(?:the )?end of (?:the |this )?(?:work(?:ing)? ?)?week', () => endOfWeek(0)),
  form('(?:at |by )?(?:the )?end of next week', () => endOfWeek(1)),
  form('(?:at |by )?(?:the )?(?:start|beginning) of next week', () => day({kind: 'of-week', weekday: 1, weeks: 1})),
  form("(?:at |by )?(?:the )?(?:end of (?:the |this )?year|year[’']?s end)", () => date(12, 31)),
  form('(?:at |by )?(?:the )?end of next year', () =>
    day({kind: 'from', days: -1, months: 12, day: {kind: 'date', day: 1, month: 1}}),
  ),
  form(
    `${ON}(?:very )?(?:last day|end) (?:of|in) (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?: ${YEAR})?)`,
    ([, spoken, name, year]) => day({kind: 'of-month', day: -1, ...monthName(spoken, name, year)}),
  ),
  form(`at (?:the )?end of (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?: ${YEAR})?)`, ([, spoken, name, year]) =>
    day({kind: 'of-month', day: -1, ...monthName(spoken, name, year)}),
  ),
  form("(?:at |by )?(?:the )?month[’']?s?[ -]end", () => day({kind: 'of-month', day: -1})),
  form('(?:at |by )?(?:the )?(?:start|beginning|first(?: day)?) of (?:the )?(next )?month', ([, spoken]) =>
    day({kind: 'of-month', day: 1, ...monthsAhead(spoken)}),
  ),

  form(`${ON}(${ORDINAL})(?: day)? of (?:(?:the )?(the|this|next)? ?month)`, ([, ordinal, spoken]) =>
    day({kind: 'of-month', day: ordinalOf(ordinal), ...monthsAhead(spoken)}),
  ),
  form(
    `(?:on |by )?the (\\d{1,2})(?:st|nd|rd|th)(?! (?:of|${MONTH}|day|days|week|hour|time|floor|one|street|avenue|century|birthday|anniversary))`,
    ([, spoken]) => monthDay(Number(spoken)),
  ),
  form(`(?:on|by) (\\d{1,2})(?:st|nd|rd|th)(?! (?:of|${MONTH}|floor|street|avenue))`, ([, spoken]) =>
    monthDay(Number(spoken)),
  ),
  form('(\\d{1,2})(?:st|nd|rd|th)', ([, spoken]) => monthDay(Number(spoken)), 'guest'),
  form(
    `(?:on )?the (${ORDINAL}(?:(?:,? and |, ?| ?& ?)(?:(?:on )?the )?(?:${ORDINAL}|last))+)(?: day)?(?: of the month)?(?! ${WEEKDAY}| ${WORKDAY})`,
    ([, list]) => monthDays(list),
  ),
  form(
    `(\\d{1,2}(?:st|nd|rd|th)(?:(?:,? and |, ?| ?& ?)(?:(?:on )?the )?(?:\\d{1,2}(?:st|nd|rd|th)|last))+)(?: day)?(?: of the month)?(?! ${WEEKDAY})`,
    ([, list]) => monthDays(list),
  ),
  form(`(?:on )?(?:the )?last day`, () => day({kind: 'of-month', day: -1}), 'guest'),
  form(`${ON}(${ORDINAL}|last) (${WEEKDAY}|${WORKDAY}) ${OF_MONTH}`, ([, ordinal, of = '', spoken, name, year]) =>
    nth(ordinal, of, monthName(spoken, name, year)),
  ),
  form(`${ON}(${ORDINAL}|last) (${WEEKDAY}|${WORKDAY})`, ([, ordinal, of = '']) => nth(ordinal, of, {}), 'guest'),

  form(
    `${ON}(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)?[ -](${MONTH})\\.?(?:,? ${YEAR}(?![:.]\\d))?`,
    ([, spoken, name, year]) => date(monthOf(name), Number(spoken), year),
  ),
  form(`${ON}(${ORDINAL}) (?:of )?(${MONTH})(?:,? ${YEAR}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(
    `${ON}(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?(?![:.]\\d| ?[ap]\\.?m)`,
    ([, name, spoken, year]) => date(monthOf(name), Number(spoken), year),
  ),
  form(`${ON}(${MONTH}) (?:the )?(${ORDINAL})(?:,? ${YEAR})?`, ([, name, spoken, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(`(?:in|next|this) (${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year)),
  form(`(${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year), 'guest'),

  ...FEASTS.flatMap(([name, spoken]) => [
    form(`(?:on|at|by) ${name}`, () => day(spoken)),
    form(name, () => day(spoken), 'name'),
  ]),

  form('the (?:day|night|evening|morning) before', () => ({kind: 'shift', span: DAY_LONG, sign: -1}), 'guest'),
  form('the day after', () => ({kind: 'shift', span: DAY_LONG, sign: 1}), 'guest'),
  form(`(${COUNT}) (working|business|week|work) ?days? from (?:now|today)`, ([, count]) =>
    Number.isNaN(countOf(count)) ? undefined : {kind: 'never', why: {kind: 'count-workdays'}},
  ),
];

const DAY_LONG = {ms: 86_400_000, months: 0};

const endOfWeek = (weeks: number): Meaning =>
  day(weeks === 0 ? {kind: 'weekday', weekday: 5} : {kind: 'of-week', weekday: 5, weeks});
const monthDays = (list: string | undefined): Meaning | undefined => {
  const days = ordinalsIn(list);
  return days.every(one => one >= -1 && one <= 31) ? {kind: 'month-days', days} : undefined;
};
