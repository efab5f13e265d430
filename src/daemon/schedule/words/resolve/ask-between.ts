// Builds the question between several readings of the same words. Pure.

import {sayRecurrence} from '../../../../shared/languages/recurrence/say-recurrence.ts';
import {formatMoment} from '../../../../shared/time/format-time.ts';
import {isoOf} from '../../../../shared/time/time.ts';
import type {Ask, Choice, ReadSentence} from '../reading.ts';
import type {TimeContext} from './context.ts';

type TimeAnswer = Pick<ReadSentence, 'fireAt' | 'repeat' | 'zone'>;

/** Undefined for fewer than two different readings. */
export const askBetween = (readings: readonly TimeAnswer[], context: TimeContext): Ask | undefined => {
  const all = readings.map(one => choiceOf(one, context));
  const choices = all.filter(({when}, index) => all.findIndex(other => other.when === when) === index);
  if (choices.length < 2) return undefined;
  const isSame = choices.every(({label}) => label === choices[0]?.label);
  const isOfDates = choices.every(({repeat}) => repeat?.start.slice(11) === choices[0]?.repeat?.start.slice(11));
  const named = choices.map(one =>
    one.repeat !== undefined && (isSame || isOfDates)
      ? {...one, label: `${one.label}, first ${moment(one, context)}`}
      : one,
  );
  return {question: 'Which time do you mean?', choices: named};
};

/** A series is named by its words and its first day, because an interval counts from there. */
const choiceOf = (reading: TimeAnswer, context: TimeContext): Choice => {
  const {fireAt, repeat, zone} = reading;
  if (repeat === undefined) return {label: moment(reading, context), when: isoOf(fireAt), fireAt};
  const words = sayRecurrence(repeat);
  const isElapsed = /^FREQ=(?:HOURLY|MINUTELY)/u.test(repeat.rule) && !repeat.rule.includes(';BY');
  const [day = '', time = ''] = repeat.start.split('T');
  const from = isElapsed ? `${day} ${time.slice(0, 5)}` : day;
  const there = zone === context.zone ? '' : ` ${zone}`;
  return {label: words, when: `${words}${there} starting ${from}`, fireAt, repeat};
};

const moment = ({fireAt}: Pick<TimeAnswer, 'fireAt'>, {now, zone}: TimeContext): string =>
  formatMoment(fireAt, now, zone);
