// English starts, ends and exceptions of a series: "from 1 to 24 december", "until easter", "10 times", "except on fridays and 24 dec".
import {datesFromTo, exceptDates} from '../../times/edge-dates.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf, MONTH, monthOf, ORDINAL, ordinalOf, ordinalsIn, WEEKDAY, weekdaysIn} from './words.ts';

const LIST = '(?:,? and |, ?| ?& ?)';
const NOT =
  '(?:except|but not|but never|excluding|excepting|apart from|other than|(?<=, ?)not)(?: (?:on|for|at))?(?: the)?';
const TO = '(?:to|until|till|through|thru|and|-|–)';
const YEAR = '(20\\d\\d)';
const DAY = `(?:the )?(${ORDINAL}|\\d{1,2})`;
/** The start of a day, behind "from … to". */
const A_DAY = `(?:the )?(?:next |this |coming )?(?:\\d{1,2}(?:st|nd|rd|th)?\\.? ?(?:of )?(?:${MONTH}|[./-]\\d)|\\d{4}-\\d|${MONTH}|${WEEKDAY}|tomorrow|easter|christmas|new year|(?:the )?end of|mid)`;

export const EDGES: readonly Form[] = [
  form(
    `(?:for )?(${COUNT}) (?:times|occurrences|repetitions)(?: (?:in all|in total|altogether))?`,
    ([, count]) => (countOf(count) >= 1 ? {kind: 'count', count: countOf(count)} : undefined),
    'guest',
  ),
  form('(?:only )?once', () => undefined),

  form(NOT, () => ({kind: 'except'}), 'guest'),
  form(
    `${NOT} ((?:${WEEKDAY})s?(?:${LIST}(?:on )?(?:${WEEKDAY})s?)*)`,
    ([, list]) => ({kind: 'except', weekdays: weekdaysIn(list)}),
    'guest',
  ),
  form(`${NOT} weekends?`, () => ({kind: 'except', weekdays: [6, 0]}), 'guest'),
  form(
    `${NOT} ((?:(?:the )?(?:${ORDINAL}|\\d{1,2})${LIST})+(?:the )?(?:${ORDINAL}|\\d{1,2})) (?:of )?(${MONTH})(?: ${YEAR})?`,
    ([, list, month, year]) => exceptDates(numbersIn(list), monthOf(month), year),
    'guest',
  ),
  form(
    `${NOT} (${MONTH}) ((?:(?:the )?(?:${ORDINAL}|\\d{1,2})${LIST})+(?:the )?(?:${ORDINAL}|\\d{1,2}))(?:,? ${YEAR})?`,
    ([, month, list, year]) => exceptDates(numbersIn(list), monthOf(month), year),
    'guest',
  ),
  form(
    `${NOT} (?:from |between )?${DAY} ?${TO} ?${DAY} (?:of )?(${MONTH})(?: ${YEAR})?`,
    ([, first, last, month, year]) => exceptDates(fromTo(ordinalOf(first), ordinalOf(last)), monthOf(month), year),
    'guest',
  ),

  form(
    `(?:from |between )${DAY}(?: (?:of )?(${MONTH}))? ?${TO} ?${DAY} (?:of )?(${MONTH})(?: ${YEAR})?`,
    ([, first, firstMonth, last, month, year]) =>
      datesFromTo(
        {day: ordinalOf(first), month: monthOf(firstMonth ?? month)},
        {day: ordinalOf(last), month: monthOf(month)},
        year,
      ),
    'guest',
  ),
  form(
    `(?:from |between )(${MONTH}) ${DAY} ?${TO} ?(?:(${MONTH}) )?${DAY}(?![:.]\\d| ?[ap]\\.?m)(?:,? ${YEAR})?`,
    ([, month, first, lastMonth, last, year]) =>
      datesFromTo(
        {day: ordinalOf(first), month: monthOf(month)},
        {day: ordinalOf(last), month: monthOf(lastMonth ?? month)},
        year,
      ),
    'guest',
  ),
  form(
    '(?:until|till|til|through|up to|(?<!(?:stand|get|wake|pick|wash|clean|sit|back|warm|stay) )up until|ending|ends)(?: on)?',
    () => ({kind: 'until'}),
    'guest',
  ),
  form(`(?:to|thru|-|–)(?= ${A_DAY})`, () => ({kind: 'until', needsStart: true}), 'guest'),
  form(
    '(?:starting|beginning|from|as of|effective|begin|start)(?: (?:on|from|at|in))?',
    () => ({kind: 'starting'}),
    'guest',
  ),
];

const numbersIn = (list = ''): readonly number[] => {
  const spelled = ordinalsIn(list.replaceAll(/\b(\d{1,2})(?!\d|st|nd|rd|th)/gu, '$1th'));
  return spelled.filter(day => day >= 1 && day <= 31);
};
const fromTo = (first: number, last: number): readonly number[] =>
  Array.from({length: Math.max(0, Math.min(31, last) - first + 1)}, (_, index) => first + index);
