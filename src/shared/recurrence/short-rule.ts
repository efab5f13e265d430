// A recurrence in one to three words, for a row that shows the time beside it: `weekdays`, `every 2 weeks, Tue`. Reads the rule itself, so
// that lists needn't load the languages of recurrences.

/** Never empty. Parts without a short form are left out, because the details say them. */
export const shortRule = (rule: string): string => {
  const parts = new Map(
    rule.split(';').map(part => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name, value] as const;
    }),
  );
  const interval = Number(parts.get('INTERVAL') ?? '1');
  const sun = parts.get('X-SUN');
  const times = (parts.get('BYHOUR')?.split(',').length ?? 1) * (parts.get('BYMINUTE')?.split(',').length ?? 1);
  const at = sun === undefined ? '' : sun.startsWith('RISE') ? ', sunrise' : ', sunset';
  const often = sun === undefined && times > 1 ? `, ${times}×` : '';
  return `${WORKDAYS[parts.get('X-WORKDAYS') ?? ''] ?? rhythm(parts, interval)}${at}${often}`;
};

const rhythm = (parts: ReadonlyMap<string, string>, interval: number): string => {
  const days = parts.get('BYDAY') ?? '';
  switch (parts.get('FREQ')) {
    case 'MINUTELY':
      return `every ${interval} min`;
    case 'HOURLY':
      return interval === 1 ? 'hourly' : `every ${interval} h`;
    case 'DAILY':
      return interval === 1 ? 'daily' : `every ${interval} days`;
    case 'WEEKLY': {
      const named =
        SETS[days] ??
        days
          .split(',')
          .map(day => DAYS[day] ?? '')
          .filter(Boolean)
          .join(' ');
      if (interval === 1) return named === '' ? 'weekly' : named;
      return `every ${interval} weeks${named === '' ? '' : `, ${named}`}`;
    }
    case 'MONTHLY':
      return interval === 1 ? 'monthly' : `every ${interval} months`;
    default:
      return interval === 1 ? 'yearly' : `every ${interval} years`;
  }
};

const WORKDAYS: Readonly<Record<string, string>> = {
  ALL: 'working days',
  FIRST: 'first working day',
  LAST: 'last working day',
};
const SETS: Readonly<Record<string, string>> = {'MO,TU,WE,TH,FR': 'weekdays', 'SA,SU': 'weekends'};
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};
