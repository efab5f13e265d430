// A cron expression in one to three words, for a row that shows the time beside it: `weekdays`, `every 15 min`.

/** The expression itself where there is no short form. */
export const shortCron = (cron: string): string => {
  const named = NAMED[cron.trim().toLowerCase()];
  if (named !== undefined) return named;
  const [minute = '', hour = '', monthDay = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/u);
  if (more.length > 0 || month !== '*') return cron;
  const isOnce = NUMBER.test(minute) && NUMBER.test(hour);
  if (monthDay !== '*') return isOnce && NUMBER.test(monthDay) && weekday === '*' ? 'monthly' : cron;
  if (weekday !== '*') return (isOnce ? daysOf(weekday) : undefined) ?? cron;
  if (isOnce) return 'daily';
  const [, everyMinutes] = STEP.exec(minute) ?? [];
  const [, everyHours] = STEP.exec(hour) ?? [];
  if (everyMinutes !== undefined && hour === '*') return `every ${everyMinutes} min`;
  if (NUMBER.test(minute) && everyHours !== undefined) return `every ${everyHours} h`;
  if (NUMBER.test(minute) && hour === '*') return 'hourly';
  return cron;
};

const daysOf = (weekday: string): string | undefined => {
  const set = SETS[weekday.toLowerCase()];
  if (set !== undefined) return set;
  const days = weekday.split(',').map(day => DAYS[day.toLowerCase()]);
  return days.some(day => day === undefined) ? undefined : days.join(' ');
};

const NUMBER = /^\d+$/u;
const STEP = /^\*\/(\d+)$/u;
const SETS: Readonly<Record<string, string>> = {
  '1-5': 'weekdays',
  'mon-fri': 'weekdays',
  '6,0': 'weekends',
  '0,6': 'weekends',
};
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const DAYS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.flatMap((name, index) => [
    [String(index), name],
    [name.toLowerCase(), name],
  ]),
);
const NAMED: Readonly<Record<string, string>> = {
  '@hourly': 'hourly',
  '@daily': 'daily',
  '@midnight': 'daily',
  '@weekly': 'weekly',
  '@monthly': 'monthly',
  '@yearly': 'yearly',
  '@annually': 'yearly',
};
