// English lists of days: weekdays that share their week, and dates that share their month.
import {date, day} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {MONTH, monthOf, ORDINAL, ordinalOf, STOP, WEEKDAY, weekdayOf} from './words.ts';

const LIST = '(?:,? and |, ?| ?& ?)(?:on )?';

const ofWeek = (name: string | undefined, week: string | undefined): Meaning =>
  day({kind: 'of-week', weekday: weekdayOf(name), weeks: week === 'next' ? 1 : 0});

/** "next week on tuesday and thursday", "tuesday and thursday next week" */
export const WEEKDAY_LISTS: readonly Form[] = [
  form(
    `(?<=(next|this) week,? (?:on )?(?:${WEEKDAY}${LIST})*${WEEKDAY}(?:,? and |, ?| ?& ?))(?:on )?(${WEEKDAY})`,
    ([, week, name]) => ofWeek(name, week),
  ),
  form(`(?:on )?(${WEEKDAY})(?=(?:${LIST}${WEEKDAY})+,? (?:of )?(next|this) week(?!\\p{L}))`, ([, name, week]) =>
    ofWeek(name, week),
  ),
];

/** Not within such a list. */
export const OWN_WEEK = {
  before: `(?=[omtwfs])(?<!(?:next|this) week,? (?:on )?(?:${WEEKDAY}${LIST})+)`,
  after: `(?!(?:${LIST}${WEEKDAY})*,? (?:of )?(?:next|this) week(?!\\p{L}))`,
};

const YEAR = '(20\\d\\d)';
const DAY = `(?:${ORDINAL}|\\d{1,2})`;
const AND = '(?:,? and | ?& ?)';
const DATE_LIST = `(?:${AND}|, ?)(?:the )?`;

/** Dates that share their month: "24 and 25 december", "dec 24th, 25th and 26th". Each day is a date of its own. */
export const DATE_LISTS: readonly Form[] = [
  form(
    `(?:on )?(?:the )?(${DAY})(?=(?:${DATE_LIST}${DAY})+ (?:of )?(${MONTH})(?:,? ${YEAR})?(?!\\p{L}))`,
    ([, spoken, month, year]) => date(monthOf(month), ordinalOf(spoken), year),
  ),
  form(
    `(?=the |\\d|[a-z]+(?:st|nd|rd|th))(?<=(${MONTH})\\.? (?:the )?(?:${DAY}${DATE_LIST})*${DAY}${AND}(?:the )?)(?:(${ORDINAL})|(\\d{1,2})(?:${STOP}|(?= at )))(?![:.]\\d| ?[ap]\\.?m)`,
    ([, month, ordinal, spoken]) => date(monthOf(month), ordinalOf(ordinal ?? spoken)),
  ),
  form(
    `(?=the |\\d|[a-z]+(?:st|nd|rd|th))(?<=(${MONTH})\\.? (?:the )?(?:${DAY}${DATE_LIST})*${DAY}, ?)(${DAY})(?=(?:${DATE_LIST}${DAY})+(?!\\p{L}|[:.]?\\d| ?[ap]\\.?m))`,
    ([, month, spoken]) => date(monthOf(month), ordinalOf(spoken)),
  ),
];
