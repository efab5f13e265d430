// English days: "tomorrow", "next friday", "the 27th", "dec 25", "the last friday of the month", "easter monday".

import {ahead, date, day, dayBeside, monthDay, period} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {FEASTS} from './feasts.ts';
import {OWN_WEEK} from './weekday-lists.ts';
import {
  COUNT,
  countOf,
  LAST,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  SHORT_WEEKDAY,
  SPELLED_ORDINAL,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const ON = '(?:(?:on|by|at) )?(?:the )?';
const YEAR = '(20\\d\\d|19\\d\\d)';
const YEAR_OF_DATE = "(20\\d\\d|19\\d\\d|['’]\\d\\d)";
const SUN_THINGS = 'sun (?:cream|screen|block|lotion|hat|glasses|lounger|bed)';
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

export const DAYS: readonly Form[] = [
  form('(?:later )?today', () => ahead(0), 'word'),
  form(`today(?= ?(?:,|&|and|to|until) ?(?:tomorrow|(?:on )?${WEEKDAY}))`, () => ahead(0)),
  form('(?:tommorr?ow|tomorow|tomorro|tomorrow|tmrw|tmr|2morrow|2moro)', () => ahead(1)),
  form('(?:the )?day after (?:tomorrow|tommorr?ow|tomorow|tmrw)|overmorrow', () => ahead(2)),
  form('yesterday', () => ahead(-1)),
  form('(?:the )?day before yesterday', () => ahead(-2)),

  form(`(?:on |by )?this and (?:the )?next (?:${WEEKDAY}|week|month)`, () => ({kind: 'never', why: {kind: 'open'}})),
  form(`(?:on |by )?(?:the )?(next|this(?: coming)?|coming|upcoming) (${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), ...which(spoken)}),
  ),
  form(`(?:on|by) (?!${SUN_THINGS})(${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)})),
  form(
    `(?!(?:${SHORT_WEEKDAY})(?!\\p{L}))(${WEEKDAY})(?!['’-]\\p{L})`,
    ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}),
    'free',
  ),
  form(`(${WEEKDAY})(?!['’-]\\p{L})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'word'),
  form(`(?:on |by )?(${SHORT_WEEKDAY})\\.(?=,? (?:${MONTH}|\\d|at |@))`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name)}),
  ),
  // Names.
  form(`(?:dr|mrs?|ms|miss|prof|professor|sir|saint)\\.? (?:${WEEKDAY}|${MONTH})`, () => []),
  form(`ruby tuesday|freaky friday|super bowl sunday|${SUN_THINGS}`, () => []),
  form(`if it(?:['’]s| is) a (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form('(?<=(?:the|a|my) )(?:sun|sat|march|may)', () => []),
  form(`(?:on )?(${WEEKDAY}),? (?:of )?(next|this) week`, ([, name, spoken]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: /next/iu.test(spoken ?? '') ? 1 : 0}),
  ),
  form(`(next|this) week,? (?:on )?(${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: /next/iu.test(spoken ?? '') ? 1 : 0}),
  ),
  form(`(?:(?:on|in) )?(?:the )?week after next,? (?:on )?(${WEEKDAY})`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 2}),
  ),
  form(`(?:on )?(${WEEKDAY}),? (?:(?:of|in) )?(?:the )?week after next`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 2}),
  ),
  form(`(?:on )?(next )?(${WEEKDAY}) (week|fortnight)`, ([, next, name, spoken]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), ...which(next), weeks: spoken === 'week' ? 1 : 2}),
  ),
  form('(today|tomorrow) (week|fortnight)', ([, spoken, weeks]) =>
    ahead((spoken === 'today' ? 0 : 1) + (weeks === 'week' ? 7 : 14)),
  ),
  form(`(?:on )?(?:the )?(${WEEKDAY}) after next`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), which: 'next', weeks: 1}),
  ),
  form(`last (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name), which: 'last'}), 'guest'),
  form(`(?:a|one) week on (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name), weeks: 1})),
  form(
    `${OWN_WEEK.before}(?:on )?(${WEEKDAY}(?:(?:,? and |, ?| ?& ?| ?/ ?| )(?:on )?${WEEKDAY})+)${OWN_WEEK.after}`,
    ([, list]) => ({
      kind: 'weekdays',
      weekdays: weekdaysIn(list),
    }),
  ),

  form('(?:on )?(?:m ?/ ?w ?/ ?f|mwf)', () => ({kind: 'weekdays', weekdays: [1, 3, 5]}), 'word'),
  form('(?:on )?(?:tu?/th|tu?th)', () => ({kind: 'weekdays', weekdays: [2, 4]}), 'word'),
  form('(?:at )?(?:the |this )?weekend', () => day({kind: 'weekend', weeks: 0}), 'guest'),
  form('(?:at the|this|on the) weekend', () => day({kind: 'weekend', weeks: 0})),
  form(`in (${COUNT}) weekends`, ([, count]) => day({kind: 'weekend', weeks: countOf(count) - 1})),
  form('next weekend', () => day({kind: 'weekend', weeks: 1})),
  // "the report of this week" is a text.
  form(
    `(?<=(?:(?:every|each) (?:day|night|evening|morning|afternoon|weekday|${WEEKDAY})|daily|nightly),? )this (week|month)|this (week|month)(?=,? (?:every|each|daily) )`,
    ([, unit, other]) => period((unit ?? other) as 'week', 0),
    'guest',
  ),
  form('next week', () => period('week')),
  form('(?:the )?week after next', () => period('week', 2)),
  form('next month', () => period('month')),
  form('(?:the )?month after next', () => period('month', 2)),
  form('next year', () => period('year')),
  form(
    '(?:at |by )?(?:the )?(?:end of (?:the |this )?(?:work(?:ing)? ?)?week|week[ -]?end)(?! days?)',
    () => endOfWeek(0),
    'guest',
  ),
  form('(?:at |by )?(?:the )?end of (?:the |this )?(?:work(?:ing)? ?)?week', () => endOfWeek(0)),
  form('(?:at |by )?(?:the )?end of next week', () => endOfWeek(1)),
  form('(?:at |by )?(?:the )?(?:start|beginning) of next week', () => day({kind: 'of-week', weekday: 1, weeks: 1})),
  form('(?:in |by )?(?:the )?(?:middle of|mid)[ -]?next week', () => day({kind: 'of-week', weekday: 3, weeks: 1})),
  form('(?:by )?eow', () => endOfWeek(0)),
  form('(?:by )?eom', () => day({kind: 'of-month', day: -1})),
  form('(?:by )?eoy', () => date(12, 31)),
  form("(?:at |by |on )?(?:the )?(?:(?:end|last day) of (?:the |this )?year|year[’']?s end)", () => date(12, 31)),
  form('(?:on )?(?:the )?first day of (?:the |next )?year', () => date(1, 1)),
  form('(?<=(?:month|monthly),? )(?:on )?day (\\d{1,2})', ([, spoken]) => monthDay(Number(spoken))),
  form('(?:at |by )?(?:the )?end of next year', () =>
    day({kind: 'from', days: -1, months: 12, day: {kind: 'date', day: 1, month: 1}}),
  ),
  form(
    `${ON}(?:very )?(?:last day|end) (?:of|in) (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?: ${YEAR})?)`,
    ([, spoken, name, year]) => day({kind: 'of-month', day: -1, ...monthName(spoken, name, year)}),
  ),
  form(
    `${ON}(?:very )?(${LAST}) day (?:of|in) (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?: ${YEAR})?)`,
    ([, place, spoken, name, year]) => day({kind: 'of-month', day: ordinalOf(place), ...monthName(spoken, name, year)}),
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
  // "on the third floor" is a text, and the first of a quarter no day of a month.
  form(
    `(?<!quarter (?:on )?)(?:(?:on|by) the|(?<!^\\s*)the|the(?! \\p{L}+[.!?]?$)) (${SPELLED_ORDINAL})(?=\\s*(?:[,.;:!?]?$|[,;:]|(?:at|that|about|in the|of (?:the|this|next) month)(?!\\p{L})|to \\p{L}))`,
    ([, spoken]) => monthDay(ordinalOf(spoken)),
  ),
  form('(\\d{1,2})(?:st|nd|rd|th)(?=[\\s.!?]*$)', ([, spoken]) => monthDay(Number(spoken)), 'free'),
  form('(\\d{1,2})(?:st|nd|rd|th)', ([, spoken]) => monthDay(Number(spoken)), 'guest'),
  form(
    `(?:on )?the (${ORDINAL}(?:(?:,? and |, ?| ?& ?)(?:(?:on )?the )?(?:${LAST}|${ORDINAL}))+)(?: day)?(?: of the month)?(?! ${WEEKDAY}| ${WORKDAY}| (?:of )?${MONTH})`,
    ([, list]) => monthDays(list),
  ),
  form(
    `(?<!${MONTH}\\.? (?:the )?\\d{1,2}(?:st|nd|rd|th)?, ?)(\\d{1,2}(?:st|nd|rd|th)(?:(?:,? and |, ?| ?& ?)(?:(?:on )?the )?(?:\\d{1,2}(?:st|nd|rd|th)|last))+)(?: day)?(?: of the month)?(?! ${WEEKDAY}| (?:of )?${MONTH})`,
    ([, list]) => monthDays(list),
  ),
  form(`(?:on )?(?:the )?(${LAST}) day`, ([, place]) => day({kind: 'of-month', day: ordinalOf(place)}), 'guest'),
  form(
    `(?:${ON}(?:${LAST}|${ORDINAL}) (?:${WEEKDAY}|${WORKDAY}) (?:of|in)|in) ${MONTH}(?:(?:,? and |, ?| ?& ?)${MONTH})+`,
    () => ({
      kind: 'never',
      why: {kind: 'open'},
    }),
  ),
  form(`${ON}(${LAST}|${ORDINAL}) (${WEEKDAY}|${WORKDAY}) ${OF_MONTH}`, ([, ordinal, of = '', spoken, name, year]) =>
    nth(ordinal, of, monthName(spoken, name, year)),
  ),
  form(`(?:(?:on|by) )?the (${ORDINAL}) (${WEEKDAY})`, ([, ordinal, of = '']) => nth(ordinal, of, {}), 'free'),
  form(`${ON}(${LAST}|${ORDINAL}) (${WEEKDAY}|${WORKDAY})`, ([, ordinal, of = '']) => nth(ordinal, of, {}), 'guest'),

  form(
    `${ON}(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)?(?: ?-?)(${MONTH})\\.?(?:,? ${YEAR_OF_DATE}(?![:.]\\d))?`,
    ([, spoken, name, year]) => date(monthOf(name), Number(spoken), year),
  ),
  form(`${ON}(${ORDINAL}) (?:of )?(${MONTH})(?:,? ${YEAR_OF_DATE}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(
    `${ON}(?:next |this )?(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR_OF_DATE})?(?![:.]\\d| ?[ap]\\.?m)`,
    ([, name, spoken, year]) => date(monthOf(name), Number(spoken), year),
  ),
  form(`${ON}(?:next |this )?(${MONTH}) (?:the )?(${ORDINAL})(?:,? ${YEAR_OF_DATE})?`, ([, name, spoken, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(`(?:in|next|this|(?:at |by )?(?:the )?(?:start|beginning) of) (${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    monthAlone(name, year),
  ),
  form('(?:in |by )?(?:mid|(?:the )?middle of)[ -]?(next|this|the) month', ([, spoken]) =>
    day({kind: 'of-month', day: 15, ...(spoken === 'next' && {months: 1})}),
  ),
  form(
    `(${MONTH})(\\d{1,2})(?:st|nd|rd|th)?(?![:.]?\\d)`,
    ([, name, spoken]) => date(monthOf(name), Number(spoken)),
    'guest',
  ),
  form(
    '(2[4-9]|3[01])\\.(0?[1-9]|1[0-2])(?![.:,]?\\d)',
    ([, spoken, month]) => date(Number(month), Number(spoken)),
    'guest',
  ),
  form('on (\\d{1,2})(?= at \\d)', ([, spoken]) => monthDay(Number(spoken))),
  form(`(?:in |by )?(?:mid|(?:the )?middle of)[ -]?(${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    date(monthOf(name), 15, year),
  ),
  form(`(${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year), 'guest'),

  ...FEASTS,

  form('(?:the )?day before', () => dayBeside(-1), 'guest'),
  form(
    '(?:on )?(?:the )?(morning|evening|night) before',
    ([, part]) => [dayBeside(-1), {kind: 'part', part: part as 'morning' | 'evening' | 'night'}],
    'guest',
  ),
  form('(?:the )?day after', () => dayBeside(1), 'guest'),
  form(`(?:in|after) (${COUNT}) ${WORKDAY}s?`, ([, count]) => workdays(countOf(count))),
  form(`(${COUNT}) ${WORKDAY}s? (?:from (?:now|today)|later)`, ([, count]) => workdays(countOf(count))),
  form(`(?:on |by )?(?:the )?next ${WORKDAY}`, () => workdays(1)),
  form(`(?:${COUNT}) ${WORKDAY}s? (?:before|after|from)`, () => ({kind: 'never', why: {kind: 'count-workdays'}})),
  form(`(?:${COUNT}) ${WORKDAY}s`, () => [], 'guest'),
  form(`in (${COUNT}) (${WEEKDAY})s`, ([, count, name]) => weekdaysAhead(countOf(count), name)),
  form(`(${COUNT}) (${WEEKDAY})s from (?:now|today)`, ([, count, name]) => weekdaysAhead(countOf(count), name)),
];

const workdays = (count: number): Meaning | undefined =>
  count >= 1 ? day({kind: 'workday', ahead: count}) : undefined;

/** "in two fridays": the second Friday ahead. */
const weekdaysAhead = (count: number, name: string | undefined): Meaning | undefined =>
  count >= 1 ? day({kind: 'weekday', weekday: weekdayOf(name), which: 'coming', weeks: count - 1}) : undefined;

const endOfWeek = (weeks: number): Meaning =>
  day(weeks === 0 ? {kind: 'weekday', weekday: 5} : {kind: 'of-week', weekday: 5, weeks});
const monthDays = (list: string | undefined): Meaning | undefined => {
  const days = ordinalsIn(list);
  return days.every(one => one >= -3 && one <= 31) ? {kind: 'month-days', days} : undefined;
};
