// English days: "tomorrow", "next friday", "the 27th", "dec 25", "the last friday of the month", "easter monday".
import {ahead, date, day, dayBeside, monthDay, period} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {OWN_WEEK} from './day-lists.ts';
import {FEASTS} from './feasts.ts';
import {MONTH_DAYS, monthName, monthsAhead, ON, WORKDAY, YEAR} from './month-days.ts';
import {
  COUNT,
  countOf,
  LAST,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  SHORT_WEEKDAY,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const YEAR_OF_DATE = "(20\\d\\d|19\\d\\d|['’]\\d\\d)";
const SUN_THINGS = 'sun (?:cream|screen|block|lotion|hat|glasses|lounger|bed)';

/** A month alone: its first day. */
const monthAlone = (name?: string, year?: string): Meaning =>
  day({kind: 'date', day: 1, month: monthOf(name), year: year === undefined ? undefined : Number(year), isMonth: true});

const which = (spoken = ''): {readonly which?: 'next' | 'this' | 'coming'} => {
  if (/next/iu.test(spoken)) return {which: 'next'};
  if (/coming|upcoming/iu.test(spoken)) return {which: 'coming'};
  return /this/iu.test(spoken) ? {which: 'this'} : {};
};

export const DAYS: readonly Form[] = [
  // "next year's budget" and "today's notes" are texts, "in two weeks' time" and "tomorrow's reminder" times.
  form(
    `(?:yesterday|today|tonight|tomorrow|(?:next|this|last) (?:week|weekend|month|quarter|year|${WEEKDAY}|${MONTH}))['’]s(?= \\p{L})(?! (?:time|end|reminders?|alarms?|timers?|one)(?!\\p{L}))`,
    () => [],
  ),
  // "three weekends" is a length.
  form(
    `(?:${COUNT}) ((?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:morning|afternoon|evening|night)s)`,
    () => ({
      kind: 'never',
      why: {kind: 'open'},
    }),
    'guest',
  ),
  form(
    '(?:one|two|three|four|five|six|several|few|couple of) (?:weekends|weekdays)',
    () => ({
      kind: 'never',
      why: {kind: 'open'},
    }),
    'guest',
  ),
  form('(?:later )?today', () => ahead(0), 'word'),
  form(`today(?= ?(?:,|&|and|to|until) ?(?:tomorrow|(?:on )?${WEEKDAY}))`, () => ahead(0)),
  // "one day" says no day.
  form('(?:one|some) ?day(?! (?:from|before|after|later|a|per)(?!\\p{L}))', () => []),
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
  form(`(?:a |one |two )?(week|weeks|fortnight) on (${WEEKDAY})`, ([, unit, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), weeks: unit === 'week' ? 1 : 2}),
  ),
  // "sunday 29" is a date, since no such hour exists.
  form(
    `(?:on )?(${WEEKDAY}),? (2[5-9]|3[01])(?![.:/-]?\\d|(?:st|nd|rd|th)| (?:${MONTH}|minutes?|hours?|days?))`,
    ([, name, spoken]) => [day({kind: 'weekday', weekday: weekdayOf(name)}), ...[monthDay(Number(spoken)) ?? ahead(0)]],
  ),
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

  ...MONTH_DAYS,

  form(
    `${ON}(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)?(?: ?[-/.]?)(${MONTH})\\.?(?:(?:,? (?:of )?|[-/.])${YEAR_OF_DATE}(?![:.]\\d)|[-/](\\d\\d)(?![-/.:\\d]))?`,
    ([, spoken, name, year, short]) =>
      date(monthOf(name), Number(spoken), year ?? (short === undefined ? undefined : `20${short}`)),
  ),
  form(`${ON}(${ORDINAL}) (?:of )?(${MONTH})(?:,? ${YEAR_OF_DATE}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(
    `${ON}(?:next |this )?(${MONTH})(?:\\.? |[-/])(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:(?:,? |[-/])${YEAR_OF_DATE})?(?![:.]\\d| ?[ap]\\.?m)`,
    ([, name, spoken, year]) => date(monthOf(name), Number(spoken), year),
  ),
  form(`${ON}(?:next |this )?(${MONTH}) (?:the )?(${ORDINAL})(?:,? ${YEAR_OF_DATE})?`, ([, name, spoken, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(`(?:in|next|this|(?:at |by )?(?:the )?(?:start|beginning) of) (${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    monthAlone(name, year),
  ),
  form('(?:in |by )?(?:mid|(?:the )?middle of)[ -]?(next|this|the) month', ([, spoken]) =>
    day({kind: 'of-month', day: 15, months: spoken === 'next' ? 1 : undefined}),
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
  form(
    `(\\d{1,2}) ?(${MONTH}) ?((?:20)?[2-9]\\d)(?<=${MONTH}(?:\\d{2}|\\d{4}))(?![:.]?\\d)`,
    ([, spoken, name, year = '']) => date(monthOf(name), Number(spoken), year.length === 2 ? `20${year}` : year),
  ),
  form('on (\\d{1,2})(?= at \\d)', ([, spoken]) => monthDay(Number(spoken))),
  form(`(?:in |by )?(?:mid|(?:the )?middle of)[ -]?(${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    date(monthOf(name), 15, year),
  ),
  form(`(${MONTH})\\.?,? ${YEAR}(?![:.]?\\d)`, ([, name, year]) => monthAlone(name, year), 'free'),
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
