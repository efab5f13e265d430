// German days that share their month or week: "24. und 25. Dezember", "24./25.12.". Each is a day of its own.
import {date, day} from '../../times/day-meanings.ts';
import {type Form, form} from '../../times/time-words.ts';
import {MONTH, monthOf, WEEKDAY, weekdayOf} from './words.ts';

const LIST = '(?: und | u\\.? |, ?| ?& ?| ?/ ?)(?:am )?';

export const DATE_LISTS: readonly Form[] = [
  form(
    `(?:am )?(\\d{1,2})\\.(?=(?:${LIST}\\d{1,2}\\.)+ ?(?:(${MONTH})(?!\\p{L})|(\\d{1,2})\\.)(?: ?(20\\d\\d))?)`,
    ([, spoken, name, month, year]) => date(month === undefined ? monthOf(name) : Number(month), Number(spoken), year),
  ),
  // "nächste Woche Dienstag und Donnerstag"
  form(
    `(?<=(nächste|kommende|diese) woche,? (?:am )?(?:${WEEKDAY}${LIST})*${WEEKDAY}(?:,? und |, ?| ?& ?))(?:am )?(${WEEKDAY})`,
    ([, week, name]) => day({kind: 'of-week', weekday: weekdayOf(name), weeks: week === 'diese' ? 0 : 1}),
  ),
];
