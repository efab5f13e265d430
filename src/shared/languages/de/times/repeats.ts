// German recurrences: "jeden zweiten Dienstag", "alle zwei Wochen", "werktags", "Mo–Fr", "bis Ostern", "10 mal".
import type {Meaning, Repeat, Unit} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {partOf} from './clocks.ts';
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
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

export const EVERY =
  '(?:(?:an )?jede[nrsm]?(?: einzelne[nrs]?)?|jedn|jeden?en|jdeen|jedne|jeedn|jded?n|jeen|jdn\\.?|jed\\.|jd\\.)!?';
const LIST = '(?: und | u\\.? |, ?| ?& ?| ?\\+ ?| ?/ ?)';
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const WEEKEND = [6, 0];
const WEEKDAYS_WORD = '(?:werktag|wochentag)';

/** Time units by the first letters of the word. */
const UNITS: readonly (readonly [string, number, Unit])[] = [
  ['viertelstund', 15, 'minute'],
  ['halbe', 30, 'minute'],
  ['minut', 1, 'minute'],
  ['min', 1, 'minute'],
  ['stund', 1, 'hour'],
  ['std', 1, 'hour'],
  ['tag', 1, 'day'],
  ['woche', 1, 'week'],
  ['monat', 1, 'month'],
  ['quartal', 3, 'month'],
  ['vierteljahr', 3, 'month'],
  ['jahr', 1, 'year'],
];
const UNIT =
  '(minuten?|min|stunden?|std|viertelstunden?|tage?n?|wochen?|monate?n?|monats|quartale?n?|vierteljahre?|jahre?n?)';
const ADVERBS: Readonly<Record<string, readonly [number, Unit]>> = {
  täglich: [1, 'day'],
  taeglich: [1, 'day'],
  wöchentlich: [1, 'week'],
  woechentlich: [1, 'week'],
  zweiwöchentlich: [2, 'week'],
  vierzehntäglich: [2, 'week'],
  vierzehntägig: [2, 'week'],
  '14-tägig': [2, 'week'],
  '14-täglich': [2, 'week'],
  monatlich: [1, 'month'],
  zweimonatlich: [2, 'month'],
  vierteljährlich: [3, 'month'],
  quartalsweise: [3, 'month'],
  halbjährlich: [6, 'month'],
  jährlich: [1, 'year'],
  jaehrlich: [1, 'year'],
};

/** Short forms, and slips. */
const SHORT_ADVERBS: readonly (readonly [string, string])[] = [
  ['tägl|tgl|taglich|tägich|täglch|tälgich|täglcih|tägilch|täglih', 'täglich'],
  ['wöchentl|wöchtl|wöch|wochentlich', 'wöchentlich'],
  ['monatl|mtl|montalich|monatich', 'monatlich'],
  ['vierteljährl', 'vierteljährlich'],
  ['halbjährl', 'halbjährlich'],
  ['jährl|jahrlich', 'jährlich'],
];

/** "zweimal am Tag" */
const OFTEN: readonly (readonly [string, Unit])[] = [
  ['täglich|tägl\\.?|tgl\\.?|am tag|pro tag|jeden tag', 'day'],
  ['wöchentlich|in der woche|pro woche|die woche|jede woche', 'week'],
  ['monatlich|im monat|pro monat|jeden monat', 'month'],
];

const repeat = (spoken: Repeat): Meaning => ({kind: 'repeat', repeat: spoken});
const adverb = (spoken: string): Meaning | undefined => {
  const found = Object.entries(ADVERBS).find(([name]) => spoken.toLowerCase().startsWith(name));
  return found && repeat({every: found[1][0], unit: found[1][1]});
};
const weekly = (weekdays: readonly number[], every = 1): Meaning => repeat({every, unit: 'week', weekdays});
const unitly = (every: number | undefined, unit = ''): Meaning | undefined => {
  const found = UNITS.find(([start]) => unit.toLowerCase().startsWith(start));
  return found === undefined || every === undefined || !(every >= 1)
    ? undefined
    : repeat({every: every * found[1], unit: found[2]});
};

/** "jeden zweiten" means every 2. Undefined for other words, such as "ersten". */
const intervalOf = (spoken?: string): number | undefined => {
  if (spoken === undefined) return 1;
  if (/^ander/iu.test(spoken)) return 2;
  const ordinal = ordinalOf(spoken);
  return ordinal >= 2 ? ordinal : undefined;
};

const monthlyBy = (ordinals: string | undefined, of: string): Meaning | undefined => {
  const places = ordinalsIn(ordinals);
  const [place] = places;
  if (places.length === 0 || places.some(value => value > 5)) return undefined;
  if (/^arbeitstag/iu.test(of)) {
    return places.length === 1 && (place === 1 || place === -1)
      ? repeat({every: 1, unit: 'month', workday: place === 1 ? 'first' : 'last'})
      : {kind: 'never', why: {kind: 'nth-workday'}};
  }
  const weekdays = /^(?:werktag|wochentag)/iu.test(of) ? MONDAY_TO_FRIDAY : [weekdayOf(of)];
  return repeat({every: 1, unit: 'month', weekdays, nth: places});
};

const range = (first: string | undefined, last: string | undefined): readonly number[] => {
  const [from, to] = [weekdayOf(first), weekdayOf(last)];
  return Array.from({length: ((to - from + 7) % 7) + 1}, (_, index) => (from + index) % 7);
};
const monthDays = (list: string | undefined): Meaning | undefined => {
  const days = ordinalsIn(list);
  return days.length > 0 && days.every(value => value >= -3 && value <= 31 && value !== 0)
    ? repeat({every: 1, unit: 'month', monthDays: days})
    : undefined;
};

/** The last Friday of a quarter is in its last month, the first Monday in its first. */
const quarterlyBy = (ordinal: string, of: string): Meaning | undefined => {
  const found = of === 'tag' ? monthDays(ordinal) : monthlyBy(ordinal, of);
  const monthOfQuarter = ordinalOf(ordinal) > 0 ? 1 : 3;
  return found?.kind === 'repeat' ? repeat({...found.repeat, every: 3, monthOfQuarter}) : found;
};

const OF_EVERY = '(?:(?:in )?jede[nsm] monats?|eines jeden monats|aller monate)';
const OF_MONTH = `(?:im monat|des monats|${OF_EVERY})`;
const DAY_KIND = `(${WEEKDAY}|werktag|wochentag|arbeitstag)s?`;
const PART = '(morgen|früh|vormittag|mittag|nachmittag|abend|nacht)';

export const REPEATS: readonly Form[] = [
  form(`${EVERY}(?: (${ORDINAL}|andere[nrs]?))? ${UNIT}`, ([, every, unit]) => unitly(intervalOf(every), unit)),
  form(`alle!?(?: (${COUNT}))? ${UNIT}`, ([, count, unit]) => unitly(countOf(count ?? 'ein'), unit)),
  form(`(?:alle!?|${EVERY}) (?:halben?|halbe) stunden?`, () => repeat({every: 30, unit: 'minute'})),
  form(`(?:alle!?|${EVERY}) halben? jahre?|(?:alle!?|${EVERY}) halbes? jahr|alle!? halbe jahr`, () =>
    repeat({every: 6, unit: 'month'}),
  ),
  form('halbstündlich|halbstuendlich', () => repeat({every: 30, unit: 'minute'})),
  form('viertelstündlich|viertelstuendlich', () => repeat({every: 15, unit: 'minute'})),
  form('alle!? (\\d+) ?(h|min|std|m)\\.?', ([, count, unit = '']) =>
    unitly(Number(count), unit === 'h' ? 'std' : unit === 'm' ? 'min' : unit),
  ),
  form(`alle!? (${COUNT}) ?(?:stunden|std\\.?|h) ?(?:und )?(\\d{1,2}) ?(?:minuten|min|m)\\.?`, ([, hours, minutes]) =>
    repeat({every: countOf(hours) * 60 + Number(minutes), unit: 'minute'}),
  ),
  form('alle!? (?:anderthalb|eineinhalb) stunden', () => repeat({every: 90, unit: 'minute'})),
  form('alle!? (?:paar|ein paar) (?:minuten|stunden|tage|wochen|monate|jahre)', () => ({
    kind: 'never',
    why: {kind: 'how-many'},
  })),
  form(`(?:alle!?(?: ${COUNT})?|${EVERY}) sekunden?`, () => ({
    kind: 'never',
    why: {kind: 'every-minute'},
  })),
  form(`${EVERY} ${WEEKDAYS_WORD}`, () => weekly(MONDAY_TO_FRIDAY)),
  form(`(?:(?:${EVERY}|alle) (?:zweiten|anderen|2\\.)|alle ${COUNT}) (?:${WEEKDAYS_WORD}|arbeitstag)e?`, () => ({
    kind: 'never',
    why: {kind: 'every-other-weekday'},
  })),
  form(`${EVERY} arbeitstag`, () => repeat({every: 1, unit: 'day', workday: 'all'})),
  form(`${EVERY}(?: (${ORDINAL}|andere[nrs]?))? wochenende`, ([, every]) => {
    const interval = intervalOf(every);
    return interval === undefined ? undefined : weekly(WEEKEND, interval);
  }),
  form('(?:an )?(?:werktags|werktagen|wochentags|wochentagen|unter der woche)', () => weekly(MONDAY_TO_FRIDAY)),
  form('(?:an )?arbeitstagen', () => repeat({every: 1, unit: 'day', workday: 'all'})),
  form('(?:an )?(?:wochenenden|den wochenenden)', () => weekly(WEEKEND)),
  form(`(?:(?:immer|jeweils) )?((?:${WEEKDAY}s${LIST})*${WEEKDAY}s)`, ([, list]) => weekly(weekdaysIn(list))),
  form(`(?:immer |jeweils )?(${WEEKDAY})s ?(?:-|–|bis) ?(${WEEKDAY})s`, ([, first, last]) =>
    weekly(range(first, last)),
  ),
  form(`(${EVERY} )?(?:von )?(${SHORT_WEEKDAY}) ?(-|–|bis) ?(${SHORT_WEEKDAY})`, ([, every, first, joint, last]) => {
    const weekdays = range(first, last);
    // "von Montag bis Mittwoch" is said of this week, too, but "Montag bis Freitag" of all weeks.
    const isSeries = every !== undefined || joint !== 'bis' || weekdays.join() === MONDAY_TO_FRIDAY.join();
    return repeat({every: 1, unit: 'week', weekdays, isSpan: isSeries ? undefined : true});
  }),
  form(`${EVERY} (${SHORT_WEEKDAY}(?:${LIST}(?:${EVERY} )?${SHORT_WEEKDAY})+)`, ([, list]) => weekly(weekdaysIn(list))),
  form(
    `(?:immer|jeweils) (${SHORT_WEEKDAY}(?:${LIST}${SHORT_WEEKDAY})*|am ${WEEKDAY}(?:${LIST}${WEEKDAY})*)`,
    ([, list]) => weekly(weekdaysIn(list)),
  ),
  form(`${EVERY} (${WEEKDAY})[ -]?${PART}s?`, ([, name, spoken]) =>
    repeat({every: 1, unit: 'week', weekdays: [weekdayOf(name)], part: partOf(spoken)}),
  ),
  form(`(${WEEKDAY})-?${PART}s`, ([, name, spoken]) =>
    repeat({every: 1, unit: 'week', weekdays: [weekdayOf(name)], part: partOf(spoken)}),
  ),
  // Said of this Friday, and of every Friday.
  form(`(?:am )?(${WEEKDAY}) ${PART}s`, ([, name, spoken]) =>
    repeat({every: 1, unit: 'week', weekdays: [weekdayOf(name)], part: partOf(spoken), orOnce: true}),
  ),
  form(`${EVERY} ${PART}`, ([, spoken]) => repeat({every: 1, unit: 'day', part: partOf(spoken)})),
  form('(?:immer|jeweils) (morgens|abends|mittags|nachts|vormittags|nachmittags)', ([, spoken]) =>
    repeat({every: 1, unit: 'day', part: partOf(spoken)}),
  ),
  form('stündlich|stuendlich', () => repeat({every: 1, unit: 'hour'})),
  form(`${EVERY} volle stunde`, () => [
    {kind: 'repeat', repeat: {every: 1, unit: 'hour'}},
    {kind: 'minute', minute: 0},
  ]),
  form(`(${Object.keys(ADVERBS).join('|')})`, ([spoken = '']) => adverb(spoken)),
  // "der wöchentliche Bericht"
  form(`(${Object.keys(ADVERBS).join('|')})e[nrs]?`, ([spoken = '']) => adverb(spoken), 'name'),
  ...SHORT_ADVERBS.map(([short, name]) => {
    const [every, unit] = ADVERBS[name] ?? [1, 'day'];
    return form(`(?:${short})\\.?`, () => repeat({every, unit}));
  }),
  form(`halb(monat|wöchent)lich`, ([, of]) => ({kind: 'often', times: 2, unit: of === 'monat' ? 'month' : 'week'})),
  form(`einmal (?:am|pro|im|in der|die|jede[ns]?) ${UNIT}`, ([, unit]) => unitly(1, unit)),
  ...OFTEN.map(([within, unit]) =>
    form(`(${COUNT})(?:[ -]?mal| ?x) (?:${within})`, ([, count]) =>
      countOf(count) === 1 ? repeat({every: 1, unit}) : {kind: 'often', times: countOf(count), unit},
    ),
  ),

  form(
    `${EVERY} ((?:${LAST}|${ORDINAL})(?:${LIST}(?:${LAST}|${ORDINAL}))*) ${DAY_KIND} ${OF_MONTH}`,
    ([, ordinals, of = '']) => monthlyBy(ordinals, of),
  ),
  form(
    `(?:am |an jedem )?((?:${LAST}|${ORDINAL})(?:${LIST}(?:${LAST}|${ORDINAL}))*) ${DAY_KIND} ${OF_EVERY}`,
    ([, ordinals, of = '']) => monthlyBy(ordinals, of),
  ),
  form(
    `am ((?:${LAST}|${ORDINAL})(?:${LIST}(?:am )?(?:${LAST}|${ORDINAL}))+) ${DAY_KIND}(?: ${OF_MONTH})?`,
    ([, ordinals, of = '']) => monthlyBy(ordinals, of),
    'guest',
  ),
  form(`${EVERY} (erste[nrs]?|1\\.|${LAST}) ${DAY_KIND}`, ([, ordinals, of = '']) => monthlyBy(ordinals, of)),
  form(`${EVERY} ((?:${LAST}|${ORDINAL})(?:${LIST}(?:${LAST}|${ORDINAL}))+) ${DAY_KIND}`, ([, ordinals, of = '']) =>
    monthlyBy(ordinals, of),
  ),
  form(
    `(?:${EVERY} |am |zum )?((?:${LAST}|${ORDINAL})(?:${LIST}(?:am )?(?:${LAST}|${ORDINAL}))*)(?: tag)? ${OF_EVERY}`,
    ([, list]) => monthDays(list),
  ),
  form(
    `${EVERY} (\\d{1,2}\\.(?:${LIST}\\d{1,2}\\.)*)(?: ${OF_MONTH})?(?! ?(?:${MONTH}|${WEEKDAY}|\\d|\\p{L}*tag|advent|woche|monat|jahr|werktag|arbeitstag|wochentag|abend|morgen|nacht|stunde|minute))`,
    ([, list]) => monthDays(list),
  ),
  form(
    `${EVERY} ersten(?: ${OF_MONTH})?(?! (?:${MONTH}|${WEEKDAY}|werktag|arbeitstag|wochentag|tag|weihnacht|advent))`,
    () => monthDays('ersten'),
  ),
  form(
    `(?:am )?(${LAST}|${ORDINAL}) (tag|${DAY_KIND}) (?:jedes|eines jeden) quartals|${EVERY} (${LAST}|${ORDINAL}) (tag|${DAY_KIND}) (?:im|des) quartals?`,
    ([, place, of, , other, otherOf]) => quarterlyBy(place ?? other ?? '', of ?? otherOf ?? ''),
  ),
  form(`${EVERY} quartal am (${LAST}|${ORDINAL}) (tag|${DAY_KIND})`, ([, place = '', of = '']) =>
    quarterlyBy(place, of),
  ),
  form(`(?:an )?allen? (${WEEKDAY})en?|an (${WEEKDAY})en`, ([, name, other]) => weekly([weekdayOf(name ?? other)])),
  form('(?:am |zum )?(anfang|ende) jeder woche', ([, edge]) => weekly([edge === 'anfang' ? 1 : 5])),
  form('(?:am |zum )?anfang jede[ns] monats', () => monthDays('ersten')),
  form(`${EVERY} monatsersten`, () => monthDays('ersten')),
  form(`${EVERY} (${LAST}) tag (?:im|des) monats?`, ([, place]) => monthDays(place)),
  form(
    `(?:am |zum )?(?:ende jedes monats|jedes monatsende|${EVERY} monatsletzten|monatsende jedes monats|letzten jedes monats)`,
    () => repeat({every: 1, unit: 'month', monthDays: [-1]}),
  ),
  form(`${EVERY} (\\d{1,2})\\. ?(${MONTH})`, ([, day, month]) =>
    repeat({every: 1, unit: 'year', month: monthOf(month), monthDays: [Number(day)]}),
  ),
  form(
    `${EVERY}(?: (${ORDINAL}|andere[nrs]?))?`,
    ([, spoken]) => {
      const every = intervalOf(spoken);
      return every === undefined ? undefined : {kind: 'every', every};
    },
    'guest',
  ),
  form('immer(?= (?:am|an|um|zum|zu) )', () => ({kind: 'every', every: 1}), 'guest'),
  // Behind a recurrence it adds nothing: "jeden Monat jeweils am 1."
  form(
    `(?<!(?:\\p{L}+lich|(?:${EVERY}|alle)(?: \\S+){1,2}),? )jeweils(?= (?:am|an|zum|zu) )`,
    () => ({kind: 'every', every: 1}),
    'guest',
  ),
  form('(?:7|sieben) tage (?:die|in der) woche', () => repeat({every: 1, unit: 'day'}), 'guest'),
];
