// German days: "übermorgen", "nächsten Freitag", "am 27.", "3. Dezember", "am letzten Freitag im Monat", "Ostermontag".
import {ahead, date, day, dayBeside, monthDay, period} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {partOf} from './clocks.ts';
import {FEASTS} from './feasts.ts';
import {
  COUNT,
  countOf,
  LAST,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  SHORT_WEEKDAY,
  SPELLED_ORDINAL,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const AM = '(?:(?:am|an|zum|den|der|vom) )?';
const YEAR = '(20\\d\\d|19\\d\\d)';
const NEXT = '(?:n(?:ä|ae|a)chste[nrsm]?|kommende[nrsm]?)';
const AFTER_NEXT = '(?:ü|ue|u)bern(?:ä|ae|a)chste[nrsm]?';
const WORKDAY = '(?:werktag|arbeitstag|wochentag)s?';

/** "24.12" */
const pointed: Form['means'] = ([, spoken, month]) =>
  Number(month) >= 1 && Number(month) <= 12 ? date(Number(month), Number(spoken)) : undefined;

const weeksIn = (days = ''): number => (/^(?:8|acht)$/u.test(days) ? 1 : 2);

/** A month alone: its first day. */
const monthAlone = (name?: string, year?: string): Meaning =>
  day({kind: 'date', day: 1, month: monthOf(name), year: year === undefined ? undefined : Number(year), isMonth: true});

/** "kommenden" is the nearest such day, "nächsten" is the day in the next week. */
const which = (spoken = ''): {readonly which?: 'next' | 'this' | 'coming'} => {
  if (/^n/iu.test(spoken)) return {which: 'next'};
  return /^k/iu.test(spoken) ? {which: 'coming'} : {which: 'this'};
};

/** "im Monat", "des nächsten Monats", "im Januar 2027" */
const OF_MONTH = `(?:(?:im|des|in diesem|diesen|dieses) monats?|(im nächsten|des nächsten|im kommenden|des kommenden|nächsten) monats?|(?:im|des|vom) (${MONTH})s?(?: ${YEAR})?)`;
type OfMonth = {readonly months?: number; readonly month?: number; readonly year?: number};
const monthName = (next?: string, name?: string, year?: string): OfMonth => ({
  months: next === undefined ? undefined : 1,
  month: name === undefined ? undefined : monthOf(name),
  year: year === undefined ? undefined : Number(year),
});
const nth = (ordinal: string | undefined, of: string, month: OfMonth): Meaning =>
  day({
    kind: 'nth',
    nth: ordinalOf(ordinal),
    of: new RegExp(`^${WORKDAY}$`, 'iu').test(of) ? 'workday' : weekdayOf(of),
    ...month,
  });

export const DAYS: readonly Form[] = [
  form('(?:noch )?heute?(?: noch(?= (?:um|gegen|vor|bis|ab|\\d)))?', () => ahead(0), 'word'),
  form(`heute?(?= ?(?:,|&|und|bis) ?(?:morgen(?!s)|am |übermorgen|${WEEKDAY}))`, () => ahead(0)),
  form('morgen|morgn|moregn|mrogen', () => ahead(1)),
  form('(?:ü|ue|u)bermorge?n', () => ahead(2)),
  form('(?:überübermorgen)', () => ahead(3)),
  form('gestern', () => ahead(-1)),
  form('vorgestern', () => ahead(-2)),

  form(`(?:am )?(?:${NEXT})(?= und (?:am )?${AFTER_NEXT} (${WEEKDAY}))`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), which: 'next'}),
  ),
  form(`(?:am |an )?(${NEXT}|diese[nrsm]?) (${WEEKDAY})`, ([, spoken, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), ...which(spoken)}),
  ),
  form(`(?:am|den|zum) (${WEEKDAY})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)})),
  form(`wenn es ein (${WEEKDAY}) ist`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form(`(${WEEKDAY})(?!['’-]\\p{L})`, ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'free'),
  // Names.
  form(`(?:herrn?|frau|dr|doktor|prof|professor|familie|sankt)\\.? (?:${WEEKDAY}|${MONTH})`, () => []),
  form(
    '(?:am )?(mo|di|mi|do|fr|sa|so(?! (?:in|um|gegen|etwa|ungefähr|circa|ca|rund)(?![a-zäöü])))\\.?',
    ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}),
    'guest',
  ),
  form('am (mo|di|mi|do|fr|sa|so)\\.?', ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name)}), 'guest'),
  form(`(?:am )?${AFTER_NEXT} (${WEEKDAY})`, ([, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), which: 'next', weeks: 1}),
  ),
  form(
    `(?:am )?(?:letzte[nrm]?|vergangene[nrm]?|vorige[nrm]?) (${WEEKDAY})`,
    ([, name]) => day({kind: 'weekday', weekday: weekdayOf(name), which: 'last'}),
    'guest',
  ),
  // "in acht Tagen" is a week later.
  form(`(?:am )?(${WEEKDAY}) über (eine|zwei|1|2) wochen?`, ([, name, weeks]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), weeks: /^(?:1|eine)$/u.test(weeks ?? '') ? 1 : 2}),
  ),
  form(`(?:am )?(${WEEKDAY}) (?:in|über) (8|acht|14|vierzehn) tagen?`, ([, name, days]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), weeks: weeksIn(days)}),
  ),
  form(`(?:in|über) (8|acht|14|vierzehn) tagen? am (${WEEKDAY})`, ([, days, name]) =>
    day({kind: 'weekday', weekday: weekdayOf(name), weeks: weeksIn(days)}),
  ),
  form('(heute|morgen|übermorgen) (?:in|über) (8|acht|14|vierzehn) tagen?', ([, spoken = '', days]) =>
    ahead(['heute', 'morgen', 'übermorgen'].indexOf(spoken) + 7 * weeksIn(days)),
  ),
  form(`(?:am |den )?(${WEEKDAY}) (?:der |in der )?${AFTER_NEXT} woche`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 2}),
  ),
  form(`(?:in der )?${AFTER_NEXT} woche,? (?:am )?(${WEEKDAY})`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 2}),
  ),
  form(`(?:am |den )?(${WEEKDAY}) (?:der |in der )?(?:${NEXT}) woche`, ([, name]) =>
    day({kind: 'of-week', weekday: weekdayOf(name), weeks: 1}),
  ),
  form(
    `(?:in der )?(?:${NEXT}) woche,? (?:am )?(${WEEKDAY}|(?:mo|di|mi|do|fr|sa|so)(?=\\.? (?:\\d|um )))\\.?`,
    ([, name]) => day({kind: 'of-week', weekday: weekdayOf(name), weeks: 1}),
  ),
  form(`(?:am |den )?(${WEEKDAY}) (?:der |in )?dieser woche|diese woche,? (?:am )?(${WEEKDAY})`, ([, name, other]) =>
    day({kind: 'of-week', weekday: weekdayOf(name ?? other), weeks: 0}),
  ),
  form(
    `(?<!woche,? (?:am )?(?:${WEEKDAY}(?:,? und |, ?| ?& ?)(?:am )?)+)(?:am |an )?(${SHORT_WEEKDAY}(?:(?:,? und | u\\.? |, ?| ?& ?| ?/ ?| ?\\+ ?)(?:am )?${SHORT_WEEKDAY})+)`,
    ([, list]) => ({
      kind: 'weekdays',
      weekdays: weekdaysIn(list),
    }),
  ),
  // "Mo Mi Fr 7 Uhr": with blanks alone, "so" and "do" need a time behind them.
  form(`(?:am )?((?:mo|di|mi|do|fr|sa|so)(?: (?:mo|di|mi|do|fr|sa|so))+)(?= (?:um )?\\d| um )`, ([, list]) => ({
    kind: 'weekdays',
    weekdays: weekdaysIn(list),
  })),

  form('(?:am |dieses )(?:wochenende|we)', () => day({kind: 'weekend', weeks: 0})),
  form(`(?:am )?(?:${NEXT}) (?:wochenende|we)`, () => day({kind: 'weekend', weeks: 1})),
  form(`(?:am )?${AFTER_NEXT} wochenende`, () => day({kind: 'weekend', weeks: 2})),
  form(`(?:in der )?(?:${NEXT}) woche`, () => period('week')),
  // "der Bericht dieser Woche" is a text.
  form(
    `(?<=(?:jede[nrsm]? (?:tag|abend|morgen|nacht|mittag|nachmittag)|täglich),? )diese[nr]? (woche|monat)|diese[nr]? (woche|monat)(?=,? (?:jede[nrsm]?|täglich) )`,
    ([, unit, other]) => period((unit ?? other) === 'woche' ? 'week' : 'month', 0),
    'guest',
  ),
  form(`(?:in der )?${AFTER_NEXT} woche`, () => period('week', 2)),
  form(`(?:im )?${AFTER_NEXT} monat`, () => period('month', 2)),
  form(`(?:im )?(?:${NEXT}) monat`, () => period('month')),
  form(`(?:im |des )?(?:${NEXT}) jahr(?:es)?`, () => period('year')),
  form('(?:zum |am )?(?:ende der woche|ende dieser woche|wochenschluss)', () => day({kind: 'weekday', weekday: 5})),
  form('(?:zum |am )?ende (?:der )?nächste[rn] woche', () => day({kind: 'of-week', weekday: 5, weeks: 1})),
  form('(?:zum |am )?anfang (?:der )?nächste[rn] woche', () => day({kind: 'of-week', weekday: 1, weeks: 1})),
  form('(?:in der |zur )?mitte (?:der )?nächste[rn] woche', () => day({kind: 'of-week', weekday: 3, weeks: 1})),
  form(`(?:zum |am )?ende (?:des )?(?:${NEXT}) jahr(?:es)?`, () =>
    day({kind: 'from', days: -1, months: 12, day: {kind: 'date', day: 1, month: 1}}),
  ),
  form('(?:zum |am )?(?:ende des jahres|jahresende|ende dieses jahres)', () => date(12, 31)),
  form('(?:zum |am )?(?:ende (?:des )?monats?|monatsende|ende dieses monats|monatsletzten|letzten des monats)', () =>
    day({kind: 'of-month', day: -1}),
  ),
  form('(?:zur |in der )?mitte (?:des |dieses )?(nächsten )?monats', ([, next]) =>
    day({kind: 'of-month', day: 15, months: next === undefined ? undefined : 1}),
  ),
  form('(?:zum |am )?ende (?:des )?nächsten monats', () => day({kind: 'of-month', day: -1, months: 1})),
  form('(?:zum |am )?(?:anfang|beginn) (?:des )?nächsten monats', () => day({kind: 'of-month', day: 1, months: 1})),
  form(`(?:am )?ende (${MONTH})(?: ${YEAR})?`, ([, name, year]) =>
    day({kind: 'of-month', day: -1, ...monthName(undefined, name, year)}),
  ),
  form(`${AM}(${LAST}) tag ${OF_MONTH}`, ([, place, next, name, year]) =>
    day({kind: 'of-month', day: ordinalOf(place), ...monthName(next, name, year)}),
  ),
  form(`${AM}(${LAST}) tag`, ([, place]) => day({kind: 'of-month', day: ordinalOf(place)}), 'guest'),
  form(`${AM}(${ORDINAL})(?: tag)? (?:des|im) (nächsten |kommenden )?monats?`, ([, ordinal, next]) =>
    day({kind: 'of-month', day: ordinalOf(ordinal), months: next === undefined ? undefined : 1}),
  ),
  form(`${AM}(${ORDINAL})(?: tag)? (?:nächsten|kommenden) monats`, ([, ordinal]) =>
    day({kind: 'of-month', day: ordinalOf(ordinal), months: 1}),
  ),
  form(
    `(?:am|zum|den|vom) (\\d{1,2})\\.(?! ?(?:${MONTH}|${WEEKDAY}|werktag|arbeitstag|wochentag|\\p{L}*tag|advent|\\d|stock|klasse))`,
    ([, spoken]) => monthDay(Number(spoken)),
  ),
  form('(?:am|zum|den) (\\d{1,2})s?te[nrm]', ([, spoken]) => monthDay(Number(spoken))),
  form('(?:am |zum )?(?:monats|nächsten |kommenden )ersten(?! (?:\\p{L}*tag|advent|mal)(?!\\p{L}))', () => monthDay(1)),
  form(`(?:am|zum) ersten(?! (?:${MONTH}|${WEEKDAY}|\\p{L}*tag|advent))`, () => monthDay(1)),
  // "am dritten Versuch" is a text, "am fünfzehnten anrufen" a day.
  form(
    `(?:am|zum) (${SPELLED_ORDINAL})(?= ?(?:[.,;:!?]?$|[,;:]|(?:um|gegen|ab|früh|abends|dieses monats) ))`,
    ([, spoken]) => monthDay(ordinalOf(spoken)),
  ),
  form(
    `(?:am|zum) ((?:\\p{L}+zehn|\\p{L}*zwanzigs|\\p{L}*dreißigs)te[nm])(?! (?:${MONTH}|${WEEKDAY}|\\p{L}*tag))`,
    ([, spoken]) => monthDay(ordinalOf(spoken)),
  ),
  form(
    `(?:am|zum) (${SPELLED_ORDINAL}) (ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften)(?! (?:${WEEKDAY}|\\p{L}*tag))`,
    ([, spoken, month]) => date(ordinalOf(month), ordinalOf(spoken)),
  ),
  form(
    `(\\d{1,2})\\.(?! ?(?:${MONTH}|${WEEKDAY}|\\p{L}*tag|advent|\\d|stock|klasse))`,
    ([, spoken]) => monthDay(Number(spoken)),
    'guest',
  ),
  form(
    `(?:am )?((?:\\d{1,2}\\.|${LAST}|ersten)(?:(?: und |, ?| ?& ?)(?:am )?(?:\\d{1,2}\\.|${LAST}))+)(?: tag)?(?: (?:des|im) monats?)?(?! ?(?:${MONTH}|${WEEKDAY}|\\d))`,
    ([, list]) => {
      const days = ordinalsIn(list);
      return days.every(value => value >= -3 && value <= 31) ? {kind: 'month-days', days} : undefined;
    },
  ),
  form(
    `(?:${AM}(?:${LAST}|${ORDINAL}) (?:${WEEKDAY}|${WORKDAY}) )?im (?:${MONTH})(?:(?: und |, ?| ?& ?)(?:im )?${MONTH})+`,
    () => ({
      kind: 'never',
      why: {kind: 'open'},
    }),
  ),
  form(`${AM}(${LAST}|${ORDINAL}) (${WEEKDAY}|${WORKDAY}) ${OF_MONTH}`, ([, ordinal, of = '', next, name, year]) =>
    nth(ordinal, of, monthName(next, name, year)),
  ),
  form(`${AM}(${LAST}|${ORDINAL}) (${WEEKDAY}|${WORKDAY})`, ([, ordinal, of = '']) => nth(ordinal, of, {}), 'guest'),
  form(`${AM}(\\d{1,2})\\. ?(${MONTH})\\.?(?: ${YEAR}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), Number(spoken), year),
  ),
  form(`${AM}(${ORDINAL}) (${MONTH})(?: ${YEAR}(?![:.]\\d))?`, ([, spoken, name, year]) =>
    date(monthOf(name), ordinalOf(spoken), year),
  ),
  form(`(\\d{1,2}) (${MONTH})(?: ${YEAR})?`, ([, spoken, name, year]) => date(monthOf(name), Number(spoken), year)),
  form(`(?:im|nächsten|anfang) (${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year)),
  form(`(?:zur |in der )?mitte (${MONTH})(?: ${YEAR})?`, ([, name, year]) => date(monthOf(name), 15, year)),
  form(`(${MONTH}) ${YEAR}(?![:.]?\\d)`, ([, name, year]) => monthAlone(name, year), 'free'),
  form(`(${MONTH})(?: ${YEAR})?`, ([, name, year]) => monthAlone(name, year), 'guest'),
  form(`(?:am |zum )(\\d{1,2})\\.(\\d{1,2})(?![.:]?\\d)`, pointed),
  // "10.12 um 18 Uhr" is a date, because an hour follows. "24.12" is one, because no such hour exists.
  form(
    `(\\d{1,2})\\.(\\d{1,2})(?=,? (?:um |ab |gegen )?\\d{1,2}(?:[:.]\\d\\d| ?(?:uhr|h(?!\\p{L}))|(?<=(?:um|ab|gegen) \\d{1,2})))`,
    pointed,
  ),
  form(
    `(2[4-9]|3[01])\\.(0?[1-9]|1[0-2])(?![.:,]?\\d| ?(?:[€$%]|euro|prozent|\\p{L}{1,2}(?!\\p{L})))`,
    pointed,
    'free',
  ),

  ...FEASTS,

  form(`(?:in|nach) (${COUNT}) ${WORKDAY}(?:en?)?`, ([, count]) => workdays(countOf(count))),
  form(`(?:am |der |den )?${NEXT} ${WORKDAY}`, () => workdays(1)),
  form(`(?:am )?übernächsten ${WORKDAY}`, () => workdays(2)),
  form(`(?:${COUNT}) ${WORKDAY}e? (?:vor|nach)`, () => ({kind: 'never', why: {kind: 'count-workdays'}})),
  form(`in (${COUNT}) (${WEEKDAY})en`, ([, count, name]) =>
    countOf(count) >= 1
      ? day({kind: 'weekday', weekday: weekdayOf(name), which: 'coming', weeks: countOf(count) - 1})
      : undefined,
  ),

  form('(?:am|der|den) tag vor', () => dayBeside(-1), 'guest'),
  form(
    '(?:am|der|den) (morgen|abend) vor',
    ([, spoken]) => [dayBeside(-1), {kind: 'part', part: partOf(spoken)}],
    'guest',
  ),
  form('(?:in der|die) nacht vor', () => [dayBeside(-1), {kind: 'part', part: 'night'}], 'guest'),
  form('(?:am|der|den) tag nach', () => dayBeside(1), 'guest'),
  form('(?:am )?(?:vorabend) (?:von|vor|des)', () => dayBeside(-1), 'guest'),
];

const workdays = (count: number): Meaning | undefined =>
  count >= 1 ? day({kind: 'workday', ahead: count}) : undefined;

const LIST = '(?: und | u\\.? |, ?| ?& ?| ?/ ?)(?:am )?';

/** Days that share their month or week: "24. und 25. Dezember", "24./25.12.". Each is a day of its own. */
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
