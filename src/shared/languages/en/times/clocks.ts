// English times of day: "9am", "half past seven", "at 1500", "in the evening", "from 9 to 17".
import {aloud, clockOf, exact, halved, spanOfDay} from '../../times/clock.ts';
import type {Clock, Meaning, Part} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {countOf, HOUR, hourOf, MINUTE, SPELLED_HOUR, WEEKDAY} from './words.ts';

const AT = '(?:(?:at|by|around|about|@) )?';
const MERIDIEM = '(?:[ap]\\.?m\\.?)';
const ANY_HOUR = `(?:${HOUR}|${SPELLED_HOUR})`;
/** An hour in a time range: "9", "9:30", "5pm", "noon". */
const EDGE = `(?:${ANY_HOUR}(?:[:.]${MINUTE})?(?: ?${MERIDIEM})?|noon|midday|midnight)`;

const CLEAR = `(?:${HOUR}(?:[:.]${MINUTE})? ?${MERIDIEM}|${HOUR}:${MINUTE}|noon|midday|midnight)`;

/** Matches if no countable noun follows the number. */
const STOP =
  '(?=\\s*(?:$|[,;!?\\n)–—-]|[.:](?!\\d)|(?:to|that|about|and|please|until|till|for|from|every|each|on|starting)(?![\\p{L}])))';

const timed = (clock: Clock | undefined): Meaning | undefined => clock && {kind: 'clock', clock};

const halfOf = (spoken: string): 'am' | 'pm' => (/^a/iu.test(spoken) ? 'am' : 'pm');

/** "9", "9:30", "5pm", "noon" */
const edgeOf = (spoken: string): Clock | undefined => {
  if (/^(?:noon|midday)$/iu.test(spoken)) return exact(12);
  if (/^midnight$/iu.test(spoken)) return exact(24);
  const [, hour = '', minute, half] = /^(\w+?)(?:[:.](\d\d))?\s*([ap]\.?m\.?)?$/iu.exec(spoken) ?? [];
  const clock = clockOf(hourOf(hour), minute);
  return clock && half === undefined ? clock : clock && halved(clock, halfOf(half ?? ''));
};

const windowOf = (first = '', last = ''): Meaning | undefined => {
  const [from, to] = [edgeOf(first), edgeOf(last)];
  return from && to && spanOfDay(from, to);
};

const MINUTES_ALOUD: ReadonlyMap<string, number> = new Map([
  ['quarter', 15],
  ['half', 30],
  ['twenty five', 25],
  ['forty five', 45],
]);
const minutesOf = (spoken = ''): number => {
  const plain = spoken
    .toLowerCase()
    .replaceAll(/\bminutes?\b|\ba\b/gu, '')
    .replaceAll(/[\s-]+/gu, ' ')
    .trim();
  return MINUTES_ALOUD.get(plain) ?? countOf(plain);
};
const ALOUD = '(?:(?:a )?quarter|half|five|ten|twenty(?:[ -]five)?|[1-5]?\\d)(?: minutes?)?';

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
  form(`at minute (${MINUTE}|\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form('(?:good|bad|early|late) (?:morning|afternoon|evening|night)', () => []),
  form(
    `${AT}(${HOUR})(?:[:.](${MINUTE})(?::(${MINUTE}))?)? ?(${MERIDIEM})`,
    ([, hour = '', minute, second, half = '']) => {
      const clock = clockOf(hour, minute, second);
      return timed(clock && halved(clock, halfOf(half)));
    },
  ),
  form(`${AT}(${SPELLED_HOUR}) ?(${MERIDIEM})`, ([, hour, half = '']) => {
    const clock = clockOf(hourOf(hour));
    return timed(clock && halved(clock, halfOf(half)));
  }),
  form(`${AT}(${HOUR}):(${MINUTE})(?::(${MINUTE}))?(?: ?(?:h|hrs|hours|sharp))?`, ([, hour = '', minute, second]) =>
    timed(clockOf(hour, minute, second)),
  ),
  form(`(?:at|by|around) (${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(`(${HOUR})\\.(${MINUTE})(?!\\.?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute)), 'guest'),
  form(`(?:(?:at|by) |(?<=(?:today|tomorrow|${WEEKDAY}) ))(${HOUR})h(${MINUTE})(?! ?m)`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(`(?:at|by) (${HOUR}) ?h`, ([, hour = '']) => timed(exactly(clockOf(hour)))),
  form(`(?<=(?:today|tomorrow|${WEEKDAY}) )(${HOUR}) ?h`, ([, hour = '']) => timed(exactly(clockOf(hour)))),
  form(`(?:at|by) ([01]\\d|2[0-3])([0-5]\\d)(?: ?(?:h|hrs|hours))?`, ([, hour = '', minute]) =>
    timed(exactly(clockOf(hour, minute))),
  ),
  form(`([01]\\d|2[0-3])([0-5]\\d) ?(?:hrs|hours)`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute)))),
  form('(?<![-/.])(0\\d)([0-5]\\d)', ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))), 'word'),
  form(`(1\\d|2[0-3])([0-5]\\d)${STOP}`, ([, hour = '', minute]) => timed(exactly(clockOf(hour, minute))), 'guest'),
  form(`(?:at|at about|at around|@) (${HOUR})(?!(?:[:.]|[-/])\\d)`, ([, hour = '']) => timed(clockOf(hour))),
  // "about 10 people" isn't a time of day.
  form(`(?:by|around|about) (${HOUR})(?:${STOP}|(?= (?:tomorrow|today|tonight|this|in|${WEEKDAY})))`, ([, hour = '']) =>
    timed(clockOf(hour)),
  ),
  form(`(?:at|by|around) (${SPELLED_HOUR})(?:[ -](fifteen|thirty|forty[ -]five))?`, ([, hour, minute]) =>
    timed(minute === undefined ? clockOf(hourOf(hour)) : aloud(Number(hourOf(hour)), minutesOf(minute))),
  ),
  form(`${AT}(${ANY_HOUR}) ?o['’]?clock`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(`${AT}(${ANY_HOUR}) ?ish`, ([, hour]) => timed(clockOf(hourOf(hour)))),
  form(`${AT}(${ALOUD}) (past|after|to|before) (${ANY_HOUR})(?! ?(?:[:.]\\d|minutes?|hours?|days?|weeks?))`, match => {
    const [, minute, side = '', hour] = match;
    const [minutes, hours] = [minutesOf(minute), Number(hourOf(hour))];
    if (!(minutes > 0 && minutes < 60) || hours > 24) return undefined;
    const [atHour, atMinute] = /past|after/iu.test(side) ? [hours, minutes] : [hours - 1, 60 - minutes];
    return timed(hours > 12 ? exact(atHour, atMinute) : aloud(atHour, atMinute));
  }),
  form(`${AT}(${ALOUD}) (past|after|to|before) (noon|midday|midnight)`, ([, minute, side = '', name = '']) => {
    const minutes = minutesOf(minute);
    if (!(minutes > 0 && minutes < 60)) return undefined;
    const hour = /^midnight$/iu.test(name) ? 24 : 12;
    return timed(/past|after/iu.test(side) ? exact(hour % 24, minutes) : exact(hour - 1, 60 - minutes));
  }),
  form(`(?:at|by|around) half (${SPELLED_HOUR})`, ([, hour]) => timed(aloud(Number(hourOf(hour)), 30))),
  form(`half (${SPELLED_HOUR})`, ([, hour]) => timed(aloud(Number(hourOf(hour)), 30)), 'guest'),
  form(`${AT}(?:12 )?(?:noon|midday)(?:ish)?`, () => timed(exact(12))),
  form('at (?:lunch ?time|lunch)|lunch ?time', () => timed(exact(12))),
  form('lunch(?= (?:today|tomorrow|on|every))', () => timed(exact(12))),
  form(`${AT}(?:12 )?midnight`, () => ({kind: 'part', part: 'midnight'})),
  form('(?:by |at )?(?:the )?(?:end of (?:the )?(?:business )?day|close of business|eod|cob)', () => timed(exact(17))),
  // "in 5" means five minutes.
  form(`in (\\d{1,3})${STOP}`, ([, count]) => ({
    kind: 'span',
    span: {ms: Number(count) * 60_000, months: 0},
    manner: 'in',
  })),
  form(`(${ANY_HOUR})${STOP}`, ([, hour]) => number(hour, true)),
  form(`(${ANY_HOUR})`, ([, hour]) => number(hour, false)),
  form('(?:in the|during the|at) (morning|afternoon|evening|night)', ([, spoken]) => part(spoken)),
  form('(morning|afternoon|evening|night|lunch ?time)s?', ([, spoken]) => part(spoken), 'guest'),
  form('this (morning|afternoon|evening)', ([, spoken]) => [TODAY, part(spoken)]),
  form('(?:later )?tonight', () => [TODAY, part('night')]),
  form('first thing(?: in the morning)?(?: tomorrow(?: morning)?)?', () => [TOMORROW, part('morning')], 'name'),
  form('(?:at )?(?:this|the same|same) time', () => ({kind: 'same-time'}), 'guest'),
  form('(?:at )?(?:sunrise|sun-?up)', () => ({kind: 'sun', event: 'RISE'})),
  form('(?:at )?(?:sunset|sun-?down)', () => ({kind: 'sun', event: 'SET'})),
  form(
    `(?:from|between) (${EDGE}) ?(?:to|and|until|till|-|–) ?(${EDGE})(?! ?(?:minutes?|hours?|days?|weeks?|months?))`,
    match => windowOf(match[1], match[2]),
  ),
  // "8am-10am", "9:30 to 10:30": without "from", both ends must be clear times.
  form(`${AT}(${CLEAR}) ?(?:to|until|till|-|–) ?(${CLEAR})`, match => windowOf(match[1], match[2])),
  form(`${AT}(${HOUR}) ?(?:-|–) ?(${HOUR} ?${MERIDIEM})`, match => windowOf(match[1], match[2])),
];

const number = (hour: string | undefined, ends: boolean): Meaning | undefined => {
  const clock = clockOf(hourOf(hour));
  return clock && {kind: 'number', clock, ends};
};

const exactly = (clock: Clock | undefined): Clock | undefined => clock && {...clock, style: 'exact'};
