// German times of day: "um 9", "15.30 Uhr", "halb neun", "viertel vor acht", "abends", "von 9 bis 17 Uhr".
import {aloud, clockOf, exact, halved, spanOfDay} from '../../times/clock.ts';
import type {Clock, Meaning, Part} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf, HOUR, hourOf, MINUTE, SHORT_WEEKDAY, SPELLED_HOUR, WEEKDAY, weekdayOf} from './words.ts';

const UM = '(?:(?:um|gegen|ab|so um|kurz vor|punkt|@) )';
const ANY_HOUR = `(?:${HOUR}|${SPELLED_HOUR})`;
const STOP =
  '(?=\\s*(?:$|[,;!?\\n)–—-]|[.:](?!\\d)|(?:an|dass|bitte|und|zu|zum|bis|für|ab|jeden|jede|jedes|am|täglich)(?![\\p{L}])))';

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

export const CLOCKS: readonly Form[] = [
  form(`zu minute (${MINUTE}|\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form('(?:guten?|schönen|schöne|gute) (?:morgen|tag|abend|nacht|mittag)', () => []),
  form(`${UM}?(${HOUR}):(${MINUTE})(?::(${MINUTE}))?(?: ?h)?`, ([, hour = '', minute, second]) =>
    timed(clockOf(hour, minute, second)),
  ),
  form(`${UM}?(${HOUR})[:.](${MINUTE}) ?uhr`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(`${UM}(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(`(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute)), 'guest'),
  form(`${UM}?(${ANY_HOUR}) ?uhr(?: (${MINUTE}|${COUNT}))?(?! ?(?:minuten|stunden|tage|mal))`, ([, hour, minute]) => {
    if (minute === undefined) return timed(clockOf(hourOf(hour), '00'));
    const minutes = countOf(minute);
    return minutes < 60 ? timed(clockOf(hourOf(hour), String(minutes))) : undefined;
  }),
  form(`${UM}?(${ANY_HOUR}) ?uhr`, ([, hour]) => timed(clockOf(hourOf(hour), '00'))),
  form(`${UM}(${HOUR})(?!(?:[:.]|[-/])\\d|\\.)`, ([, hour = '']) => timed(clockOf(hour))),
  form(`${UM}(${SPELLED_HOUR})`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(`(?:um|gegen) ([01]\\d|2[0-3])([0-5]\\d)(?: ?uhr)?`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form('(?<![-/.])(0\\d)([0-5]\\d)', ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))), 'word'),
  form(`${UM}?halb (${ANY_HOUR})`, ([, hour]) => aroundHalf(0, hour)),
  form(`${UM}?(fünf|5|zehn|10) (vor|nach) halb (${ANY_HOUR})`, ([, minutes, side, hour]) =>
    aroundHalf(countOf(minutes) * (side?.toLowerCase() === 'vor' ? -1 : 1), hour),
  ),
  form(`${UM}?(?:viertel|1/4) (vor|nach) (${ANY_HOUR})(?! ?[:.]\\d)`, ([, side = '', hour]) =>
    beside(15, side.toLowerCase(), hour),
  ),
  form(`${UM}?viertel (${ANY_HOUR})`, ([, hour]) => aroundHalf(-15, hour)),
  form(`${UM}?(?:dreiviertel|drei viertel) (${ANY_HOUR})`, ([, hour]) => aroundHalf(15, hour)),
  form(
    `${UM}?(${COUNT})(?: minuten)? (vor|nach) (${ANY_HOUR})(?! ?(?:[:.]\\d|\\.|minuten?|stunden?|tage?n?|wochen?|monate?n?|uhr))`,
    match => beside(countOf(match[1]), (match[2] ?? '').toLowerCase(), match[3]),
  ),
  form(`(?:${UM}|zu )?(?:12 uhr )?mittags?`, () => timed(exact(12)), 'guest'),
  form('(?:12|zwölf) uhr mittags', () => timed(exact(12))),
  form('(?:am |zu |zum )mittag|mittags', () => part('mittag')),
  form(`(?:${UM})?(?:mitternachts?|24 uhr)`, () => ({kind: 'part', part: 'midnight'})),
  form('(?:zum |bis |nach )?(?:feierabend|dienstschluss)', () => timed(exact(17)), 'name'),
  form(`(${ANY_HOUR})${STOP}`, ([, hour]) => number(hour, true)),
  form(`(${ANY_HOUR})`, ([, hour]) => number(hour, false)),
  form('(?:am|in der|des) (morgen|vormittag|nachmittag|abend|nacht|früh|frühe)s?', ([, spoken]) => part(spoken)),
  // "morgens und abends" is said of every day.
  form(
    `(morgens|mittags|abends|nachts)(?=(?: um \\S+(?: uhr)?)?(?:,? und |, )(?:morgens|mittags|nachmittags|abends|nachts))`,
    ([, spoken]) => [{kind: 'repeat', repeat: {every: 1, unit: 'day'}}, part(spoken)],
  ),
  form('(morgens|vormittags|nachmittags|abends|nachts)', ([, spoken]) => part(spoken)),
  form(`(${NAMED}|mittag)`, ([, spoken]) => part(spoken), 'guest'),
  form('heute (morgen|früh|vormittag|mittag|nachmittag|abend|nacht)', ([, spoken]) => [onDay(0), part(spoken)]),
  form(`(?:morgen) (${NAMED})`, ([, spoken]) => [onDay(1), part(spoken)]),
  form(`(?:am |an )?(${WEEKDAY})[ -]?(morgen|früh|vormittag|mittag|nachmittag|abend|nacht)`, ([, name, spoken]) => [
    {kind: 'day', day: {kind: 'weekday', weekday: weekdayOf(name)}},
    part(spoken),
  ]),
  form(
    '(?:(?:(?:um |zur )?(?:die)?(?:selben?|gleichen?)|um diese|diese) (?:zeit|uhrzeit))',
    () => ({kind: 'same-time'}),
    'guest',
  ),
  form('(?:bei |zum )?sonnenaufgang', () => ({kind: 'sun', event: 'RISE'})),
  form('(?:bei |zum )?sonnenuntergang', () => ({kind: 'sun', event: 'SET'})),
  form(
    `(?:von|zwischen) (${ANY_HOUR})(?:[:.](${MINUTE}))?(?: ?uhr)? ?(?:bis|und|-|–) ?(${ANY_HOUR})(?:[:.](${MINUTE}))?(?: ?uhr)?(?! ?(?:minuten?|stunden?|tage?n?|wochen?|monate?n?|\\.))`,
    ([spoken, first, firstMinute, last, lastMinute]) => {
      const [from, to] = [edgeOf(first, firstMinute), edgeOf(last, lastMinute)];
      // "zwischen 3 und 5" is in the afternoon, as "um 3" is.
      const isSmall = to !== undefined && to.hour <= 6 && !spoken.includes('uhr');
      return from && to && spanOfDay(isSmall ? from : {...from, style: 'exact'}, to);
    },
  ),
  // Without "von", both ends must be clear times, or "Uhr" follows: "8-10 Uhr".
  form(
    `${UM}?(${HOUR})(?:[:.](${MINUTE}))? ?(?:bis|-|–) ?(${HOUR})(?:[:.](${MINUTE}))? ?uhr|${UM}?(${HOUR}):(${MINUTE}) ?(?:bis|-|–) ?(${HOUR}):(${MINUTE})`,
    ([, ...found]) => {
      const [first, firstMinute, last, lastMinute] = found[0] === undefined ? found.slice(4) : found;
      const [from, to] = [edgeOf(first, firstMinute ?? '00'), edgeOf(last, lastMinute ?? '00')];
      return from && to && spanOfDay({...from, style: 'exact'}, {...to, style: 'exact'});
    },
  ),
  form(`(?<=(?:heute|morgen|übermorgen|${SHORT_WEEKDAY}) )(${HOUR}) ?h`, ([, hour = '']) =>
    timed(exactly(clockOf(hour))),
  ),
  form(`${UM}(${HOUR}) ?(a\\.?m|p\\.?m)\\.?`, ([, hour = '', half = '']) => {
    const clock = clockOf(hour);
    return timed(clock && halved(clock, /^a/iu.test(half) ? 'am' : 'pm'));
  }),
];
