// English minutes of an hourly recurrence: "every hour at :30", "at 15 minutes past every hour".
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {ALOUD, MINUTE, minutesOf} from './words.ts';

/** "every hour at :30", "at 15 minutes past every hour" */
const PAST = `(?:at )?(${ALOUD}) (past|after|to|before)`;
const HOURLY = '(?<=(?:hourly|every (?:\\S+ )?hours?),? )';
const minuteOf = (spoken: string | undefined, side = 'past'): Meaning | undefined => {
  const minute = minutesOf(spoken);
  if (!(minute > 0 && minute < 60)) return undefined;
  return {kind: 'minute', minute: /past|after/iu.test(side) ? minute : 60 - minute};
};
const hourlyAt = (minute: Meaning | undefined): readonly Meaning[] | undefined =>
  minute && [{kind: 'repeat', repeat: {every: 1, unit: 'hour'}}, minute];

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
