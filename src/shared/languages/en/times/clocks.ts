// English times of day: "9am", "half past seven", "at 1500", "in the evening", "from 9 to 17".
import {aloud, asBare, clockOf, exact, halved, inSpan, spanOfDay} from '../../times/clock.ts';
import {yearOrClock} from '../../times/day-meanings.ts';
import type {Clock, Meaning, Part} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {MINUTES_OF_HOUR, SPOKEN_CLOCKS} from './spoken-clocks.ts';
import {
  ALOUD,
  BEFORE_DAY,
  BEHIND_DAY,
  HOUR,
  hourOf,
  MINUTE,
  MONTH,
  minutesOf,
  NUMBERED,
  SPELLED_HOUR,
  STOP,
  WEEKDAY,
  weekdayOf,
} from './words.ts';

const ABOUT = '(?:(?:approximately|approx\\.?|roughly|exactly|about|around|like|maybe) )?';
const AT = `(?:(?:(?:at|by|around|about) |@ ?)${ABOUT})?`;
/** Dictation writes "a m". */
const MERIDIEM = '(?:[ap]\\.? ?m\\.?)';
const ANY_HOUR = `(?:${HOUR}|${SPELLED_HOUR})`;
/** An hour in a time range: "9", "9:30", "5pm", "10a", "noon". */
const EDGE = `(?:${ANY_HOUR}(?:[:.]${MINUTE})?(?: ?${MERIDIEM}|[ap](?!\\p{L}))?|noon|midday|midnight)`;
/** Between the edges of a time range. */
const TO = "(?:to|until|till|['’]?til|-|–)";

const CLEAR = `(?:${HOUR}(?:[:.]${MINUTE})?(?: ?${MERIDIEM}|[ap](?!\\p{L}))|${HOUR}:${MINUTE}|noon|midday|midnight)`;

/** Behind a range of hours, so that "2 to 3 hours" and "12-03-2027" are none. */
const NOT_COUNTED = `(?! ?(?:${MONTH}|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)(?!\\p{L})|[-/.:]?\\d)`;

const timed = (clock: Clock | undefined): Meaning | undefined => clock && {kind: 'clock', clock};

const halfOf = (spoken: string): 'am' | 'pm' => (/^a/iu.test(spoken) ? 'am' : 'pm');

/** "9", "9:30", "5pm", "noon" */
const edgeOf = (spoken: string): Clock | undefined => {
  if (/^(?:noon|midday)$/iu.test(spoken)) return exact(12);
  if (/^midnight$/iu.test(spoken)) return exact(24);
  const [, hour = '', minute, half] = /^(\w+?)(?:[:.](\d\d))?\s*([ap](?:\.?\s*m\.?)?)?$/iu.exec(spoken) ?? [];
  const clock = clockOf(hourOf(hour), minute);
  return clock && half === undefined ? clock : clock && halved(clock, halfOf(half ?? ''));
};

const windowOf = (first = '', last = ''): Meaning | undefined => {
  const [from, to] = [edgeOf(first), edgeOf(last)];
  return from && to && spanOfDay(from, to);
};

const PART = '(?:morning|afternoon|evening|night)';

/** "9 to 5", "2-3", "10 to 3pm". Undefined for "20 to 5", which is one time. */
const rangeOf = ([, first = '', joint = '', last = '']: readonly string[]): Meaning | undefined => {
  const found = windowOf(first, last);
  if (found?.kind !== 'window' || joint !== 'to' || !MINUTES_TO.test(first)) return found;
  const [, hour = '', half] = /^(\w+?) ?([ap]\.?\s*m\.?)?$/iu.exec(last) ?? [];
  const clock = Number(hourOf(hour)) > 12 ? undefined : besideHour(Number(first), 'to', hour, half);
  if (clock === undefined) return found;
  // "10 to 8" is hardly ten hours, "15 to 8" never a range.
  const isOneTime = Number(first) > 12 || (first === '10' && found.to.hour > 18);
  return isOneTime ? undefined : {...found, aloud: clock};
};
const MINUTES_TO = /^(?:5|10|15|20|25)$/u;

/** "quarter past 3", "20 to 5pm" */
const besideHour = (minutes: number, side: string, hour = '', half?: string): Clock | undefined => {
  const hours = Number(hourOf(hour));
  if (!(minutes > 0 && minutes < 60) || hours > 24) return undefined;
  const isPast = /past|after/iu.test(side);
  const at = half === undefined ? hours : halved(exact(hours), halfOf(half))?.hour;
  if (at === undefined) return undefined;
  const [atHour, atMinute] = isPast ? [at, minutes] : [at - 1, 60 - minutes];
  return hours > 12 || half !== undefined ? exact((atHour + 24) % 24, atMinute) : aloud(atHour, atMinute);
};

const partOf = (word: string): Part => PARTS.find(([spoken]) => spoken.test(word))?.[1] ?? 'morning';
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/^morning/iu, 'morning'],
  [/^afternoon/iu, 'afternoon'],
  [/^evening/iu, 'evening'],
  [/night/iu, 'night'],
  [/noon|midday|lunch/iu, 'noon'],
];
const part = (word = ''): Meaning => ({kind: 'part', part: partOf(word)});
const TODAY: Meaning = {kind: 'day', day: {kind: 'ahead', days: 0}};
const TOMORROW: Meaning = {kind: 'day', day: {kind: 'ahead', days: 1}};

export const CLOCKS: readonly Form[] = [
  // "1/2 cup", not 1 February.
  form(
    `(?:\\d )?(?<!\\d)(?:1/[2-8]|2/3|3/[458]) (?!(?:at|on|by|to|that|about|in|for|from|until|till|and|or|@|every|each|this|next|morning|noon|afternoon|evening|night|midnight|tonight|today|tomorrow|remind|call|past|hours?|minutes?|days?|weeks?|months?|years?|${WEEKDAY}|${MONTH})(?![a-z]))[a-zà-ÿ]+`,
    () => [],
  ),
  form(`(?<=(?<!\\p{L})${NUMBERED} (?:is )?)\\d+(?:\\.\\d+)*(?: ?(?:to|and|-|–|,) ?\\d+(?:\\.\\d+)*)*`, () => []),
  ...MINUTES_OF_HOUR,
  ...SPOKEN_CLOCKS,
  form('(?:good|bad|early|late) (?:morning|afternoon|evening|night)', () => []),
  form(
    `${AT}(${HOUR})(?:[:.](${MINUTE})(?::(${MINUTE}))?)? ?(${MERIDIEM})`,
    ([, hour = '', minute, second, half = '']) => {
      const clock = clockOf(hour, minute, second);
      return timed(clock && halved(clock, halfOf(half)));
    },
  ),
  form(
    `(?:(?:at|by|around|@) |(?=\\d)${BEHIND_DAY})(${HOUR})(?:[:.](${MINUTE}))?([ap])`,
    ([, hour = '', minute, half = '']) => {
      const clock = clockOf(hour, minute);
      return timed(clock && halved(clock, halfOf(half)));
    },
  ),
  form(
    `(${HOUR})(?:[:.](${MINUTE}))?([ap])`,
    ([, hour = '', minute, half = '']) => {
      const clock = clockOf(hour, minute);
      return timed(clock && halved(clock, halfOf(half)));
    },
    'guest',
  ),
  form(`${AT}(${SPELLED_HOUR}) ?(${MERIDIEM})`, ([, hour, half = '']) => {
    const clock = clockOf(hourOf(hour));
    return timed(clock && halved(clock, halfOf(half)));
  }),
  form(`${AT}(${HOUR}):(${MINUTE})(?::(${MINUTE}))?(?: ?(?:h|hrs|hours|sharp))?`, ([, hour = '', minute, second]) =>
    timed(clockOf(hour, minute, second)),
  ),
  form(`(?:at|by|around) (${HOUR})\\.(${MINUTE})(?!\\.?\\d)(?: ?h(?!\\p{L}))?`, ([, hour = '', minute]) =>
    timed(clockOf(hour, minute)),
  ),
  form(`(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute)), 'guest'),
  form(`(?:(?:at|by) |(?=\\d)${BEHIND_DAY})(${HOUR})h(${MINUTE})(?! ?m)`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  // "17h10" is a time of day, "1h30" a length.
  form(`(?<!(?:timer(?: for)?|in|for|after|another) )(1\\d|2[0-3]|[6-9](?=h00))h(${MINUTE})`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(`(?:at|by) (${HOUR}) ?h`, ([, hour = '']) => timed(exactly(clockOf(hour)))),
  form(`(?=\\d)${BEHIND_DAY}(${HOUR}) ?h`, ([, hour = '']) => timed(exactly(clockOf(hour)))),
  // "by 2030": a year, or half past eight.
  form('by 20\\d\\d(?! ?(?:h|hrs|hours)(?!\\p{L}))', () => ({kind: 'never', why: {kind: 'open'}})),
  form(`(?:at|by) ([01]\\d|2[0-3])([0-5]\\d)(?: ?(?:h|hrs|hours))?`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(`([01]\\d|2[0-3])([0-5]\\d) ?(?:hrs|hours)`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute)))),
  form(
    `(?<![-/.]|\\d )(0\\d)([0-5]\\d)(?! \\d{3})`,
    ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))),
    'word',
  ),
  form(
    '(20\\d\\d|19\\d\\d)(?![-/.:]?\\d| ?(?:h|hrs|hours)(?!\\p{L}))',
    ([, digits = '']) => yearOrClock(digits),
    'guest',
  ),
  form(`(1\\d|2[0-3])([0-5]\\d)${STOP}`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))), 'guest'),
  // "looking at 18 and 19 june" is about days.
  form(
    `(?:at ${ABOUT}|@ ?)(${HOUR})(?!(?:[:.]|[-/])\\d|(?:,? and |, ?| ?& ?)\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?!\\p{L}))`,
    ([, hour = '']) => timed(clockOf(hour)),
  ),
  // "an alarm tomorrow for 6"
  form(`(?<=(?:alarm|wake (?:me|us))(?: \\S+){0,2} for )(${HOUR})${STOP}`, ([, hour = '']) => timed(clockOf(hour))),
  // "about 10 people" isn't a time of day.
  form(
    `(?:by|around|about) (${HOUR})(?:${STOP}|(?= (?:tomorrow|today|tonight|this|in|or \\d|${WEEKDAY})))`,
    ([, hour = '']) => timed(clockOf(hour)),
  ),
  form(`(?:some|any) ?time (?:around|about) (${HOUR})(?!(?:[:.]|[-/])\\d)`, ([, hour = '']) => timed(clockOf(hour))),
  form(`(?:at|by|around) (${SPELLED_HOUR})(?:[ -](fifteen|thirty|forty[ -]five))?`, ([, hour, minute]) =>
    timed(minute === undefined ? clockOf(hourOf(hour)) : aloud(Number(hourOf(hour)), minutesOf(minute))),
  ),
  form(`${AT}(${ANY_HOUR}) ?o ?['’]? ?clock`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(`(${ANY_HOUR}) or so${BEFORE_DAY}|(?=[\\dotfsen])${BEHIND_DAY}(${ANY_HOUR}) or so`, ([, hour, other]) =>
    timed(clockOf(hourOf(hour ?? other))),
  ),
  form(`${AT}(${ANY_HOUR}) ?-? ?ish`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(
    `${AT}(${ALOUD})[ -](past|after|to|till?|['’]til|before)[ -](${ANY_HOUR})(?: ?(${MERIDIEM})| ?o['’]?clock)?(?! ?(?:[:.]\\d|minutes?|hours?|days?|weeks?))`,
    ([spoken, minute = '', side = '', hour = '', half]) => {
      // "2 to 3", "9 to 5" are ranges.
      const isBare = /^(?:to|till?|['’]til)$/u.test(side) && /^\d+$/u.test(minute);
      if (isBare && !MINUTES_TO.test(minute)) return undefined;
      if (isBare && /^\d/u.test(spoken) && rangeOf([spoken, minute, side, `${hour}${half ?? ''}`])) return undefined;
      return timed(besideHour(minutesOf(minute), side, hour, half));
    },
  ),
  form(`${AT}(${ALOUD}) (past|after|to|before) (noon|midday|midnight)`, ([, minute, side = '', name = '']) => {
    const minutes = minutesOf(minute);
    if (!(minutes > 0 && minutes < 60)) return undefined;
    const hour = /^midnight$/iu.test(name) ? 24 : 12;
    return timed(/past|after/iu.test(side) ? exact(hour % 24, minutes) : exact(hour - 1, 60 - minutes));
  }),
  form(`(?:at|by|around) half (${ANY_HOUR})(?: ?(${MERIDIEM}))?`, match => halfPast(match)),
  form(`half (${ANY_HOUR}) ?(${MERIDIEM})`, match => halfPast(match)),
  form(`half (${ANY_HOUR})`, match => halfPast(match), 'name'),
  form(`${AT}(?:12 )?(?:noon|midday)(?: ?-?ish)?`, () => timed(exact(12))),
  form('at (?:lunch ?time|lunch)|lunch ?time', () => timed(exact(12))),
  form('lunch(?= (?:today|tomorrow|on|every))', () => timed(exact(12))),
  form(`${AT}(?:12 )?midnight`, () => ({kind: 'part', part: 'midnight'})),
  form('(?:by |at )?(?:the )?(?:end of (?:the )?(?:business )?day|close of business|eod|cob)', () => timed(exact(17))),
  form(`in (\\d{1,2}):(${MINUTE})(?: ?(?:h|hrs?|hours?))?`, ([, hours, minutes]) => inSpan(hours, minutes)),
  form('in \\d{1,3}(?:(?:, ?| and )\\d{1,3})+ ?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)', () => ({
    kind: 'never',
    why: {kind: 'open'},
  })),
  // "in 5" means five minutes.
  form(`in (\\d{1,3})${STOP}`, ([, count]) => ({
    kind: 'span',
    span: {ms: Number(count) * 60_000, months: 0},
    manner: 'in',
  })),
  // "one morning", "three weekends" and "two mondays" count.
  form(
    `(?!one (?:${PART}|may|march|day))(${ANY_HOUR})(?! (?:weekends|weekdays|${WEEKDAY}s|(?:morning|afternoon|evening|night)s)(?!\\p{L}))${STOP}`,
    ([, hour]) => number(hour, true),
  ),
  form(
    `(?!one (?:${PART}|may|march|day))(${ANY_HOUR})(?! (?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:morning|afternoon|evening|night)s)(?!\\p{L}))`,
    ([, hour]) => number(hour, false),
  ),
  form('(?:in the|during the|at) (morning|afternoon|evening|night)', ([, spoken]) => part(spoken)),
  form('(morning|afternoon|evening|night|lunch ?time)(?:s|-?ish)?', ([, spoken]) => part(spoken), 'guest'),
  form('(?:on )?the (morning|afternoon|evening|night) of', ([, spoken]) => part(spoken), 'guest'),
  form('this (morning|afternoon|evening)', ([, spoken]) => [TODAY, part(spoken)]),
  form('(?:later )?(?:tonight|tonite|2nite)', () => [TODAY, part('night')]),
  form(`first thing (?:on )?(${WEEKDAY})(?: morning)?`, ([, name]) => [
    {kind: 'day', day: {kind: 'weekday', weekday: weekdayOf(name)}},
    part('morning'),
  ]),
  form('first thing(?: in the morning)?(?: tomorrow(?: morning)?)?', () => [TOMORROW, part('morning')], 'name'),
  form('(?:at )?(?:this|the same|same) time', () => ({kind: 'same-time'}), 'guest'),
  form('(?:(?:at )?(?:sunrise|sun-?up)|(?:when|once) the sun (?:rises|comes up|is up))', () => ({
    kind: 'sun',
    event: 'RISE',
  })),
  form('(?:(?:at )?(?:sunset|sun-?down)|(?:when|once) the sun (?:sets|goes down|is down))', () => ({
    kind: 'sun',
    event: 'SET',
  })),
  form(`(?:from|between) (${EDGE}) ?(?:and|${TO}) ?(${EDGE})(?! ?(?:minutes?|hours?|days?|weeks?|months?))`, match =>
    windowOf(match[1], match[2]),
  ),
  // "hourly 9-17"
  form(`(?<=(?:hourly|every (?:\\S+ )?(?:hours?|hrs?|minutes?|mins?)),? )(${EDGE}) ?${TO} ?(${EDGE})`, match =>
    windowOf(match[1], match[2]),
  ),
  // "8am-10am", "9:30 to 10:30": without "from", both ends must be clear times, or follow "at".
  form(`${AT}(${CLEAR}) ?${TO} ?(${CLEAR})`, match => windowOf(match[1], match[2])),
  form(`${AT}(${EDGE}) ?(${TO}) ?(${HOUR}(?:[:.]${MINUTE})? ?${MERIDIEM})`, rangeOf),
  form(`(?:at|@) (${EDGE}) ?(${TO}) ?(${EDGE})${NOT_COUNTED}`, rangeOf),
  form(`(?<![-/.:\\d])(${EDGE}) ?(${TO}) ?(${EDGE})${NOT_COUNTED}`, match =>
    // "12-24" is a date.
    match[2] === '-' && match[3] === '24' ? undefined : asBare(rangeOf(match)),
  ),
  form(
    `(?<![-/.:\\d])([01]\\d|2[0-3])([0-5]\\d) ?[-–] ?([01]\\d|2[0-3])([0-5]\\d)(?![-/.:])`,
    ([, hour = '', minute, lastHour = '', lastMinute]) => {
      const [from, to] = [exactly(clockOf(hour, minute)), exactly(clockOf(lastHour, lastMinute))];
      return asBare(from && to && spanOfDay(from, to));
    },
  ),
];

/** British "half seven" is 7:30. */
const halfPast = ([, hour, half]: readonly string[]): Meaning | undefined => timed(besideHour(30, 'past', hour, half));

const number = (hour: string | undefined, ends: boolean): Meaning | undefined => {
  const clock = clockOf(hourOf(hour));
  return clock && {kind: 'number', clock, ends};
};

const exactly = (clock: Clock | undefined): Clock | undefined => clock && {...clock, style: 'exact'};
