// German times of day: "um 9", "15.30 Uhr", "halb neun", "viertel vor acht", "abends", "von 9 bis 17 Uhr".
import {aloud, asBare, clockOf, exact, halved, inSpan, spanOfDay} from '../../times/clock.ts';
import {yearOrClock} from '../../times/day-meanings.ts';
import type {Clock, Meaning, Part} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {SPOKEN_CLOCKS} from './spoken-clocks.ts';
import {
  COUNT,
  countOf,
  HOUR,
  hourOf,
  MINUTE,
  MONTH,
  NUMBERED,
  SHORT_WEEKDAY,
  SPELLED_HOUR,
  WEEKDAY,
  weekdayOf,
} from './words.ts';

const ABOUT = '(?:ca\\.?|circa|etwa|ungefähr|rund)';
/** "ein Wecker morgen auf 6" */
const AUF = '(?:auf|für)(?<=wecker(?: \\S+){0,2} (?:auf|für))';
const UM = `(?:(?:${AUF}|(?:so |${ABOUT} )?(?:um|gegen|ab)(?: ${ABOUT})?|so ${ABOUT}|(?:um )?kurz (?:vor|nach)|(?:um )?punkt) |@ ?)`;
/** Before an hour that says what it is: "ca. 17 Uhr". */
const BEFORE_UHR = `(?:${UM}|${ABOUT} )?`;
const ANY_HOUR = `(?:${HOUR}|${SPELLED_HOUR})`;
const STOP =
  '(?=\\s*(?:$|[,;!?\\n)]|[–—-](?!\\s*\\d)|[.:](?!\\d)|bis(?! \\d|\\p{L})|(?:an|dass|bitte|und|zu|zum|für|ab|jeden|jede|jedes|am|täglich)(?![\\p{L}])))';

const timed = (clock: Clock | undefined): Meaning | undefined => clock && {kind: 'clock', clock};
const exactly = (clock: Clock | undefined): Clock | undefined => clock && {...clock, style: 'exact'};
const number = (hour: string | undefined, ends: boolean): Meaning | undefined => {
  const clock = clockOf(hourOf(hour));
  return clock && {kind: 'number', clock, ends};
};

const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/^(?:morgen|früh|vormittag)/iu, 'morning'],
  [/^nachmittag/iu, 'afternoon'],
  [/^abend/iu, 'evening'],
  [/^nacht/iu, 'night'],
  [/^mittag/iu, 'noon'],
];
export const partOf = (word = ''): Part => PARTS.find(([spoken]) => spoken.test(word))?.[1] ?? 'morning';
const part = (word?: string): Meaning => ({kind: 'part', part: partOf(word)});
const onDay = (days: number): Meaning => ({kind: 'day', day: {kind: 'ahead', days}});
const NAMED = '(?:vormittag|mittag|nachmittag|abend|nacht|früh)';

/** "zehn vor acht", "viertel nach drei" */
const beside = (minutes: number, side: string, hour: string | undefined): Meaning | undefined => {
  const hours = Number(hourOf(hour));
  if (!(minutes > 0 && minutes < 60) || hours > 24) return undefined;
  const [atHour, atMinute] = side === 'nach' ? [hours, minutes] : [hours - 1, 60 - minutes];
  return timed(hours > 12 ? exact(atHour, atMinute) : aloud(atHour, atMinute));
};

/** Minutes relative to half an hour before the named hour: "fünf nach halb neun" is 8:35. */
const aroundHalf = (minutes: number, hour: string | undefined): Meaning | undefined => {
  const hours = Number(hourOf(hour)) - 1;
  return timed(aloud(hours, 30 + minutes));
};

const edgeOf = (hour = '', minute?: string): Clock | undefined => clockOf(hourOf(hour), minute);

const rangeOf = ([spoken = '', first, firstMinute, last, lastMinute]: readonly string[]): Meaning | undefined => {
  const [from, to] = [edgeOf(first, firstMinute), edgeOf(last, lastMinute)];
  // "zwischen 3 und 5" is in the afternoon, as "um 3" is.
  const isSmall = to !== undefined && to.hour <= 6 && !spoken.includes('uhr');
  return from && to && spanOfDay(isSmall ? from : {...from, style: 'exact'}, to);
};
const UNITS = 'minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?';
/** Behind a range of hours, so that "2 bis 3 Stunden" and "1-3. Dezember" are none. */
const NOT_COUNTED = `(?! ?(?:(?:${MONTH}|min|std|${UNITS})(?!\\p{L})|\\.|%)|[-/.:]?\\d)`;
/** "um 8 Uhr dreißig". Other numbers before a word count something: "um 8 Uhr zwei Pakete". */
const ROUND_MINUTES = '(?:fünfzehn|(?:fünfund)?(?:zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig))';
const MEASURE = `(?:${UNITS}|mal)(?!\\p{L})`;
const HOURLY = '(?<=(?:stündlich|(?:jede|alle)(?: \\S+)? stunden?),? )';

export const CLOCKS: readonly Form[] = [
  // "1/2 cup", not 1 February.
  form(
    `(?:\\d )?(?<!\\d)(?:1/[2-8]|2/3|3/[458]) (?!(?:um|am|an|ab|bis|vor|nach|zu[mr]?|dass|in|im|für|und|oder|von|vom|gegen|jede[nrsm]?|früh|morgens?|mittags?|nachmittags?|vormittags?|abends?|nachts?|heute?|übermorgen|anrufen|stunden?|minuten?|tage?n?|wochen?|monate?n?|jahre?n?|${SHORT_WEEKDAY}|${MONTH})(?![a-zäöüß]))[a-zà-ÿ]+`,
    () => [],
  ),
  form(`(?<=(?<!\\p{L})${NUMBERED} (?:ist )?)\\d+(?:\\.\\d+)*(?: ?(?:bis|und|-|–|,) ?\\d+(?:\\.\\d+)*)*`, () => []),
  form(`(?:zu minute |um :)(${MINUTE}|\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form(`${HOURLY}um (2[5-9]|[345]\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form(`${HOURLY}(?:um )?halb|zur halben stunde`, () => ({kind: 'minute', minute: 30}), 'guest'),
  form('zur vollen stunde', () => ({kind: 'minute', minute: 0}), 'guest'),
  form(
    `${HOURLY}(?:um )?(viertel|${COUNT})(?: minuten)? (vor|nach)(?: der vollen stunde| voll)?`,
    ([, spoken = '', side]) => {
      const minute = spoken === 'viertel' ? 15 : countOf(spoken);
      return minute > 0 && minute < 60 ? {kind: 'minute', minute: side === 'vor' ? 60 - minute : minute} : undefined;
    },
    'guest',
  ),
  ...SPOKEN_CLOCKS,
  form('(?:guten?|schönen|schöne|gute) (?:morgen|tag|abend|nacht|mittag)', () => []),
  // "nach 14h": later than 14:00, or in 14 hours.
  form(`nach (1\\d|2[0-4]) ?h(?:${MINUTE})?`, () => ({kind: 'never', why: {kind: 'open'}})),
  // "17h10" is a time of day, "1h30" a length.
  form(`(?<!(?:timer|in|für|nach|noch) )(1\\d|2[0-3]|[6-9](?=h00))h(${MINUTE})`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(`(?:ca\\.?|circa|zirka) (1[3-9]|2[0-3]) ?h`, ([, hour = '']) => timed(exactly(clockOf(hour, '00')))),
  form(`${UM}(${HOUR}) ?h(${MINUTE})?`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute)))),
  form(`${BEFORE_UHR}(${HOUR})\\.(${MINUTE}) ?h`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute)))),
  form(`${UM}?(${HOUR}):(${MINUTE})(?::(${MINUTE}))?(?: ?h)?`, ([, hour = '', minute, second]) =>
    timed(clockOf(hour, minute, second)),
  ),
  form(`${BEFORE_UHR}(${HOUR})[:.](${MINUTE}) ?uhr`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  // "ab 1.12." is a date.
  form(`(?!ab ${HOUR}\\.(?:0?\\d|1[0-2])\\.)${UM}(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) =>
    timed(clockOf(hour, minute)),
  ),
  form(`(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute)), 'guest'),
  form(
    `${BEFORE_UHR}(${HOUR}|${COUNT}) ?uhr(?: (${MINUTE}|${ROUND_MINUTES}|${COUNT}(?=(?: ?[.,;:!?]| ?$))))?(?!\\p{L}| ?(?:${MEASURE}))`,
    ([, hour, minute]) => {
      if (minute === undefined) return timed(clockOf(hourOf(hour), '00'));
      const minutes = countOf(minute);
      return minutes < 60 ? timed(clockOf(hourOf(hour), String(minutes))) : undefined;
    },
  ),
  form(`${BEFORE_UHR}(${HOUR}|${COUNT}) ?uhr`, ([, hour]) => timed(clockOf(hourOf(hour), '00'))),
  form(`${UM}(${HOUR})(?!(?:[:.]|[-/])\\d|\\.)`, ([, hour = '']) => timed(clockOf(hour))),
  form(`${UM}(${SPELLED_HOUR})`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(`(?:um|gegen) ([01]\\d|2[0-3])([0-5]\\d)(?: ?uhr)?`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(
    `(?<![-/.]|\\d )(0\\d)([0-5]\\d)(?! \\d{3})`,
    ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))),
    'word',
  ),
  form(
    '(?:im jahre? )?(20\\d\\d|19\\d\\d)(?![-/.:]?\\d| ?(?:uhr|h)(?!\\p{L}))',
    ([, digits = '']) => yearOrClock(digits),
    'guest',
  ),
  form(
    `(?<=(?<!\\p{L})(?:heute|morgen|übermorgen|${SHORT_WEEKDAY}|\\d\\.(?:\\d{1,2}\\.?)?|${MONTH}) )(?!20[1-4][1-46-9])([01]\\d|2[0-3])([0-5]\\d)${STOP}`,
    ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))),
  ),
  form(`${UM}?halb ?(${ANY_HOUR})(?: ?uhr)?`, ([, hour]) => aroundHalf(0, hour)),
  form(`${UM}?(fünf|5|zehn|10) (vor|nach) halb (${ANY_HOUR})(?: ?uhr)?`, ([, minutes, side, hour]) =>
    aroundHalf(countOf(minutes) * (side?.toLowerCase() === 'vor' ? -1 : 1), hour),
  ),
  form(`${UM}?(?:viertel|1/4) (vor|nach) (${ANY_HOUR})(?: ?uhr)?(?! ?[:.]\\d)`, ([, side = '', hour]) =>
    beside(15, side.toLowerCase(), hour),
  ),
  form(`${UM}?viert(?:el|l) ?(${ANY_HOUR})(?: ?uhr)?`, ([, hour]) => aroundHalf(-15, hour)),
  form(`${UM}?(?:dreiviert(?:el|l)|drei viertel) ?(${ANY_HOUR})(?: ?uhr)?`, ([, hour]) => aroundHalf(15, hour)),
  form(
    `${UM}?(${COUNT})(?: minuten)? (vor|nach) (${ANY_HOUR})(?: ?uhr)?(?! ?(?:[:.]\\d|\\.|minuten?|stunden?|tage?n?|wochen?|monate?n?|uhr))`,
    match => beside(countOf(match[1]), (match[2] ?? '').toLowerCase(), match[3]),
  ),
  form('mittag', () => part('mittag'), 'name'),
  form(`(?:${UM}|zu )?(?:12 uhr )?mittags?`, () => timed(exact(12)), 'guest'),
  form(`${UM}?(?:12|zwölf)(?: uhr)? mittags?|(?:um|gegen|zur?) mittag(?:szeit)?`, () => timed(exact(12))),
  form('(?:am |zu |zum )mittag|mittags', () => part('mittag')),
  form(`(?:${UM})?(?:(?:(?:12|zwölf|0) uhr )?(?:um )?mitternachts?|zu mitternacht|24 uhr)`, () => ({
    kind: 'part',
    part: 'midnight',
  })),
  form('(?:zum |bis |nach )?(?:feierabend|dienstschluss)', () => timed(exact(17)), 'name'),
  form(`in (\\d{1,2}):(${MINUTE})(?: ?(?:h|std\\.?|stunden?))?`, ([, hours, minutes]) => inSpan(hours, minutes)),
  form(`(${ANY_HOUR})${STOP}`, ([, hour]) => number(hour, true)),
  form(`(${ANY_HOUR})`, ([, hour]) => number(hour, false)),
  form('(?:am|in der|des) (morgen|vormittag|nachmittag|abend|nacht|früh|frühe)s?', ([, spoken]) => part(spoken)),
  // "morgens und abends" is said of every day.
  form(
    `(morgens|mittags|abends|nachts)(?=(?: um \\S+(?: uhr)?)?(?:,? und |, ?)(?:morgens|mittags|nachmittags|abends|nachts))`,
    ([, spoken]) => [{kind: 'repeat', repeat: {every: 1, unit: 'day'}}, part(spoken)],
  ),
  form('(morgens|vormittags|nachmittags|abends|nachts)', ([, spoken]) => part(spoken)),
  form(`(${NAMED}|mittag)`, ([, spoken]) => part(spoken), 'guest'),
  form('heute? (morgen|früh|vormittag|mittag|nachmittag|abend|nacht)', ([, spoken]) => [onDay(0), part(spoken)]),
  form(`(?:morgen) (${NAMED})`, ([, spoken]) => [onDay(1), part(spoken)]),
  // The night to Saturday begins on Friday.
  form(
    `(?:in der |die )?nacht (?:von (?:${WEEKDAY}|heute) )?(?:auf|zum?) (?:den )?(${WEEKDAY}|morgen)`,
    ([, name = '']) => [
      name === 'morgen'
        ? onDay(0)
        : {kind: 'day', day: {kind: 'from', days: -1, day: {kind: 'weekday', weekday: weekdayOf(name)}}},
      part('nacht'),
    ],
  ),
  form(`(?:am |an )?(${WEEKDAY})[ -]?(morgen|früh|vormittag|mittag|nachmittag|abend|nacht)`, ([, name, spoken]) => [
    {kind: 'day', day: {kind: 'weekday', weekday: weekdayOf(name)}},
    part(spoken),
  ]),
  form(
    '(?:(?:(?:um |zur )?(?:die)?(?:selben?|gleichen?)|um diese|diese) (?:zeit|uhrzeit))',
    () => ({kind: 'same-time'}),
    'guest',
  ),
  form('(?:(?:bei |zum )?sonnenaufgang|(?:wenn|sobald) die sonne aufgeht)', () => ({kind: 'sun', event: 'RISE'})),
  form('(?:(?:bei |zum )?sonnenuntergang|(?:wenn|sobald) die sonne untergeht)', () => ({kind: 'sun', event: 'SET'})),
  form(
    `(?:von|zwischen) (${ANY_HOUR})(?:[:.](${MINUTE}))?(?: ?(?:uhr|h))? ?(?:bis|und|-|–) ?(${ANY_HOUR})(?:[:.](${MINUTE}))?(?: ?(?:uhr|h(?!\\p{L})))?${NOT_COUNTED}`,
    rangeOf,
  ),
  form(
    `(?<![-/.:\\d])(${ANY_HOUR})(?:[:.](${MINUTE}))? ?(?:bis|-|–) ?(${ANY_HOUR})(?:[:.](${MINUTE}))?${NOT_COUNTED}`,
    match => asBare(rangeOf(match)),
  ),
  // "stündlich 9-17"
  form(
    `(?<=(?:stündlich|alle (?:\\S+ )?(?:stunden|std\\.?|minuten|min\\.?)),? )(${HOUR}) ?(?:bis|-|–) ?(${HOUR})(?: ?uhr)?`,
    ([, first = '', last = '']) => {
      const [from, to] = [clockOf(first, '00'), clockOf(last, '00')];
      return from && to && spanOfDay({...from, style: 'exact'}, {...to, style: 'exact'});
    },
  ),
  // Without "von", both ends must be clear times, or "Uhr" follows: "8-10 Uhr".
  form(
    `${UM}?(${HOUR})(?:[:.](${MINUTE}))? ?(?:bis|-|–) ?(${HOUR})(?:[:.](${MINUTE}))? ?(?:uhr|h)|${UM}?(${HOUR}):(${MINUTE}) ?(?:bis|-|–) ?(${HOUR}):(${MINUTE})`,
    ([, ...found]) => {
      const [first, firstMinute, last, lastMinute] = found[0] === undefined ? found.slice(4) : found;
      const [from, to] = [edgeOf(first, firstMinute ?? '00'), edgeOf(last, lastMinute ?? '00')];
      return from && to && spanOfDay({...from, style: 'exact'}, {...to, style: 'exact'});
    },
  ),
  form(
    `(?<=(?:heute|morgen|übermorgen|früh|mittag|abend|nacht|${SHORT_WEEKDAY}|\\d\\.(?:\\d{1,2})?|${MONTH}(?: \\d{4})?) )(${HOUR}) ?h(${MINUTE})?`,
    ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))),
  ),
  // "täglich 8h schlafen" is a length.
  form(`(?<=(?:täglich|werktags|wochentags) )(${HOUR}) ?h(?= ?$)`, ([, hour = '']) => timed(exactly(clockOf(hour)))),
  form(`${UM}(${HOUR}) ?(a\\.?m|p\\.?m)\\.?`, ([, hour = '', half = '']) => {
    const clock = clockOf(hour);
    return timed(clock && halved(clock, /^a/iu.test(half) ? 'am' : 'pm'));
  }),
];
