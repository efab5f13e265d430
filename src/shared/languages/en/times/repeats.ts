// English recurrences: "every other tuesday", "monthly on the 15th", "mon-fri", "until easter", "10 times".
import type {Meaning, Repeat, Unit} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {
  COUNT,
  COUNTS,
  countOf,
  LAST,
  MONTH,
  monthOf,
  ORDINAL,
  ordinalOf,
  ordinalsIn,
  WEEKDAY,
  weekdayOf,
  weekdaysIn,
} from './words.ts';

const EVERY_WORD = '(?:every|each|ev|evry|evrey|eveyr|ervery|everry|evey|eevry|evrery|everey|eveery|evety|evary)';
/** "ever day" */
export const EVERY = `(?:once )?(?:${EVERY_WORD}|ever(?= (?:single )?(?:day|week|month|year|hour|morning|evening|night|${WEEKDAY})))(?: single)?!?`;
const LIST = '(?:,? and |, ?| ?& ?)';
const WORKDAYS = '(?:working days?|work days?|workdays?|business days?)';
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const WEEKEND = [6, 0];
const UNIT = '(minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?|quarters?|years?)';
const UNITS: Readonly<Record<string, readonly [number, Unit]>> = {
  min: [1, 'minute'],
  hou: [1, 'hour'],
  hrs: [1, 'hour'],
  hr: [1, 'hour'],
  day: [1, 'day'],
  wee: [1, 'week'],
  wk: [1, 'week'],
  wks: [1, 'week'],
  for: [2, 'week'],
  mon: [1, 'month'],
  qua: [3, 'month'],
  yea: [1, 'year'],
};
const LETTERS: Readonly<Record<string, string>> = {h: 'hour', m: 'minute', d: 'day', w: 'week'};

const repeat = (spoken: Repeat): Meaning => ({kind: 'repeat', repeat: spoken});
const weekly = (weekdays: readonly number[], every = 1): Meaning => repeat({every, unit: 'week', weekdays});

/** "other" and "second" mean every 2. Undefined for other words, such as "first" and "last". */
const intervalOf = (spoken = 'one'): number | undefined => {
  const word = spoken.trim().toLowerCase();
  if (word === 'other' || word === 'alternate') return 2;
  if (COUNTS.some(([name]) => name === word) || /^\d+$/u.test(word)) return countOf(word);
  const ordinal = ordinalOf(word);
  return ordinal >= 2 ? ordinal : undefined;
};
const unitly = (every: number | undefined, unit = ''): Meaning | undefined => {
  const found = UNITS[unit.toLowerCase().slice(0, 3)];
  if (found === undefined || every === undefined || !(every >= 1)) return undefined;
  const steps = every * found[0];
  // "every 1.5 hours" means every 90 minutes.
  if (Number.isInteger(steps)) return repeat({every: steps, unit: found[1]});
  return found[1] === 'hour' && Number.isInteger(steps * 60) ? repeat({every: steps * 60, unit: 'minute'}) : undefined;
};

const monthlyBy = (ordinals: string | undefined, of: string, every = 1): Meaning | undefined => {
  const places = ordinalsIn(ordinals);
  if (places.some(place => place > 5)) return undefined;
  if (/work|business/iu.test(of)) {
    const [place] = places;
    return places.length === 1 && (place === 1 || place === -1)
      ? repeat({every, unit: 'month', workday: place === 1 ? 'first' : 'last'})
      : {kind: 'never', why: {kind: 'nth-workday'}};
  }
  const weekdays = /^weekday$/iu.test(of) ? MONDAY_TO_FRIDAY : [weekdayOf(of)];
  return repeat({every, unit: 'month', weekdays, nth: places});
};

/** The last Friday of a quarter is in its last month, the first Monday in its first. */
const quarterlyBy = (ordinal: string | undefined, of: string): Meaning | undefined => {
  const place = ordinalOf(ordinal);
  const found = of === 'day' ? repeat({every: 3, unit: 'month', monthDays: [place]}) : monthlyBy(ordinal, of, 3);
  return found?.kind === 'repeat' ? repeat({...found.repeat, monthOfQuarter: place > 0 ? 1 : 3}) : found;
};

/** Monday to Friday. A range such as Friday to Monday spans the weekend. */
const range = (first: string | undefined, last: string | undefined): readonly number[] => {
  const [from, to] = [weekdayOf(first), weekdayOf(last)];
  return Array.from({length: ((to - from + 7) % 7) + 1}, (_, index) => (from + index) % 7);
};

const ORDINALS = `(?:${LAST}|${ORDINAL})(?:${LIST}(?:the )?(?:${LAST}|${ORDINAL}))*`;
const DAY_KIND = `(${WEEKDAY}|weekday|${WORKDAYS})s?`;
const OF_EACH = '(?:of|in) (?:every|each|the|a|any) month';
const OF_EVERY = '(?:of|in) (?:every|each|any|all) months?';

export const REPEATS: readonly Form[] = [
  form(`${EVERY}(?: (other|alternate|${ORDINAL}|${COUNT}|\\d+[.,]\\d+))? ${UNIT}`, ([, every, unit]) =>
    /^\d+[.,]\d+$/u.test(every ?? '')
      ? unitly(Number(every?.replace(',', '.')), unit)
      : unitly(intervalOf(every), unit),
  ),
  form(`${EVERY} (\\d+) ?(h|hrs?|hours?|m|mins?|minutes?|d|days?|w|weeks?)`, ([, every, unit = '']) =>
    unitly(Number(every), LETTERS[unit] ?? unit),
  ),
  form(
    `${EVERY}(?: (${COUNT}))? ?(?:hours?|hrs?|h) ?(?:and )?(\\d{1,2}) ?(?:minutes?|mins?|m)`,
    ([, hours = '1', minutes]) => repeat({every: countOf(hours) * 60 + Number(minutes), unit: 'minute'}),
  ),
  form(`${EVERY} (${COUNT}) and a half hours`, ([, hours]) =>
    repeat({every: countOf(hours) * 60 + 30, unit: 'minute'}),
  ),
  form(`(?:on )?alternate (day|week|month)s`, ([, unit]) => unitly(2, unit)),
  form(`(?:on )?alternate (${WEEKDAY})s?`, ([, name]) => weekly([weekdayOf(name)], 2)),
  form(`${EVERY} (?:half (?:an )?hour|half-hour|30 minutes)`, () => repeat({every: 30, unit: 'minute'})),
  form(`${EVERY} (?:quarter of an hour|quarter hour|quarter-hour)`, () => repeat({every: 15, unit: 'minute'})),
  form(`${EVERY} hour and a half`, () => repeat({every: 90, unit: 'minute'})),
  form(`${EVERY} (?:couple of|few) (?:minutes|hours|days|weeks|months|years)`, () => ({
    kind: 'never',
    why: {kind: 'how-many'},
  })),
  form(`${EVERY}(?: (?:${COUNT}))? (?:seconds|secs|second(?=\\s*$))`, () => ({
    kind: 'never',
    why: {kind: 'every-minute'},
  })),
  form(`${EVERY}(?: (other|second))? (?:weekday|week-day)s?`, ([, other]) =>
    other === undefined ? weekly(MONDAY_TO_FRIDAY) : {kind: 'never', why: {kind: 'every-other-weekday'}},
  ),
  form(`${EVERY} (?:other|second|alternate|${COUNT}|${ORDINAL}(?=.*days)) (?:weekdays|${WORKDAYS})`, () => ({
    kind: 'never',
    why: {kind: 'every-other-weekday'},
  })),
  form(`${EVERY} ${WORKDAYS}`, () => repeat({every: 1, unit: 'day', workday: 'all'})),
  form(`${EVERY}(?: (other|second|${ORDINAL}))? weekends?`, ([, every]) => {
    const interval = intervalOf(every);
    return interval === undefined ? undefined : weekly(WEEKEND, interval);
  }),
  form('(?:on )?all days', () => repeat({every: 1, unit: 'day'})),
  form(`(?:on |during )?(?:all )?(?:weekdays|week-days)`, () => weekly(MONDAY_TO_FRIDAY)),
  form(`(?:on )?(?:weekday|week-day)(?= (?:mornings?|afternoons?|evenings?|nights?))`, () => weekly(MONDAY_TO_FRIDAY)),
  form(
    `(?:on )?(?:working days|workdays|work days|business days)`,
    () => repeat({every: 1, unit: 'day', workday: 'all'}),
    'word',
  ),
  form('(?:on |at )?(?:the )?weekends', () => weekly(WEEKEND)),
  form(
    `(?:on )?(?:all )?((?:${WEEKDAY}s${LIST}(?:on )?)*(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s)`,
    ([, list]) => weekly(weekdaysIn(list)),
  ),
  form(
    `(${EVERY} )?(?:on |from )?(${WEEKDAY}) ?(-|–|to|through|thru|until|till) ?(${WEEKDAY})`,
    ([, every, first, joint, last]) => {
      const weekdays = range(first, last);
      // "from monday to wednesday" is said of this week, too, but "monday to friday" of all weeks.
      const isSeries =
        every !== undefined ||
        (/^[-–]$/u.test(joint ?? '') && !/day$/u.test(first ?? '')) ||
        weekdays.join() === MONDAY_TO_FRIDAY.join();
      return repeat({every: 1, unit: 'week', weekdays, isSpan: isSeries ? undefined : true});
    },
  ),
  form(`${EVERY} (${WEEKDAY}(?:(?:,? and |, ?| ?& ?| ?/ ?| )(?:on |every |each )?${WEEKDAY})+)`, ([, list]) =>
    weekly(weekdaysIn(list)),
  ),
  form(
    '(?:in the |at )?(morning|evening|night|afternoon)s',
    ([, spoken = '']) => repeat({every: 1, unit: 'day', part: spoken.toLowerCase() as 'morning'}),
    'name',
  ),
  form('in the (morning|evening|night|afternoon)s', ([, spoken = '']) =>
    repeat({every: 1, unit: 'day', part: spoken.toLowerCase() as 'morning'}),
  ),
  form(
    `(?<!(?:day|end|every|each|other|most|some|all|${WEEKDAY})s? )(morning|evening|night|afternoon)s(?= at )`,
    ([, spoken = '']) => repeat({every: 1, unit: 'day', part: spoken as 'morning'}),
  ),
  // "tuesday evenings", "on friday and saturday nights"
  form(`(?:on )?(${WEEKDAY}(?:${LIST}${WEEKDAY})*) (morning|evening|night|afternoon)s`, ([, list, spoken = '']) =>
    repeat({every: 1, unit: 'week', weekdays: weekdaysIn(list), part: spoken as 'morning'}),
  ),
  form(`(?:7|seven) days a week`, () => repeat({every: 1, unit: 'day'}), 'guest'),
  form('nightly', () => repeat({every: 1, unit: 'day', part: 'night'}), 'name'),
  form('(?:on )?m ?[-–] ?f', () => weekly(MONDAY_TO_FRIDAY)),
  form(`once (?:a|an|per|every|each) ${UNIT}`, ([, unit]) => unitly(1, unit)),

  // The second Tuesday of a month, not every other Tuesday.
  form(`(?:(?:${EVERY} |(?:on )?the |on )?)(${ORDINALS}) ${DAY_KIND} ${OF_EVERY}`, ([, ordinals, of = '']) =>
    monthlyBy(ordinals, of),
  ),
  form(`${EVERY} (${ORDINALS}) ${DAY_KIND} ${OF_EACH}`, ([, ordinals, of = '']) => monthlyBy(ordinals, of)),
  form(
    `(?:on )?(?:the )?((?:${LAST}|${ORDINAL})(?:${LIST}(?:the )?(?:${LAST}|${ORDINAL}))+) ${DAY_KIND}(?: ${OF_EACH})?`,
    ([, ordinals, of = '']) => monthlyBy(ordinals, of),
    'guest',
  ),
  form(`${EVERY} ((?:first|1st|${LAST})) ${DAY_KIND}`, ([, ordinals, of = '']) => monthlyBy(ordinals, of)),
  form(
    `${EVERY} ((?:${LAST}|${ORDINAL})(?:${LIST}(?:the )?(?:${LAST}|${ORDINAL}))+) ${DAY_KIND}`,
    ([, ordinals, of = '']) => monthlyBy(ordinals, of),
  ),
  form(
    `(?:(?:${EVERY} |(?:on )?the |on )?)((?:${LAST}|${ORDINAL})(?:${LIST}(?:the )?(?:${LAST}|${ORDINAL}))*)(?: day)? of (?:every|each|any) month`,
    ([, list]) => monthDays(list),
  ),
  form(`${EVERY} (?!second )(${ORDINAL})(?: day)? ${OF_EACH}`, ([, list]) => monthDays(list)),
  form(
    `${EVERY} ((?:\\d{1,2}(?:st|nd|rd|th))(?:${LIST}(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)|last))*)(?: day)?(?: of (?:the|each|every) month)?(?! ${WEEKDAY}| (?:day|week|month|year|hour|minute|evening|morning|night|weekend|quarter|${MONTH})| ?${WORKDAYS})`,
    ([, list]) => monthDays(list),
  ),
  form(`${EVERY} ((?:first|last)) day of the month`, ([, list]) => monthDays(list)),
  form(
    `(?:at |on )?(?:the )?(?:end of (?:every|each) month|${EVERY} (?:month[ -]?end|end of (?:the )?month)|(?:every|each) month['’]s end)`,
    () => repeat({every: 1, unit: 'month', monthDays: [-1]}),
  ),
  form(`(?:at )?(?:the )?(?:end of (?:every|each) week)`, () => weekly([5])),
  form(
    `(?:(?:on )?(?:the )?(${LAST}|${ORDINAL}) (day|${WEEKDAY}|${WORKDAYS}) (?:of|in) (?:every|each|any) quarter|${EVERY} (${LAST}|${ORDINAL}) (day|${WEEKDAY}|${WORKDAYS}) (?:of|in) (?:the |a |each |every )?quarter)`,
    ([, place, of, other, otherOf]) => quarterlyBy(place ?? other, of ?? otherOf ?? ''),
  ),
  form(`${EVERY} quarter on the (${LAST}|${ORDINAL}) (day|${WEEKDAY}|${WORKDAYS})`, ([, place, of = '']) =>
    quarterlyBy(place, of),
  ),
  form(`(?:on )?day (\\d{1,2}) of (?:every|each) month`, ([, day]) => monthDays(`${day}th`)),
  form(`${EVERY} (\\d{1,2}) and (\\d{1,2}) of (?:the|every|each) month`, ([, one, other]) =>
    monthDays(`${one}th ${other}th`),
  ),
  form(`${EVERY} half[ -]year`, () => repeat({every: 6, unit: 'month'})),
  form(`(?:${EVERY} last day of (?:the|a) year|(?:on )?(?:the )?last day of (?:every|each) year)`, () =>
    repeat({every: 1, unit: 'year', month: 12, monthDays: [31]}),
  ),
  form(`(?:${EVERY} first day of (?:the|a) year|(?:on )?(?:the )?first day of (?:every|each) year)`, () =>
    repeat({every: 1, unit: 'year', month: 1, monthDays: [1]}),
  ),
  form(`(?:at )?(?:the )?(?:end of (?:every|each) year)`, () =>
    repeat({every: 1, unit: 'year', month: 12, monthDays: [31]}),
  ),
  form(
    `${EVERY} (?:(${MONTH}) (?:the )?(${ORDINAL}|\\d{1,2})|(?:the )?(${ORDINAL}|\\d{1,2}) (?:of )?(${MONTH}))(?![:.]\\d)`,
    ([, month, day, dayFirst, monthLast]) => {
      const dayOfMonth = ordinalOf(day ?? dayFirst);
      return dayOfMonth >= 1 && dayOfMonth <= 31
        ? repeat({every: 1, unit: 'year', month: monthOf(month ?? monthLast), monthDays: [dayOfMonth]})
        : undefined;
    },
  ),
  form(`${EVERY} (${LAST}|${ORDINAL}) (${WEEKDAY}) (?:of|in) (${MONTH})`, ([, ordinal, name, month]) =>
    repeat({every: 1, unit: 'year', month: monthOf(month), weekdays: [weekdayOf(name)], nth: [ordinalOf(ordinal)]}),
  ),
  form(
    `${EVERY}(?: (other|alternate|${ORDINAL}|\\d+))?`,
    ([, spoken]) => {
      const every = intervalOf(spoken);
      return every === undefined ? undefined : {kind: 'every', every};
    },
    'guest',
  ),
  form('always(?= (?:on|at) )', () => ({kind: 'every', every: 1}), 'guest'),
];

const monthDays = (list: string | undefined): Meaning | undefined => {
  const days = ordinalsIn(list);
  return days.length > 0 && days.every(value => value >= -3 && value <= 31 && value !== 0)
    ? repeat({every: 1, unit: 'month', monthDays: days})
    : undefined;
};
