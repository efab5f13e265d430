// German dates that share their month: "24. und 25. Dezember", "24./25.12.". Each day is a date of its own.
import {date} from '../../times/day-meanings.ts';
import {type Form, form} from '../../times/time-words.ts';
import {MONTH, monthOf} from './words.ts';

const LIST = '(?: und | u\\.? |, ?| ?& ?| ?/ ?)(?:am )?';

export const DATE_LISTS: readonly Form[] = [
  form(
    `(?:am )?(\\d{1,2})\\.(?=(?:${LIST}\\d{1,2}\\.)+ ?(?:(${MONTH})(?!\\p{L})|(\\d{1,2})\\.)(?: ?(20\\d\\d))?)`,
    ([, spoken, name, month, year]) => date(month === undefined ? monthOf(name) : Number(month), Number(spoken), year),
  ),
];
