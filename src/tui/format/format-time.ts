// Formats instants and durations in the shown zone. Each countdown also returns when its text changes next, so that timers run only as
// often as needed.
import {countdown} from '../../shared/time/format-time.ts';
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';

/** `14:03` */
export const clockTime = (at: EpochMs): string => {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** `07:30:04` */
export const secondsTime = (at: EpochMs): string => `${clockTime(at)}:${two(new Date(at).getSeconds())}`;

/** `Sat 21 Nov` */
export const dayName = (at: EpochMs): string => {
  const date = new Date(at);
  return `${WEEKDAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
};

export const sameDay = (one: EpochMs, other: EpochMs): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** True if an instant is this many calendar days after another; negative numbers mean before. */
export const isDaysLater = (at: EpochMs, from: EpochMs, days: number): boolean => {
  // Adding hours would be wrong: daylight-saving changes make days of 23 and 25 hours.
  const date = new Date(from);
  date.setDate(date.getDate() + days);
  return sameDay(at, date.getTime());
};

/** `14:03` today, `tomorrow 14:03`, else `Sat 21 Nov 14:03`, or `21 Nov 2027 14:03` in another year. */
export const formatWhen = (at: EpochMs, now: EpochMs): string => {
  if (sameDay(at, now)) return clockTime(at);
  if (isDaysLater(at, now, 1)) return `tomorrow ${clockTime(at)}`;
  const [, ...date] = dayName(at).split(' ');
  return `${isThisYear(at, now) ? dayName(at) : [...date, new Date(at).getFullYear()].join(' ')} ${clockTime(at)}`;
};

export const isThisYear = (at: EpochMs, now: EpochMs): boolean =>
  new Date(at).getFullYear() === new Date(now).getFullYear();

/** A shorter form: `8:03`, `Mon 8:00`, from a week on `21 Nov`. */
export const briefWhen = (at: EpochMs, now: EpochMs): string => {
  const time = clockTime(at).replace(/^0/u, '');
  if (sameDay(at, now)) return time;
  const [weekday = '', ...date] = dayName(at).split(' ');
  return Math.abs(at - now) < 6 * DAY ? `${weekday} ${time}` : date.join(' ');
};

/** Time left: `1:42`, `12m`, `3h 27m`, `1d 17h`, whole days from a hundred on; `now` once it is due. */
export const formatUntil = (at: EpochMs, now: EpochMs): string => (at <= now ? 'now' : countdown(at - now));

/** True if less than a minute is left: countdowns then have the colour of a warning. */
export const isLastMinute = (at: EpochMs, now: EpochMs): boolean => at - now <= MINUTE;

/** The instant at which `formatUntil` changes next; undefined when it stays `now`. */
export const untilChangesAt = (at: EpochMs, now: EpochMs): EpochMs | undefined => {
  const left = at - now;
  if (left <= 0) return undefined;
  const seconds = Math.ceil(left / SECOND);
  if (seconds < 120) return at - (seconds - 1) * SECOND;
  const minutes = Math.round(left / MINUTE);
  // Below 2 minutes the text changes every second, below a rounded day every minute.
  if (minutes < 24 * 60) return at - Math.max((minutes - 0.5) * MINUTE - 1, 119 * SECOND);
  return at - Math.max((Math.round(left / HOUR) - 0.5) * HOUR - 1, DAY - MINUTE / 2 - 1);
};

const two = (value: number): string => String(value).padStart(2, '0');

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
