// German starts, ends and exceptions of a series: "vom 1. bis 24. Dezember", "bis Ostern", "10 mal", "außer freitags und am 24. Dezember".
import {datesFromTo, exceptDates} from '../../times/edge-dates.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf, MONTH, monthOf, ordinalsIn, WEEKDAY, weekdaysIn} from './words.ts';

const LIST = '(?:,? und |, ?| ?& ?)';
const NOT =
  '(?:außer|ausser|ausgenommen|mit ausnahme von|nur nicht|aber nicht|jedoch nicht)(?: (?:am|an|zu|den|dem|des))?';
const YEAR = '(20\\d\\d)';
const DAY = '(?:(?:dem|zum|den) )?(\\d{1,2})\\.';

export const EDGES: readonly Form[] = [
  form(
    `(?:noch )?(${COUNT})[ -]?mal(?: insgesamt)?`,
    ([, count]) => (countOf(count) >= 1 ? {kind: 'count', count: countOf(count)} : undefined),
    'guest',
  ),

  form(NOT, () => ({kind: 'except'}), 'guest'),
  form(
    `${NOT} ((?:${WEEKDAY})s?(?:${LIST}(?:am )?(?:${WEEKDAY})s?)*)`,
    ([, list]) => ({kind: 'except', weekdays: weekdaysIn(list)}),
    'guest',
  ),
  form(`${NOT} (?:wochenenden?|den wochenenden)`, () => ({kind: 'except', weekdays: [6, 0]}), 'guest'),
  form(
    `${NOT} ((?:\\d{1,2}\\.${LIST}(?:am )?)+\\d{1,2}\\.) ?(${MONTH}|\\d{1,2}\\.)(?: ?${YEAR})?`,
    ([, list, month, year]) => exceptDates(ordinalsIn(list), monthIn(month), year),
    'guest',
  ),
  form(
    `${NOT}(?: vom)? ${DAY} ?(?:bis|-|–) ?${DAY} ?(${MONTH}|\\d{1,2}\\.)(?: ?${YEAR})?`,
    ([, first, last, month, year]) => exceptDates(fromTo(Number(first), Number(last)), monthIn(month), year),
    'guest',
  ),

  form(
    `(?:vom|von|zwischen|ab) ${DAY}(?: ?(${MONTH}|\\d{1,2}\\.))? ?(?:bis(?: einschließlich)?|und|-|–) ?${DAY} ?(${MONTH}|\\d{1,2}\\.)(?: ?${YEAR})?`,
    ([, first, firstMonth, last, month, year]) =>
      datesFromTo(
        {day: Number(first), month: monthIn(firstMonth ?? month)},
        {day: Number(last), month: monthIn(month)},
        year,
      ),
    'guest',
  ),
  form('bis(?: (?:zum|zu|einschließlich|inklusive))?', () => ({kind: 'until'}), 'guest'),
  form('(?:ab|beginnend|angefangen|startend|von)(?: (?:am|dem|mit|ab))?', () => ({kind: 'starting'}), 'guest'),
];

/** "Dezember" or "12." */
const monthIn = (spoken = ''): number => (/^\d/u.test(spoken) ? Number.parseInt(spoken, 10) : monthOf(spoken));
const fromTo = (first: number, last: number): readonly number[] =>
  Array.from({length: Math.max(0, Math.min(31, last) - first + 1)}, (_, index) => first + index);
