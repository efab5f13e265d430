// English dates that share their month: "24 and 25 december", "dec 24th, 25th and 26th". Each day is a date of its own.
import {date} from '../../times/day-meanings.ts';
import {type Form, form} from '../../times/time-words.ts';
import {MONTH, monthOf, ORDINAL, ordinalOf, STOP} from './words.ts';

const YEAR = '(20\\d\\d)';
const DAY = `(?:${ORDINAL}|\\d{1,2})`;
const AND = '(?:,? and | ?& ?)';
const LIST = `(?:${AND}|, ?)(?:the )?`;

export const DATE_LISTS: readonly Form[] = [
  form(
    `(?:on )?(?:the )?(${DAY})(?=(?:${LIST}${DAY})+ (?:of )?(${MONTH})(?:,? ${YEAR})?(?!\\p{L}))`,
    ([, spoken, month, year]) => date(monthOf(month), ordinalOf(spoken), year),
  ),
  form(
    `(?=the |\\d|[a-z]+(?:st|nd|rd|th))(?<=(${MONTH})\\.? (?:the )?(?:${DAY}${LIST})*${DAY}${AND}(?:the )?)(?:(${ORDINAL})|(\\d{1,2})(?:${STOP}|(?= at )))(?![:.]\\d| ?[ap]\\.?m)`,
    ([, month, ordinal, spoken]) => date(monthOf(month), ordinalOf(ordinal ?? spoken)),
  ),
  form(
    `(?=the |\\d|[a-z]+(?:st|nd|rd|th))(?<=(${MONTH})\\.? (?:the )?(?:${DAY}${LIST})*${DAY}, ?)(${DAY})(?=(?:${LIST}${DAY})+(?!\\p{L}|[:.]?\\d| ?[ap]\\.?m))`,
    ([, month, spoken]) => date(monthOf(month), ordinalOf(spoken)),
  ),
];
