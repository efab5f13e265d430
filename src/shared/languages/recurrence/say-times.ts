// Formats the times of day of a recurrence.
import {runOfHours} from '../../recurrence/plain-parts.ts';
import type {RuleParts} from '../../recurrence/rule-parts.ts';
import type {RuleStart} from '../../recurrence/rule-start.ts';
import {twoDigits} from '../../time/time.ts';
import type {RecurrencePhrases} from '../en/recurrences.ts';

/** at 09:00 and 18:00, 30 minutes before sunset */
export const sayTimes = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => {
  if (parts.sun !== undefined) return [texts.atSun(parts.sun)];
  const {byHour, byMinute} = parts;
  const picked = pickedTimes(parts);
  if (picked !== undefined) return [sayPicked(picked, secondOf(parts, start), texts)];
  if (byHour.length * byMinute.length > MOST_TIMES) {
    return [texts.atMinutes(byMinute), texts.inHours(byHour), ...saySecond(parts, start, texts)];
  }
  const hours = byHour.length === 0 ? [start.hour] : byHour;
  const minutes = byMinute.length === 0 ? [start.minute] : byMinute;
  const second = secondOf(parts, start);
  return [texts.at(hours.flatMap(hour => minutes.map(minute => clock(hour, minute, second))))];
};

/** Minutes of the day that positions pick from all hours and minutes: 08:30 and 18:15, and not 08:15 and 18:30. */
export const pickedTimes = ({freq, byHour, byMinute, bySetPos}: RuleParts): readonly number[] | undefined => {
  const all = byHour.flatMap(hour => byMinute.map(minute => hour * 60 + minute));
  const picked = bySetPos.flatMap(position => all[position - 1] ?? []);
  return freq === 'DAILY' && all.length > 1 && picked.length > 0 && picked.length === bySetPos.length
    ? picked
    : undefined;
};

/** at 08:30 and 18:15, every 30 minutes from 09:00 to 17:00 */
const sayPicked = (picked: readonly number[], second: number, texts: RecurrencePhrases): string => {
  const [first = 0, next = 0] = picked;
  const step = next - first;
  const isEven = picked.length > 3 && picked.every((time, index) => time === first + index * step);
  const clockAt = (time: number): string => clock(Math.floor(time / 60), time % 60, second);
  if (!isEven) return texts.at(picked.map(clockAt));
  return `${texts.every('MINUTELY', step)} ${texts.fromTo(clockAt(first), clockAt(picked.at(-1) ?? first))}`;
};

/** every hour from 09:00 to 17:00, every 15 minutes */
export const sayInterval = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => [
  texts.every(parts.freq, parts.interval),
  ...(parts.freq === 'HOURLY' ? sayHours(parts, start, texts) : sayMinutes(parts, start, texts)),
  ...saySecond(parts, start, texts),
];

const sayHours = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => {
  const minutes = parts.byMinute.length === 0 ? [start.minute] : parts.byMinute;
  const run = runOfHours(parts.byHour, parts.interval);
  const isOnTheHour = minutes.length === 1 && minutes[0] === 0;
  const at = isOnTheHour || (run !== undefined && minutes.length === 1) ? [] : [texts.atMinutes(minutes)];
  if (run === undefined) return [...at, ...(parts.byHour.length === 0 ? [] : [texts.inHours(parts.byHour)])];
  return [...at, texts.fromTo(clock(run[0], minutes[0]), clock(run.at(-1), minutes.at(-1)))];
};

const sayMinutes = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => {
  const {byHour, byMinute, interval} = parts;
  const at = byMinute.length === 0 ? [] : [texts.atMinutes(byMinute)];
  const run = byHour.length === 1 ? byHour : runOfHours(byHour, 1);
  if (run === undefined) return [...at, ...(byHour.length === 0 ? [] : [texts.inHours(byHour)])];
  if (byMinute.length > 0) return [...at, texts.inHours(run)];
  const first = 60 % interval === 0 ? start.minute % interval : 0;
  const last = 60 % interval === 0 ? 60 - interval + first : 59;
  return [texts.fromTo(clock(run[0], first), clock(run.at(-1), last))];
};

const saySecond = (parts: RuleParts, start: RuleStart, texts: RecurrencePhrases): readonly string[] => {
  const second = secondOf(parts, start);
  return second === 0 ? [] : [texts.atSecond(second)];
};

const secondOf = ({bySecond: [second]}: RuleParts, start: RuleStart): number => second ?? start.second;

const clock = (hour = 0, minute = 0, second = 0): string => {
  const fields = second === 0 ? [hour, minute] : [hour, minute, second];
  return fields.map(twoDigits).join(':');
};

const MOST_TIMES = 12;
