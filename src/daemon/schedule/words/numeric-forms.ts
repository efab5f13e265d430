// Forms that all languages share: numeric dates, ISO instants, and zones by their own names.
import {clockOf, exact} from '../../../shared/languages/times/clock.ts';
import type {Meaning} from '../../../shared/languages/times/meaning.ts';
import {type Form, form, formAsWritten} from '../../../shared/languages/times/time-words.ts';
import {HOUR, instantOfIso, MINUTE} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';

const yearOf = (digits: string): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

const dated = (year: string, month: string, day: string): Meaning => ({
  kind: 'day',
  day: {kind: 'date', day: Number(day), month: Number(month), year: yearOf(year)},
});

/** In dates with points the month is always second. */
const pointed: Form['means'] = ([, day = '', month = '', year]) => {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
  const date = {kind: 'date', day: Number(day), month: Number(month)} as const;
  return {kind: 'day', day: year === undefined ? date : {...date, year: yearOf(year)}};
};

const figures: Form['means'] = ([, first = '', second = '', year]) => ({
  kind: 'day',
  day: {
    kind: 'figures',
    first: Number(first),
    second: Number(second),
    year: year === undefined ? undefined : yearOf(year),
  },
});

/** "24-11", which can't be hours. */
const isDayAndMonth = ([, first, second]: readonly string[]): boolean => {
  const [one = 0, other = 0] = [Number(first), Number(second)].toSorted((less, more) => less - more);
  return one >= 1 && one <= 12 && other >= 24 && other <= 31;
};

const offset = (name: string, sign = '+', hours = '0', minutes = '0'): Meaning => ({
  kind: 'offset',
  name,
  offsetMs: (sign === '+' ? 1 : -1) * (Number(hours) * HOUR + Number(minutes) * MINUTE),
});

/** "4.12" and "19.6": a date without its last point, or a time of day. */
export const POINTED: Form = form(
  '(?<![\\d.,:/$€£-])(\\d{1,2})\\.(\\d{1,2})(?![.:,/]?\\d|\\.| ?(?:[€$%°]|(?:uhr|h|[ap]\\.? ?m|euros?|eur|usd|prozent|percent|k?g|mg|m?l|k?m|cm|mm|liter|lit(?:er|re)s?|kilos?|miles?|hours?|hrs?|minutes?|stunden?|tage?|days?|weeks?|gb|mb|version)(?!\\p{L})))',
  match => {
    const [, hour = '', minute = ''] = match;
    const date = pointed(match);
    if (date === undefined || !('kind' in date) || date.kind !== 'day') return undefined;
    const clock = minute.length === 2 ? clockOf(hour, minute) : undefined;
    return {...date, opens: true, ...(clock !== undefined && {orClock: clock})};
  },
  'word',
);

export const NUMERIC_FORMS: readonly Form[] = [
  form('24/7', () => []),
  formAsWritten('\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})', ([digits]) => {
    const at = instantOfIso(digits.replace(' ', 'T').toUpperCase());
    return at === undefined ? undefined : {kind: 'instant', at};
  }),
  form('(?:on )?(\\d{4})-(\\d{1,2})-(\\d{1,2})', ([, year = '', month = '', day = '']) => dated(year, month, day)),
  form(
    '(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[t ,]+(?:at )?)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?',
    ([, year = '', month = '', day = '', hour = '', minute, second]): readonly Meaning[] | Meaning => {
      const clock = clockOf(hour, minute, second);
      if (clock === undefined || clock.hour > 23) return {kind: 'never', why: NO_SUCH};
      return [dated(year, month, day), {kind: 'clock', clock: exact(clock.hour, clock.minute, clock.second)}];
    },
  ),
  // "24.12. 18-20 Uhr": two digits behind a space are an hour.
  form(
    '(?:on |am )?(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4})(?![\\d.:])|(\\d{2})(?![\\d.:]|\\s*(?:uhr|h(?![a-z]))))?',
    ([spoken, day, month, long, short]) => pointed(Object.assign([spoken, day, month, long ?? short])),
  ),
  form('on (\\d{1,2})\\.(\\d{1,2})(?![.:,]?\\d|\\.)', pointed),
  form('(?:on |am )?(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})(?![.:]?\\d)', pointed),
  form('(?:on )?(\\d{4})/(\\d{1,2})/(\\d{1,2})(?!/)', ([, year = '', month = '', day = '']) => dated(year, month, day)),
  form('(?:on )?(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?(?!/| ?uhr)', match => figures(match)),
  form('(?:on |am )?(\\d{1,2})-(\\d{1,2})-(20\\d\\d)', match => figures(match)),
  form('(?<![-\\d])(\\d{1,2})-(\\d{1,2})-(\\d\\d)(?![-:.\\d])', match => figures(match), 'guest'),
  form(
    '(?<![-\\d])(\\d{1,2})-(\\d{1,2})(?![-:.\\d])',
    match => (isDayAndMonth(match) ? figures(match) : undefined),
    'guest',
  ),
  form('(\\d{1,2}) (\\d{1,2}) (20\\d\\d)', match => figures(match), 'guest'),
  {
    asWritten: true,
    spoken: () => /(?<![\p{L}\p{N}])\(?([A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)\)?(?:\s+time)?(?![\p{L}\p{N}])/uy,
    means: ([, zone = '']) => (isZone(zone) ? {kind: 'zone', zone, name: zone} : undefined),
  },
  formAsWritten('((?:UTC|GMT) ?([+−-]) ?(\\d{1,2})(?::?([0-5]\\d))?)', ([digits, , sign, hours, minutes]) =>
    offset(digits, sign === '+' ? '+' : '-', hours, minutes),
  ),
  formAsWritten('(?:UTC|GMT)', ([digits]) => offset(digits)),
  // Lower-case forms of some zones are words: "eat", "met", "art".
  {
    asWritten: true,
    spoken: () => /(?<![\p{L}\p{N}])([A-Z]{2,5})(?![\p{L}\p{N}])/uy,
    means: ([, name = '']) => abbreviated(name),
    doubt: 'guest',
  },
  {
    asWritten: true,
    spoken: () =>
      /(?<=[ap]\.?m\.?\s?\(?)([ecmp][sd]?t|cest|cet|bst|jst|ist)(?![\p{L}\p{N}])|(?<=(?:\d|\b[Uu]hr|clock)\s?\(?)(utc|gmt|[ecmp][sd]t|cest|cet|bst|jst|mez|mesz|aest|aedt|nzst|nzdt)(?![\p{L}\p{N}])/uy,
    means: ([, name, other = '']) => abbreviated((name ?? other).toUpperCase()),
    doubt: 'guest',
  },
];

const abbreviated = (name: string): Meaning | undefined => {
  if (name === 'UTC' || name === 'GMT') return offset(name);
  const zone = ZONES.get(name);
  if (zone !== undefined) return {kind: 'zone', zone, name};
  const offsetMs = OFFSETS.get(name);
  return offsetMs === undefined ? undefined : {kind: 'offset', offsetMs: offsetMs * HOUR, name};
};

const NO_SUCH = {kind: 'no-such-time'} as const;

/** Abbreviations that cover summer and winter time alike. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ['ET', 'America/New_York'],
  ['CT', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PT', 'America/Los_Angeles'],
  ['NZT', 'Pacific/Auckland'],
]);
const OFFSETS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    EST: -5,
    EDT: -4,
    CST: -6,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AKST: -9,
    AKDT: -8,
    HST: -10,
    WET: 0,
    WEST: 1,
    BST: 1,
    CET: 1,
    CEST: 2,
    MEZ: 1,
    MESZ: 2,
    EET: 2,
    EEST: 3,
    MSK: 3,
    IST: 5.5,
    SGT: 8,
    HKT: 8,
    JST: 9,
    KST: 9,
    AEST: 10,
    AEDT: 11,
    NZST: 12,
    NZDT: 13,
  }),
);
