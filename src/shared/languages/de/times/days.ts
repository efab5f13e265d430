// German days: "übermorgen", "nächsten Freitag", "am 27.", "3. Dezember", "am letzten Freitag im Monat", "Ostermontag".

import {ahead, date, day, monthDay, period} from '../../times/day-meanings.ts';
import type {Day, Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {
  LAST,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  SHORT_WEEKDAY,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const AM = '(?:(?:am|an|zum|den|der|vom) )?';
const YEAR = '(20\\d\\d|19\\d\\d)';
const NEXT = '(?:nächste[nrsm]?|naechste[nrsm]?|kommende[nrsm]?)';
const WORKDAY = '(?:werktag|arbeitstag|wochentag)s?';

/** A month alone: its first day. */
const monthAlone = (name?: string, year?: string): Meaning =>
  day({kind: 'date', day: 1, month: monthOf(name), ...(year !== undefined && {year: Number(year)}), isMonth: true});

/** "kommenden" is the nearest such day, "nächsten" is the day in the next week. */
const which = (spoken = ''): {readonly which?: 'next' | 'this' | 'coming'} => {
  if (/^n/iu.test(spoken)) return {which: 'next'};
  return /^k/iu.test(spoken) ? {which: 'coming'} : {which: 'this'};
};

/** "im Monat", "des nächsten Monats", "im Januar 2027" */
const OF_MONTH = `(?:(?:im|des|in diesem|diesen|dieses) monats?|(im nächsten|des nächsten|im kommenden|des kommenden|nächsten) monats?|(?:im|des|vom) (${MONTH})s?(?: ${YEAR})?)`;
type OfMonth = {readonly months?: number; readonly month?: number; readonly year?: number};
const monthName = (next?: string, name?: string, year?: string): OfMonth => ({
  ...(next !== undefined && {months: 1}),
  ...(name !== undefined && {month: monthOf(name)}),
  ...(year !== undefined && {year: Number(year)}),
});
const nth = (ordinal: string | undefined, of: string, month: OfMonth): Meaning =>
  day({
    kind: 'nth',
    nth: ordinalOf(ordinal),
    of: new RegExp(`^${WORKDAY}$`, 'iu').test(of) ? 'workday' : weekdayOf(of),
    ...month,
  });

const FEASTS: readonly (readonly [string, Day])[] = [
  ['(?:ostern|ostersonntag)', {kind: 'easter', days: 0}],
  ['ostermontag', {kind: 'easter', days: 1}],
  ['ostersamstag', {kind: 'easter', days: -1}],
  ['karfreitag', {kind: 'easter', days: -2}],
  ['gründonnerstag', {kind: 'easter', days: -3}],
  ['aschermittwoch', {kind: 'easter', days: -46}],
  ['rosenmontag', {kind: 'easter', days: -48}],
  ['(?:christi )?himmelfahrt(?:stag)?', {kind: 'easter', days: 39}],
  ['(?:pfingsten|pfingstsonntag)', {kind: 'easter', days: 49}],
  ['pfingstmontag', {kind: 'easter', days: 50}],
  ['fronleichnam', {kind: 'easter', days: 60}],
  ['(?:weihnachten|(?:ersten|1\\.) weihnachtstag)', {kind: 'date', day: 25, month: 12}],
  ['(?:zweiten|2\\.) weihnachtstag', {kind: 'date', day: 26, month: 12}],
  ['(?:heiligabend|heilig abend|heiligen abend)', {kind: 'date', day: 24, month: 12}],
  ['(?:silvester|sylvester)', {kind: 'date', day: 31, month: 12}],
  ['(?:neujahr|neujahrstag)', {kind: 'date', day: 1, month: 1}],
  ['nikolaus', {kind: 'date', day: 6, month: 12}],
  ['(?:heilige )?(?:drei könige|dreikönig(?:stag)?)', {kind: 'date', day: 6, month: 1}],
  ['valentinstag', {kind: 'date', day: 14, month: 2}],
  ['tag der arbeit', {kind: 'date', day: 1, month: 5}],
  ['tag der deutschen einheit', {kind: 'date', day: 3, month: 10}],
  ['halloween', {kind: 'date', day: 31, month: 10}],
  ['allerheiligen', {kind: 'date', day: 1, month: 11}],
];

export const DAYS: readonly Form[] = [
  form('heute', () => ahead(0), 'word'),
  form('morgen|morgn|moregn|mrogen', () => ahead(1)),
  form('(?:ü|ue)bermorge?n', () => ahead(2)),
  form('(?:überübermorgen)', () => ahead(3)),
  form('gestern', () => ahead(-1)),
  form('vorgestern', () => ahead(-2)),

  form(`(?:am |an )?(${NEXT}|diese[nrsm]?) (${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), ...which(spoken)}),
  ),
  form(`(?:am|an|den|zum) (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)})),
  form(`wenn es ein (${WEEKDAY}) ist`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form(`(${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'word'),
  form('(?:am )?(mo|di|mi|do|fr|sa|so)\\.?', ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form(`(?:am )?(?:über|ueber)nächsten (${WEEKDAY})`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), which: 'coming', weeks: 1}),
  ),
  form(`(?:am |den )?(${WEEKDAY}) (?:der |in der )?(?:${NEXT}) woche`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 1}),
  ),
  form(`(?:in der )?(?:${NEXT}) woche,? (?:am )?(${WEEKDAY})`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 1}),
  ),
  form(`(?:am |den )?(${WEEKDAY}) (?:der |in )?dieser woche|diese woche,? (?:am )?(${WEEKDAY})`, ([, name, other]) =>
    day({kind: 'of-week', weekday: weekdayOf(name ?? other), weeks: 0}),
  ),
  form(`(?:am |an )?(${SHORT_WEEKDAY}(?:(?:,? und |, ?| ?& ?| ?/ ?)(?:am )?${SHORT_WEEKDAY})+)`, ([, list]) => ({
    kind: 'weekdays',
    weekdays: weekdaysIn(list),
  })),

  form('(?:am |dieses )wochenende', () => day({kind: 'weekend', weeks: 0})),
  form(`(?:am )?(?:${NEXT}) wochenende`, () => day({kind: 'weekend', weeks: 1})),
  form(`(?:in der )?(?:${NEXT}) woche`, () => period('week')),
  form('(?:in der )?übernächste[nr]? woche', () => period('week', 2)),
  form(`(?:im )?(?:${NEXT}) monat`, () => period('month')),
  form(`(?:im )?(?:${NEXT}) jahr`, () => period('year')),
  form('(?:zum |am )?(?:ende der woche|ende dieser woche|wochenschluss)', () => day({kind: 'weekday', weekday: 5})),
  form('(?:zum |am )?ende (?:der )?nächste[rn] woche', () => day({kind: 'of-week', weekday: 5, weeks: 1})),
  form('(?:zum |am )?anfang (?:der )?nächste[rn] woche', () => day({kind: 'of-week', weekday: 1, weeks: 1})),
  form('(?:zum |am )?(?:ende des jahres|jahresende|ende dieses jahres)', () => date(12, 31)),
  form('(?:zum |am )?(?:ende des monats|monatsende|ende dieses monats|monatsletzten|letzten des monats)', () =>
    day({kind: 'of-month', day: -1}),
  ),
  form('(?:zum |am )?ende (?:des )?nächsten monats', () => day({kind: 'of-month', day: -1, months: 1})),
  form('(?:zum |am )?(?:anfang|beginn) (?:des )?nächsten monats', () => day({kind: 'of-month', day: 1, months: 1})),
  form(`(?:am )?ende (${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    day({kind: 'of-month', day: -1, ...monthName(undefined, name, year)}),
  ),
  form(`${AM}${LAST} tag ${OF_MONTH}`, ([, next, name, year]) =>
    day({kind: 'of-month', day: -1, ...monthName(next, name, year)}),
  ),
  form(`${AM}${LAST} tag`, () => day({kind: 'of-month', day: -1}), 'guest'),
  form(`${AM}(${ORDINAL})(?: tag)? (?:des|im) (nächsten |kommenden )?monats?`, ([, ordinal, next]) =>
    day({kind: 'of-month', day: ordinalOf(ordinal), ...(next !== undefined && {months: 1})}),
  ),
  form(`${AM}(${ORDINAL})(?: tag)? (?:nächsten|kommenden) monats`, ([, ordinal]) =>
    day({kind: 'of-month', day: ordinalOf(ordinal), months: 1}),
  ),
  form(
    `(?:am|zum|den|vom) (\\d{1,2})\\.(?! ?(?:${MONTH}|${WEEKDAY}|werktag|arbeitstag|wochentag|tag|\\d|stock|klasse))`,
    ([, spoken]) => monthDay(Number(spoken)),
  ),
  form('(?:am |zum )?monatsersten', () => monthDay(1)),
  form(`(?:am|zum) ersten(?! (?:${MONTH}|${WEEKDAY}|werktag|arbeitstag|tag|weihnachtstag))`, () => monthDay(1)),
  form(
    `(\\d{1,2})\\.(?! ?(?:${MONTH}|${WEEKDAY}|werktag|arbeitstag|wochentag|tag|\\d))`,
    ([, spoken]) => monthDay(Number(spoken)),
    'guest',
  ),
  form(
    `(?:am )?((?:\\d{1,2}\\.|${LAST}|ersten)(?:(?: und |, ?| ?& ?)(?:am )?(?:\\d{1,2}\\.|${LAST}))+)(?: tag)?(?: (?:des|im) monats?)?(?! ?(?:${MONTH}|${WEEKDAY}|\\d))`,
    ([, list]) => {
      const days = ordinalsIn(list);
      return days.every(one => one >= -1 && one <= 31) ? {kind: 'month-days', days} : undefined;
    },
  ),
  form(`${AM}(${ORDINAL}|${LAST}) (${WEEKDAY}|${WORKDAY}) ${OF_MONTH}`, ([, ordinal, of = '', next, name, year]) =>
    nth(ordinal, of, monthName(next, name, year)),
  ),
  form(`${AM}(${ORDINAL}|${LAST}) (${WEEKDAY}|${WORKDAY})`, ([, ordinal, of = '']) => nth(ordinal, of, {}), 'guest'),
  form(`${AM}(\\d{1,2})\\. ?(${MONTH})\\.?(?: ${YEAR}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), Number(spoken), year),
  ),
  form(`${AM}(${ORDINAL}) (${MONTH})(?: ${YEAR}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(`(\\d{1,2}) (${MONTH})(?: ${YEAR})?`, ([, spoken, name, year]) => date(monthOf(name), Number(spoken), year)),
  form(`(?:im|nächsten|anfang) (${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year)),
  form(`(${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year), 'guest'),
  form(`(?:am |zum )(\\d{1,2})\\.(\\d{1,2})(?![.:]?\\d)`, ([, spoken, month]) =>
    Number(month) >= 1 && Number(month) <= 12 ? date(Number(month), Number(spoken)) : undefined,
  ),

  ...FEASTS.flatMap(([name, spoken]) => [
    form(`(?:an|am|zu|zum) ${name}`, () => day(spoken)),
    form(name, () => day(spoken), 'name'),
  ]),

  form('(?:am|der|den) (?:tag|abend|morgen) vor', () => ({kind: 'shift', span: DAY_LONG, sign: -1}), 'guest'),
  form('(?:am|der|den) tag nach', () => ({kind: 'shift', span: DAY_LONG, sign: 1}), 'guest'),
  form('(?:am )?(?:vorabend) (?:von|vor|des)', () => ({kind: 'shift', span: DAY_LONG, sign: -1}), 'guest'),
];

const DAY_LONG = {ms: 86_400_000, months: 0};
