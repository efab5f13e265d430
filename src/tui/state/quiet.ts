// Quiet hours: when the terminal makes no sound. They apply to this machine, by its clock; messages to other channels aren't held back.
// Pure.
import {DAY, type EpochMs, HOUR, MINUTE} from '../../shared/time/time.ts';
import type {QuietHours} from './ui-state.ts';

/** Whether an instant is in quiet hours, by this machine's time. */
export const isQuiet = (quiet: QuietHours | undefined, now: EpochMs): boolean => {
  if (quiet === undefined) return false;
  if (quiet.kind === 'until') return now < quiet.until;
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  const {from, to} = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
};

/** `22:00-07:00` for every day, `until 07:00` for the next 07:00, `2h` from now; undefined for anything else. */
export const readQuiet = (text: string, now: EpochMs): QuietHours | undefined => {
  const given = text.trim().toLowerCase();
  const daily = /^(\S+?)\s*(?:-|–|to|until)\s*(\S+)$/u.exec(given);
  const from = minuteOf(daily?.[1]);
  const to = minuteOf(daily?.[2]);
  if (from !== undefined && to !== undefined) return from === to ? undefined : {kind: 'daily', from, to};
  const until = minuteOf(/^(?:until|till)\s+(\S+)$/u.exec(given)?.[1]);
  if (until !== undefined) return {kind: 'until', until: nextAt(until, now)};
  const [, count, unit] = /^(?:for\s+)?(\d{1,3})\s*(m|min|minutes?|h|hours?)$/u.exec(given) ?? [];
  if (count === undefined || Number(count) === 0) return undefined;
  return {kind: 'until', until: now + Number(count) * (unit?.startsWith('h') ? HOUR : MINUTE)};
};

export const formatQuiet = (quiet: QuietHours): string => {
  if (quiet.kind === 'daily') return `every day from ${clock(quiet.from)} to ${clock(quiet.to)}`;
  const date = new Date(quiet.until);
  return `until ${clock(date.getHours() * 60 + date.getMinutes())}`;
};

const minuteOf = (text: string | undefined): number | undefined => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.](\d{2}))?$/u.exec(text ?? '') ?? [];
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  return (Number(hour) * 60 + Number(minute)) % (24 * 60);
};

/** The next instant at this minute of the day. */
const nextAt = (minute: number, now: EpochMs): EpochMs => {
  const atDay = (day: EpochMs): EpochMs => new Date(day).setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  const today = atDay(now);
  return today > now ? today : atDay(now + DAY);
};

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
