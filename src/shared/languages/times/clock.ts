// Builds times of day from a text. The half of the day may still be open. Pure.
import {HOUR, MINUTE} from '../../time/time.ts';
import type {Clock, Meaning} from './meaning.ts';

export const exact = (hour: number, minute = 0, second = 0): Clock => ({hour, minute, second, style: 'exact'});

/** Undefined for an impossible time. A leading zero, an hour above 12 and `10:00` are of the 24-hour clock. */
export const clockOf = (hour: string, minute?: string, second?: string): Clock | undefined => {
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  if (hours > 24 || minutes > 59 || seconds > 59 || (hours === 24 && minutes + seconds > 0)) return undefined;
  const isTwoDigits = hours >= 10 && minute !== undefined;
  const isExact = hours === 0 || hours > 12 || hour.startsWith('0') || isTwoDigits;
  const style = isExact ? 'exact' : minute === undefined ? 'bare' : 'face';
  return {hour: hours, minute: minutes, second: seconds, style};
};

/** A time read from a clock face, in either half of the day. */
export const aloud = (hour: number, minute: number): Clock => ({
  hour: (hour + 12) % 12 || 12,
  minute,
  second: 0,
  style: 'bare',
});

/** "in 2:30 hours" */
export const inSpan = (hours = '', minutes = ''): Meaning => ({
  kind: 'span',
  span: {ms: Number(hours) * HOUR + Number(minutes) * MINUTE, months: 0},
  manner: 'in',
});

/** A time with am or pm. Undefined for 13 am. */
export const halved = (clock: Clock, half: 'am' | 'pm'): Clock | undefined => {
  if (clock.hour > 12) return half === 'pm' && clock.hour < 24 ? {...clock, style: 'exact'} : undefined;
  return {...clock, hour: (clock.hour % 12) + (half === 'pm' ? 12 : 0), style: 'exact', half};
};

/** A range of plain numbers, which are hours only beside a day: "9 to 5". */
export const asBare = (range: Meaning | undefined): Meaning | undefined =>
  range?.kind === 'window' ? {...range, isBare: true} : range;

const isAfter = (a: Clock, b: Clock): boolean => a.hour * 60 + a.minute > b.hour * 60 + b.minute;

/** "9 to 5" is 9:00 to 17:00, "2 to 5pm" is 14:00 to 17:00: the end comes after the start. */
export const spanOfDay = (first: Clock, last: Clock): Meaning | undefined => {
  const later = (clock: Clock): Clock => (clock.style === 'exact' ? clock : {...clock, hour: clock.hour + 12});
  // "between 3 and 8am"
  if (first.style !== 'exact' && last.half === 'am' && isAfter(last, first))
    return {kind: 'window', from: {...first, style: 'exact'}, to: last};
  const isSmall = first.style !== 'exact' && first.hour <= 6;
  const isOfSameHalf =
    first.style !== 'exact' && last.hour > 12 && first.hour + 12 < last.hour && last.style === 'exact';
  const from = isSmall || (isOfSameHalf && first.hour < 8) ? later(first) : first;
  const to = isAfter(last, from) ? last : later(last);
  return isAfter(to, from) && to.hour <= 24 ? {kind: 'window', from, to} : undefined;
};
