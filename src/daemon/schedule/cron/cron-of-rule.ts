// Converts a recurrence to a cron expression if five fields can express the recurrence. Pure.
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {weekdayOf} from '../../../shared/time/zone.ts';

/** Undefined if there isn't an equivalent expression. */
export const cronOfRule = ({
  rule,
  start,
  until,
  count,
}: Pick<Recurrence, 'rule' | 'start' | 'until' | 'count'>): string | undefined => {
  const parts = new Map(rule.split(';').map(part => part.split('=', 2) as [string, string]));
  if (until !== undefined || count !== undefined || [...parts.keys()].some(key => !SAYABLE.has(key))) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = start.split(/\D/u).map(Number);
  const first = {year, month, day, hour, minute, second: 0, millisecond: 0};
  const every = Number(parts.get('INTERVAL') ?? 1);
  const time = `${parts.get('BYMINUTE') ?? minute} ${parts.get('BYHOUR') ?? hour}`;
  const months = parts.get('BYMONTH');
  const days = parts.get('BYDAY');
  const monthDays = isLastDay(parts) ? 'L' : parts.get('BYMONTHDAY');
  if (parts.has('BYSETPOS') && monthDays !== 'L') return undefined;
  switch (parts.get('FREQ')) {
    case 'MINUTELY':
      return parts.size > 2 || 60 % every !== 0 ? undefined : every === 1 ? '* * * * *' : `*/${every} * * * *`;
    case 'HOURLY': {
      const dow = days === undefined ? '*' : weekdays(days);
      if (24 % every !== 0 || monthDays !== undefined || dow === undefined || parts.has('BYHOUR')) return undefined;
      const hours = every === 1 ? '*' : stepped(hour % every, 23, every);
      return `${parts.get('BYMINUTE') ?? minute} ${hours} * ${months ?? '*'} ${dow}`;
    }
    case 'DAILY': {
      const dow = days === undefined ? '*' : weekdays(days);
      if (every !== 1 || dow === undefined || (monthDays !== undefined && dow !== '*')) return undefined;
      return `${time} ${monthDays ?? '*'} ${months ?? '*'} ${dow}`;
    }
    case 'WEEKLY': {
      const dow = days === undefined ? String(weekdayOf(first)) : weekdays(days);
      return every !== 1 || dow === undefined || monthDays !== undefined
        ? undefined
        : `${time} * ${months ?? '*'} ${dow}`;
    }
    case 'MONTHLY': {
      if (12 % every !== 0) return undefined;
      const which = months ?? (every === 1 ? '*' : stepped(((month - 1) % every) + 1, 12, every));
      return inMonth(time, which, {days, monthDays, day});
    }
    case 'YEARLY':
      return every === 1 ? inMonth(time, months ?? String(month), {days, monthDays, day}) : undefined;
    default:
      return undefined;
  }
};

type InMonth = {readonly days: string | undefined; readonly monthDays: string | undefined; readonly day: number};

const inMonth = (time: string, months: string, {days, monthDays, day}: InMonth): string | undefined => {
  if (days === undefined) {
    const which = monthDays ?? String(day);
    return which.split(',').every(text => text === 'L' || Number(text) > 0)
      ? `${time} ${which} ${months} *`
      : undefined;
  }
  const nth = days.split(',').map(nthWeekday);
  return monthDays !== undefined || nth.includes(undefined) ? undefined : `${time} * ${months} ${nth.join()}`;
};

/** `-1`, or the last of the days from 28 on. */
const isLastDay = (parts: ReadonlyMap<string, string>): boolean => {
  const [days, position] = [parts.get('BYMONTHDAY'), parts.get('BYSETPOS')];
  return (days === '-1' && position === undefined) || (days === '28,29,30,31' && position === '-1');
};

const weekdays = (days: string): string | undefined => {
  const numbers = days.split(',').map(day => WEEKDAYS.indexOf(day));
  if (numbers.includes(-1)) return undefined;
  const sorted = numbers.toSorted((a, b) => a - b).join();
  return sorted === '1,2,3,4,5' ? '1-5' : sorted;
};

/** `1MO` becomes `1#1`, `-1FR` becomes `5L`. */
const nthWeekday = (day: string): string | undefined => {
  const [, nth = '', name = ''] = /^(-?\d)([A-Z]{2})$/u.exec(day) ?? [];
  const weekday = WEEKDAYS.indexOf(name);
  if (weekday < 0) return undefined;
  if (nth === '-1') return `${weekday}L`;
  return /^[1-5]$/u.test(nth) ? `${weekday}#${nth}` : undefined;
};

const stepped = (from: number, to: number, step: number): string =>
  Array.from({length: Math.floor((to - from) / step) + 1}, (_, index) => from + index * step).join();

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const SAYABLE: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYHOUR',
  'BYMINUTE',
  'BYSETPOS',
]);
