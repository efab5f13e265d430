// English times of day as they are said: "seven twenty", "five oh five pm", "ten of five", "530", and those that say
// too little.
import {aloud, clockOf, exact, halved} from '../../times/clock.ts';
import type {Clock, Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {
  ALOUD,
  BEFORE_DAY,
  BEHIND_DAY,
  countOf,
  HOUR,
  hourOf,
  MINUTE,
  minutesOf,
  minutesSpelled,
  SPELLED_HOUR,
  SPELLED_MINUTE,
  STOP,
} from './words.ts';

const MERIDIEM = '([ap])\\.? ?m\\.?';
const PART = '(?:morning|afternoon|evening|night)';
const SPELLED = `(${SPELLED_HOUR})[ -](${SPELLED_MINUTE})`;
/** No noun follows: "seven twenty people" is no time. */
const ENDS = `(?:${STOP}|${BEFORE_DAY}|(?= (?:in the|at) ${PART}))`;
/** "at seven twenty guests come" is at seven. */
const COUNTED =
  '(?! (?:\\p{L}+s|people|men|women|children|more|one|two|three|four|five|six|seven|eight|nine)(?!\\p{L}))';
/** Minutes before or after an hour: "quarter", "ten", "20". */
const MINUTES = '(quarter|five|ten|twenty|5|10|20)';

const timed = (clock: Clock | undefined): Meaning | undefined => clock && {kind: 'clock', clock};

const spelled = ([, hour, minute = '']: readonly string[]): Meaning | undefined =>
  timed(aloud(Number(hourOf(hour)), minutesSpelled(minute)));

const withHalf = (hour: string, minute: number, half: string | undefined): Meaning | undefined => {
  const clock = clockOf(hour);
  const found = clock && halved(clock, half === 'a' ? 'am' : 'pm');
  return timed(found && exact(found.hour, minute));
};

/** "ten of five" is 4:50. */
const before = (minutes: string | undefined, hour: string | undefined): Meaning | undefined =>
  timed(aloud(Number(hourOf(hour)) - 1, 60 - (minutes === 'quarter' ? 15 : countOf(minutes))));

/** Says no one time. */
const open = (): Meaning => ({kind: 'never', why: {kind: 'open'}});

export const SPOKEN_CLOCKS: readonly Form[] = [
  form(
    `(?:(?:at|by|around) )?(${SPELLED_HOUR}|1[0-2]|[1-9])[ -](${SPELLED_MINUTE}) ?${MERIDIEM}`,
    ([, hour = '', minute = '', half]) => withHalf(hourOf(hour), minutesSpelled(minute), half),
  ),
  form(`(?:at|by|around) ${SPELLED}${ENDS}`, spelled),
  // "at seven twenty call june"
  form(`(?:at|by|around) (?=\\p{L}+[ -](?:twenty|thirty|forty|fifty)[ -])${SPELLED}${COUNTED}`, spelled),
  form(`(?:at|by|around) (?=\\p{L}+[ -]oh[ -])${SPELLED}`, spelled),
  form(`${SPELLED}${BEFORE_DAY}|(?=[otfsen])${BEHIND_DAY}${SPELLED}${STOP}`, ([, hour, minute, other, otherMinute]) =>
    spelled(['', hour ?? other ?? '', minute ?? otherMinute ?? '']),
  ),
  form(`(?<![\\d+-] ?)(1[0-2]|0?[1-9]) ([0-5][05])${BEFORE_DAY}`, ([, hour = '', minute]) =>
    timed(clockOf(hour, minute)),
  ),
  form(
    `(?<![\\d+-] ?)(1\\d|2[0-3])([0-5][05])${BEFORE_DAY}`,
    ([, hour = '', minute]) => timed(clockOf(hour, minute)),
    'guest',
  ),
  // "at 18 05 train": no count begins with a zero.
  form(
    `(?:at|by|around) (${HOUR}) (0\\d|[1-5]\\d${COUNTED}(?= \\p{L}{3})(?! (?:min|hour|sec|day|week|month|year|and|more|of)))(?![.:,/]?\\d)`,
    ([, hour = '', minute]) => timed(clockOf(hour, minute)),
  ),
  // "at 9 30", "at 9,30"
  form(`(?:at|by|around) (${HOUR})(?: ([0-5][05])|,(00|15|30|45))${ENDS}`, ([, hour = '', minute, other]) =>
    timed(clockOf(hour, minute ?? other)),
  ),
  form(`(?:(?:at|by|around) )?(1[0-2]|0?[1-9]) ([0-5]\\d) ?${MERIDIEM}`, ([, hour = '', minute, half]) =>
    withHalf(hour, Number(minute), half),
  ),
  form(`(?:at|by|around) ([1-9])([0-5]\\d)${ENDS}`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(
    `(?=\\d)(?<=(?:alarm|wake (?:me|us))(?: \\S+){0,2} for )([1-9])([0-5]\\d)${ENDS}|(?=\\d)${BEHIND_DAY}([1-9])([0-5][05])(?<!00)${STOP}`,
    ([, hour, minute, other, otherMinute]) => timed(clockOf(hour ?? other ?? '', minute ?? otherMinute)),
  ),
  form(`(?:(?:at|by|around) )?(1[0-2]|0?[1-9])([0-5]\\d) ?${MERIDIEM}`, ([, hour = '', minute, half]) =>
    withHalf(hour, Number(minute), half),
  ),
  form(`(?:at )?(?:a )?(quarter) of (${SPELLED_HOUR}|${HOUR})${ENDS}`, ([, minutes, hour]) => before(minutes, hour)),
  form(`at ${MINUTES} of (${SPELLED_HOUR}|${HOUR})${ENDS}`, ([, minutes, hour]) => before(minutes, hour)),
  // "at ten past": of which hour?
  form(
    `(?:at|by|around) (?:(?:a )?${MINUTES}|twenty[ -]five|25|half) (?:past|to|till?|['’]til)(?=[\\s.!]*$|${BEFORE_DAY})`,
    open,
    'guest',
  ),
  form(`(?:in the )?(?:early|late) ${PART}${BEFORE_DAY}|in the (?:early|late) ${PART}`, open),
  form(`(?=in |early|late)${BEHIND_DAY}(?:in the )?(?:early|late) ${PART}`, open),
];

const PAST = `(?:at )?(${ALOUD}) (past|after|to|before)`;
const HOURLY = '(?<=(?:hourly|every (?:\\S+ )?hours?),? )';
const minuteOf = (spoken: string | undefined, side = 'past'): Meaning | undefined => {
  const minute = minutesOf(spoken);
  if (!(minute > 0 && minute < 60)) return undefined;
  return {kind: 'minute', minute: /past|after/iu.test(side) ? minute : 60 - minute};
};
const hourlyAt = (minute: Meaning | undefined): readonly Meaning[] | undefined =>
  minute && [{kind: 'repeat', repeat: {every: 1, unit: 'hour'}}, minute];

/** Minutes of an hourly recurrence: "every hour at :30", "at 15 minutes past every hour". */
export const MINUTES_OF_HOUR: readonly Form[] = [
  form(`at (?:minute |:)(${MINUTE}|\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form(`${HOURLY}at (2[5-9]|[345]\\d)`, ([, minute]) => ({kind: 'minute', minute: Number(minute)}), 'guest'),
  form(
    `${HOURLY}${PAST}(?: the hour)?|${PAST} the hour`,
    ([, spoken, side, other, otherSide]) => minuteOf(spoken ?? other, side ?? otherSide),
    'guest',
  ),
  form(`${PAST} (?:every|each) hour`, ([, spoken, side]) => hourlyAt(minuteOf(spoken, side))),
  form('(?:at|on) the (half|quarter)[ -]hour', ([, spoken]) => minuteOf(spoken), 'guest'),
  form('(?:at|on) the (?:full )?hour|at the top of the hour', () => ({kind: 'minute', minute: 0}), 'guest'),
];
