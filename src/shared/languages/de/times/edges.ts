// German starts, ends and exceptions of a series: "vom 1. bis 24. Dezember", "bis Ostern", "10 mal", "außer freitags
// und am 24. Dezember".
import {throughout} from '../../times/day-meanings.ts';
import {datesFromTo, exceptDates} from '../../times/edge-dates.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf, MONTH, monthOf, NUMBERED, ordinalsIn, WEEKDAY, weekdaysIn} from './words.ts';

const LIST = '(?:,? und |, ?| ?& ?)';
/** "ohne" and "bis auf" count only before a day. */
const BEFORE_DAY = `(?=(?: (?:am|an|den|dem|im))? (?:${WEEKDAY}s?|wochenenden?|${MONTH}|\\d{1,2}\\.|heiligabend|weihnachten|ostern|karfreitag|silvester)(?!\\p{L}))`;
const NOT = `(?:außer|ausser|ausgenommen|mit ausnahme von|nur nicht|aber nicht|jedoch nicht|(?:ohne|bis auf)${BEFORE_DAY})(?: (?:am|an|zu|den|dem|des))?`;
const YEAR = '(20\\d\\d)';
const DAY = '(?:(?:dem|zum|den) )?(\\d{1,2})\\.';

/** Not among the days that a series leaves out: "außer am 24. Dezember bis 1. März". */
const FREE = '(?<!(?<!\\p{L})(?:außer|ausser|ausgenommen|ausnahme von|nicht|ohne|bis auf) .{0,80})';

/** "plane die nächsten 3 Tage" is a text. */
const STARTS = '(?<=^(?:bitte )?(?:erinnere? mich )?|(?:täglich|jeden tag) )';

const DID = '(?:gemacht|getan|erledigt|fertig|genommen|abgehakt|ge\\p{L}+(?:t|en))';

/** "nachdem ich es gemacht habe", "nach dem letzten Mal" */
const AFTER_DONE: readonly Form[] = [
  form(
    `(?:gezählt )?(?:nachdem|ab dem moment,? (?:in dem|wo)|seit) (?:ich|wir|man|du) (?:(?:es|das|dies|sie|ihn|die|(?:die|den|das|meine[nr]?|unsere[nr]?) \\p{L}+) )?(?:zuletzt |das letzte mal )?${DID} (?:habe?n?|hab|hast|hat)`,
    () => ({kind: 'from-done'}),
  ),
  form(`(?:gezählt )?nachdem (?:es|das|dies|sie) (?:zuletzt )?${DID} (?:ist|sind|wurde|wurden|war|waren)`, () => ({
    kind: 'from-done',
  })),
  form(
    '(?:gezählt )?(?:nach|ab|seit) (?:(?:dem|der|jedem|jeder|meinem|meiner) )?(?:letzten (?:mal|erledigen|erledigung|abhaken)|erledigen|erledigung|abhaken)',
    () => ({kind: 'from-done'}),
  ),
];

export const EDGES: readonly Form[] = [
  ...AFTER_DONE,
  form(
    `(?:(?:für|fuer|in|an|während) |${STARTS})(?:die|den|der) (?:nächsten|kommenden|folgenden) (${COUNT}) (tagen?|wochen|monaten?|jahren?)`,
    ([, count, unit = '']) => throughout(countOf(count), unitIn(unit)),
    'guest',
  ),
  form(`(?:(?:an|für) )?(?:die|den) (?:nächsten|kommenden) (${COUNT}) (${WEEKDAY})(?:e|en)`, ([, count, name]) => [
    {kind: 'repeat', repeat: {every: 1, unit: 'week', weekdays: weekdaysIn(name)}},
    {kind: 'count', count: countOf(count), isTotal: true},
  ]),
  form(
    `(noch |insgesamt )?(${COUNT})[ -]?mal( insgesamt)?`,
    ([, lead, count, total]) => {
      if (!(countOf(count) >= 1)) return undefined;
      const isTotal = lead !== undefined || total !== undefined;
      return {kind: 'count', count: countOf(count), isTotal: isTotal || undefined};
    },
    'guest',
  ),
  form(
    '(\\d{1,3}) ?x(?=\\s*(?:$|[,.;]| um | ab | von ))',
    ([, count]) => ({kind: 'count', count: Number(count), isBeside: true}),
    'guest',
  ),

  form(NOT, () => ({kind: 'except'}), 'guest'),
  form(
    `${NOT} ((?:${WEEKDAY})s?(?:${LIST}(?:am )?(?:${WEEKDAY})s?)*)`,
    ([, list]) => ({kind: 'except', weekdays: weekdaysIn(list)}),
    'guest',
  ),
  form(`nur (?:am )?((?:${WEEKDAY})s?) nicht`, ([, list]) => ({kind: 'except', weekdays: weekdaysIn(list)}), 'guest'),
  form(
    `${NOT} (?:an )?(?:(?:${WEEKDAY}s?|wochenenden?|sonn-)${LIST})*feiertag(?:s|en?)?`,
    () => ({kind: 'never', why: {kind: 'name-exceptions'}}),
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
  // Without "vom": "3. bis 5. Dezember", "24.-27.12."
  form(
    `(?=(?:am |dem |zum |den )?\\d)${FREE}(?<!(?<!\\p{L})${NUMBERED} )(?:am )?${DAY}(?: ?(${MONTH}|\\d{1,2}\\.))? ?(?:bis|-|–) ?${DAY} ?(${MONTH}|\\d{1,2}\\.)(?: ?${YEAR})?`,
    ([, first, firstMonth, last, month, year]) =>
      datesFromTo(
        {day: Number(first), month: monthIn(firstMonth ?? month)},
        {day: Number(last), month: monthIn(month)},
        year,
      ),
    'guest',
  ),
  form('bis(?: (?:zum|zu|einschließlich|inklusive))?', () => ({kind: 'until'}), 'guest'),
  form(
    '(?:ab|beginnend|angefangen|startend|von)(?: (?:mit|ab))? (?:jetzt|sofort|heute|gleich)(?: an)?',
    () => ({kind: 'from-now'}),
    'guest',
  ),
  form('(?:ab|beginnend|angefangen|startend|von)(?: (?:am|dem|mit|ab))?', () => ({kind: 'starting'}), 'guest'),
];

/** "Wochen" */
const unitIn = (word: string): 'day' | 'week' | 'month' | 'year' =>
  word.startsWith('tag') ? 'day' : word.startsWith('woche') ? 'week' : word.startsWith('jahr') ? 'year' : 'month';

/** "Dezember" or "12." */
const monthIn = (spoken = ''): number => (/^\d/u.test(spoken) ? Number.parseInt(spoken, 10) : monthOf(spoken));
const fromTo = (first: number, last: number): readonly number[] =>
  Array.from({length: Math.max(0, Math.min(31, last) - first + 1)}, (_, index) => first + index);
