// A recurrence in a few words, for a row that shows the time beside it: `weekdays`, `every 2 weeks, Tue`. Reads the
// rule itself, so that lists needn't load the languages of recurrences.
import type {Recurrence} from '../../records/jobs/recurrence.ts';
import {runOfHours} from '../../recurrence/plain-parts.ts';

/** Never empty. Parts without a short form are left out, because the details say them. */
export const shortRule = ({rule, from}: Pick<Recurrence, 'rule' | 'from'>): string =>
  from === 'done' ? `${rhythmOf(rule).replace(/^every /u, '')} after done` : rhythmOf(rule);

const rhythmOf = (rule: string): string => {
  const parts: Parts = new Map(
    rule.split(';').map(part => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name, value] as const;
    }),
  );
  const interval = Number(parts.get('INTERVAL') ?? '1');
  const often = WORKDAYS[parts.get('X-WORKDAYS') ?? ''] ?? rhythm(parts, interval);
  const at = timesOfDay(parts, interval);
  if (at === '') return often;
  return often === 'daily' && !parts.has('X-SUN') ? at : `${often}, ${at}`;
};

type Parts = ReadonlyMap<string, string>;

const rhythm = (parts: Parts, interval: number): string => {
  const days = namedDays(parts.get('BYDAY') ?? '');
  const only = days === '' ? '' : `, ${days}`;
  switch (parts.get('FREQ')) {
    case 'MINUTELY':
      return `every ${interval} min${only}`;
    case 'HOURLY':
      // Single hours of the day are times of each day.
      if (isListOfHours(parts, interval)) return days === '' ? 'daily' : days;
      return `${interval === 1 ? 'hourly' : `every ${interval} h`}${only}`;
    case 'DAILY':
      if (interval > 1) return `every ${interval} days`;
      if (days !== '') return days;
      return parts.has('BYMONTHDAY') ? 'monthly' : 'daily';
    case 'WEEKLY':
      if (interval > 1) return `every ${interval} weeks${only}`;
      return days === '' ? 'weekly' : days;
    case 'MONTHLY':
      return interval === 1 ? 'monthly' : `every ${interval} months`;
    default:
      return interval === 1 ? 'yearly' : `every ${interval} years`;
  }
};

const namedDays = (days: string): string => {
  const names = days.split(',').map(day => DAYS[day] ?? '');
  return SETS[days] ?? names.filter(Boolean).join(' ');
};

/** `sunset`, `9-17`, `2× a day`; empty for one time a day. */
const timesOfDay = (parts: Parts, interval: number): string => {
  const sun = parts.get('X-SUN');
  if (sun !== undefined) return sun.startsWith('RISE') ? 'sunrise' : 'sunset';
  const hours = numbersOf(parts, 'BYHOUR');
  const minutes = numbersOf(parts, 'BYMINUTE');
  const all = hours.flatMap(hour => minutes.map(minute => hour * 60 + minute));
  switch (parts.get('FREQ')) {
    case 'MINUTELY': {
      const run = hours.length === 1 ? hours : runOfHours(hours, 1);
      return run === undefined ? '' : fromTo(run[0], run.at(-1));
    }
    case 'HOURLY': {
      const run = runOfHours(hours, interval);
      if (run !== undefined) return fromTo(run[0], run.at(-1));
      return isListOfHours(parts, interval) ? timesADay(Math.max(hours.length, all.length)) : '';
    }
    case 'DAILY': {
      // Positions pick some of all hours and minutes.
      const picked = numbersOf(parts, 'BYSETPOS').flatMap(
        position => all.at(position > 0 ? position - 1 : position) ?? [],
      );
      const times = all.length > 1 && picked.length > 0 ? picked : all;
      return stepped(times) ?? timesADay(Math.max(times.length, hours.length, minutes.length));
    }
    default:
      return timesADay(Math.max(all.length, hours.length, minutes.length));
  }
};

/** `every 30 min, 9-17`, for times at one distance. */
const stepped = (times: readonly number[]): string | undefined => {
  const [first = 0, next = 0] = times;
  const last = times.at(-1) ?? first;
  const step = next - first;
  const isEven = times.length > 3 && times.every((time, index) => time === first + index * step);
  return isEven && step < 60
    ? `every ${step} min, ${fromTo(Math.floor(first / 60), Math.floor(last / 60))}`
    : undefined;
};

const isListOfHours = (parts: Parts, interval: number): boolean => {
  const hours = numbersOf(parts, 'BYHOUR');
  return interval === 1 && hours.length > 0 && runOfHours(hours, 1) === undefined;
};

const numbersOf = (parts: Parts, name: string): readonly number[] => {
  const list = parts.get(name);
  return list === undefined ? [] : list.split(',').map(Number);
};

const fromTo = (from = 0, to = 0): string => (from === to ? `at ${from}` : `${from}-${to}`);

const timesADay = (count: number): string => (count > 1 ? `${count}× a day` : '');

const WORKDAYS: Readonly<Record<string, string>> = {
  ALL: 'working days',
  FIRST: 'first working day',
  LAST: 'last working day',
};
const SETS: Readonly<Record<string, string>> = {
  'MO,TU,WE,TH,FR': 'weekdays',
  'SA,SU': 'weekends',
  'MO,TU,WE,TH,FR,SA,SU': 'daily',
};
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};
