// English starts, ends and exceptions of a series: "from 1 to 24 december", "until easter", "10 times", "except on
// fridays and 24 dec".
import {throughout} from '../../times/day-meanings.ts';
import {datesFromTo, exceptDates} from '../../times/edge-dates.ts';
import {type Form, form} from '../../times/time-words.ts';
import {
  COUNT,
  countOf,
  MONTH,
  monthOf,
  NUMBERED,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  WEEKDAY,
  weekdaysIn,
} from './words.ts';

const LIST = '(?:,? and |, ?| ?& ?)';
/** "but" and its like count only before a day. */
const BEFORE_DAY = `(?=(?: (?:on|at|in|for))?(?: the)? (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|\\d{1,2} ${MONTH}|\\d{1,2}(?:st|nd|rd|th)|january|february|april|june|july|august|september|october|november|december|christmas|easter|good friday|new year)(?!\\p{L}))`;
const NOT = `(?:except|but not|but never|excluding|excepting|apart from|other than|(?<=, ?)not|(?:but|besides|without|save|just not|unless it(?:['’]s| is)(?: a)?)${BEFORE_DAY})(?: (?:on|for|at))?(?: the)?`;
const TO = '(?:to|until|till|through|thru|and|-|–)';
const YEAR = '(20\\d\\d)';
const DAY = `(?:the )?(${ORDINAL}|\\d{1,2})`;
/** Not among the days that a series leaves out: "except on 24 december until 1 march". */
const FREE =
  '(?<!(?<!\\p{L})(?:except|but|not|excluding|excepting|other than|apart from|without|besides|save) .{0,80})';
/** Between two dates without a "from". */
const UP_TO = '(?:to|until|till|through|thru|-|–)';
/** The start of a day, behind "from … to". */
const A_DAY = `(?:the )?(?:next |this |coming )?(?:\\d{1,2}(?:st|nd|rd|th)?\\.? ?(?:of )?(?:${MONTH}|[./-]\\d)|\\d{4}-\\d|${MONTH}|${WEEKDAY}|tomorrow|easter|christmas|new year|(?:the )?end of|mid)`;

/** "plan the next 3 days" is a text. */
const STARTS = '(?<=^(?:please )?(?:remind (?:me|us) )?)';

const DID = '(?:did|done|do|finish(?:ed)?|completed?|took|taken|\\p{L}+ed)';
const IT = '(?:it|this|that|them|so|(?:the|my|our) \\p{L}+)';

/** "after I did it", "after it is done", "since the last time". The words of a single verb need their object. */
const AFTER_DONE: readonly Form[] = [
  form(
    `(?:counted |counting )?(?:after|from|since) (?:when )?(?:the last time )?(?:i|we|you)(?:['’]ve| have)?(?: last)? (?:${DID} ${IT}(?: last)?|(?:did|finished|completed)(?= |[,.]|$)(?! \\p{L}))`,
    () => ({kind: 'from-done'}),
  ),
  form(
    `(?:counted |counting )?(?:after|from|since) (?:when )?(?:${IT}(?:['’]s|['’]re| is| are| was| were| has been| got| gets)(?: last)? (?:done|finished|completed|ticked off)|(?:the |each |every )?(?:last )?(?:completion|done)|(?:doing|completing|finishing) ${IT}|being done)`,
    () => ({kind: 'from-done'}),
  ),
  form('(?:after|from|since) the last time', () => ({kind: 'from-done'})),
];

export const EDGES: readonly Form[] = [
  ...AFTER_DONE,
  form(
    `(?:for|over|during) (?:the )?(?:next|coming|following) (?:(${COUNT}) )?(days|weeks?|months?|years?)|${STARTS}(?:the )?(?:next|coming|following) (${COUNT}) (days|weeks|months|years)`,
    ([, count, unit, other, otherUnit]) => throughout(countOf(count ?? other ?? '1'), unitIn(unit ?? otherUnit ?? '')),
    'guest',
  ),
  form(
    `(?:for )?(${COUNT}) days (?:in a row|running|straight)`,
    ([, count]) => throughout(countOf(count), 'day'),
    'guest',
  ),
  form(`(?:on |for )?(?:the )?(?:next|coming|following) (${COUNT}) (${WEEKDAY})s`, ([, count, name]) => [
    {kind: 'repeat', repeat: {every: 1, unit: 'week', weekdays: weekdaysIn(name)}},
    {kind: 'count', count: countOf(count), isTotal: true},
  ]),
  form(
    `(for )?(${COUNT}) (?:times|(occurrences|repetitions))( (?:in all|in total|altogether))?`,
    ([, lead, count, noun, total]) => {
      if (!(countOf(count) >= 1)) return undefined;
      const isTotal = [lead, noun, total].some(said => said !== undefined);
      return {kind: 'count', count: countOf(count), isTotal: isTotal || undefined};
    },
    'guest',
  ),
  form(
    'x ?(\\d{1,3})(?=\\s*(?:$|[,.;]| at | from | starting ))',
    ([, count]) => ({kind: 'count', count: Number(count), isBeside: true, isTotal: true}),
    'guest',
  ),
  form(
    '(\\d{1,3}) ?x(?=\\s*(?:$|[,.;]| at | from | starting ))',
    ([, count]) => ({kind: 'count', count: Number(count), isBeside: true}),
    'guest',
  ),
  form('(?:only )?once', () => undefined),

  form(NOT, () => ({kind: 'except'}), 'guest'),
  form(
    `${NOT} ((?:${WEEKDAY})s?(?:${LIST}(?:on )?(?:${WEEKDAY})s?)*)`,
    ([, list]) => ({kind: 'except', weekdays: weekdaysIn(list)}),
    'guest',
  ),
  form(
    `${NOT} (?:(?:${WEEKDAY}s?|weekends?)${LIST})*(?:(?:public|bank|school|national) )?holidays?`,
    () => ({kind: 'never', why: {kind: 'name-exceptions'}}),
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
    `${NOT} (?:from )?${DAY} ?${UP_TO} ?${DAY} (?:of )?(${MONTH})(?: ${YEAR})?`,
    ([, first, last, month, year]) => exceptDates(fromTo(ordinalOf(first), ordinalOf(last)), monthOf(month), year),
    'guest',
  ),
  form(
    `${NOT} (?:from )?(${MONTH}) ${DAY} ?${UP_TO} ?(?:\\1 )?${DAY}(?:,? ${YEAR})?`,
    ([, month, first, last, year]) => exceptDates(fromTo(ordinalOf(first), ordinalOf(last)), monthOf(month), year),
    'guest',
  ),

  form(
    `(?:from |between )${DAY}(?: (?:of )?(${MONTH}))? ?${TO} ?${DAY} (?:of )?(${MONTH})(?:,? ${YEAR})?`,
    ([, first, firstMonth, last, month, year]) =>
      datesFromTo(
        {day: ordinalOf(first), month: monthOf(firstMonth ?? month)},
        {day: ordinalOf(last), month: monthOf(month)},
        year,
      ),
    'guest',
  ),
  // Without "from": "3 to 5 december", "dec 3-5".
  form(
    `(?=\\d|the |[a-z]+(?:th|st|nd|rd) )${FREE}(?<!(?<!\\p{L})${NUMBERED} )${DAY}(?: (?:of )?(${MONTH}))? ?${UP_TO} ?${DAY} (?:of )?(${MONTH})(?:,? ${YEAR})?`,
    ([, first, firstMonth, last, month, year]) =>
      datesFromTo(
        {day: ordinalOf(first), month: monthOf(firstMonth ?? month)},
        {day: ordinalOf(last), month: monthOf(month)},
        year,
      ),
    'guest',
  ),
  form(
    `(?=${MONTH})${FREE}(${MONTH})\\.? ${DAY} ?${UP_TO} ?(?:(${MONTH})\\.? )?${DAY}(?![:.]?\\d| ?[ap]\\.?m)(?:,? ${YEAR})?`,
    ([, month, first, lastMonth, last, year]) =>
      datesFromTo(
        {day: ordinalOf(first), month: monthOf(month)},
        {day: ordinalOf(last), month: monthOf(lastMonth ?? month)},
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
    '(?:starting|beginning|from|as of|effective|begin|start)(?: (?:from|as of|right))? (?:now|today|immediately|this (?:moment|week))(?: on(?:wards?)?)?',
    () => ({kind: 'from-now'}),
    'guest',
  ),
  form(
    '(?:starting|beginning|from|as of|effective|begin|start)(?: (?:on|from|at|in))?',
    () => ({kind: 'starting'}),
    'guest',
  ),
];

/** "weeks" */
const unitIn = (word: string): 'day' | 'week' | 'month' | 'year' =>
  (['day', 'week', 'year'] as const).find(unit => word.startsWith(unit)) ?? 'month';

const numbersIn = (list = ''): readonly number[] => {
  const spelled = ordinalsIn(list.replaceAll(/\b(\d{1,2})(?!\d|st|nd|rd|th)/gu, '$1th'));
  return spelled.filter(day => day >= 1 && day <= 31);
};
const fromTo = (first: number, last: number): readonly number[] =>
  Array.from({length: Math.max(0, Math.min(31, last) - first + 1)}, (_, index) => first + index);
