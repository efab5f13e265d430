// English days of a month: "the 27th", "on the 1st and 15th", "the last friday of the month".
import {day, monthDay} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {LAST, MONTH, monthOf, ORDINAL, ordinalOf, ordinalsIn, SPELLED_ORDINAL, WEEKDAY, weekdayOf} from './words.ts';

export const ON = '(?:(?:on|by|at) )?(?:the )?';

export const YEAR = '(20\\d\\d|19\\d\\d)';

export const WORKDAY = '(?:working day|work day|workday|business day|weekday)';

/** Months from now. "the month" is whichever comes next. */
const MONTHS_AHEAD: ReadonlyMap<string, number> = new Map([
  ['next', 1],
  ['this', 0],
]);

export const monthsAhead = (spoken = ''): {readonly months?: number} => {
  const months = MONTHS_AHEAD.get(spoken.trim().toLowerCase());
  return months === undefined ? {} : {months};
};

/** "of the month", "of next month", "in january 2027" */
const OF_MONTH = `(?:of|in) (?:(?:the )?(the|this|next)? ?month|(${MONTH})(?:,? ${YEAR})?)`;

type OfMonth = {readonly months?: number; readonly month?: number; readonly year?: number};

export const monthName = (which?: string, name?: string, year?: string): OfMonth => ({
  ...(name === undefined ? monthsAhead(which) : {month: monthOf(name)}),
  year: year === undefined ? undefined : Number(year),
});

const nth = (ordinal: string | undefined, of: string, month: OfMonth): Meaning =>
  day({
    kind: 'nth',
    nth: ordinalOf(ordinal),
    of: new RegExp(`^${WORKDAY}$`, 'iu').test(of) ? 'workday' : weekdayOf(of),
    ...month,
  });

const monthDays = (list: string | undefined): Meaning | undefined => {
  const days = ordinalsIn(list);
  return days.every(value => value >= -3 && value <= 31) ? {kind: 'month-days', days} : undefined;
};

export const MONTH_DAYS: readonly Form[] = [
  form(`${ON}(${ORDINAL}|\\d{1,2})(?: day)? of (?:(?:the )?(the|this|next)? ?month)`, ([, ordinal, spoken]) =>
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
];
