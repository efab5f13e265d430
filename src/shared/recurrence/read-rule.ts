// Parses an RRULE, or names the invalid part. Stricter than most parsers: a part that is ignored would move the
// reminder to a wrong time.
import {
  type DayPart,
  type ExceptPart,
  FREQUENCIES,
  type Frequency,
  formatExcept,
  RULE_DAYS,
  type RuleDay,
  type RuleParts,
  type SunPart,
  type WorkdaysPart,
} from './rule-parts.ts';

type ReadRule = {
  readonly parts: RuleParts;
  /** `2027-03-28`, `2027-03-28T10:00:00Z`, or without Z in the recurrence's own zone. */
  readonly until?: string;
  readonly count?: number;
};

/** Accepts the text with or without `RRULE:`, in any case. */
export const readRule = (text: string): ReadRule | {readonly problem: string} => {
  const fields = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/iu, '')
    .replace(/[;\s]+$/u, '')
    .split(';')) {
    const [, name = '', value = ''] = PART.exec(part.toUpperCase()) ?? [];
    if (name === '') return {problem: `"${part.trim().slice(0, 40)}" isn't a part of a rule: write NAME=VALUE.`};
    if (!KNOWN.has(name)) return {problem: unknownPart(name)};
    if (fields.has(name)) return {problem: `${name} appears twice.`};
    fields.set(name, value);
  }
  try {
    return readFields(fields);
  } catch (error) {
    if (error instanceof RuleProblem) return {problem: error.message};
    throw error;
  }
};

/** Thrown by the part parsers and caught in readRule, so part parsers return plain values. */
class RuleProblem extends Error {}

const readFields = (fields: ReadonlyMap<string, string>): ReadRule => {
  const freq = readFrequency(fields.get('FREQ'));
  const sun = fields.get('X-SUN');
  const easter = fields.get('X-EASTER');
  const workdays = fields.get('X-WORKDAYS');
  const except = fields.get('X-EXCEPT');
  const parts: RuleParts = {
    freq,
    interval: readWhole('INTERVAL', fields.get('INTERVAL') ?? '1', 1, MOST_INTERVAL),
    byMonth: readNumbers(fields, 'BYMONTH', 1, 12),
    byWeekNo: readNumbers(fields, 'BYWEEKNO', 1, 53, {negative: true}),
    byYearDay: readNumbers(fields, 'BYYEARDAY', 1, 366, {negative: true}),
    byMonthDay: readNumbers(fields, 'BYMONTHDAY', 1, 31, {negative: true}),
    byDay: readDays(fields.get('BYDAY'), freq),
    byHour: readNumbers(fields, 'BYHOUR', 0, 23),
    byMinute: readNumbers(fields, 'BYMINUTE', 0, 59),
    bySecond: readNumbers(fields, 'BYSECOND', 0, 59),
    bySetPos: readNumbers(fields, 'BYSETPOS', 1, 366, {negative: true}),
    weekStart: readWeekStart(fields.get('WKST') ?? 'MO'),
    easter: easter === undefined ? undefined : readWhole('X-EASTER', easter, -MOST_EASTER_DAYS, MOST_EASTER_DAYS),
    sun: sun === undefined ? undefined : readSun(sun),
    workdays: workdays === undefined ? undefined : readWorkdays(workdays),
    except: except === undefined ? undefined : readExcept(except),
  };
  const problem = combinationProblem(parts);
  if (problem !== undefined) throw new RuleProblem(problem);
  const until = fields.get('UNTIL');
  const count = fields.get('COUNT');
  return {
    parts,
    until: until === undefined ? undefined : readUntil(until),
    count: count === undefined ? undefined : readWhole('COUNT', count, 1, MOST_OCCURRENCES),
  };
};

const readFrequency = (value: string | undefined): Frequency => {
  if (value === undefined) throw new RuleProblem(`The rule needs FREQ: one of ${FREQUENCIES.join(', ')}.`);
  if (value === 'SECONDLY') throw new RuleProblem('FREQ=SECONDLY is too often: the shortest is FREQ=MINUTELY.');
  const known = FREQUENCIES.find(name => name === value);
  if (known === undefined) throw new RuleProblem(`FREQ=${value} isn't one of ${FREQUENCIES.join(', ')}.`);
  return known;
};

const readNumbers = (
  fields: ReadonlyMap<string, string>,
  name: string,
  least: number,
  most: number,
  {negative = false} = {},
): readonly number[] => {
  const value = fields.get(name);
  if (value === undefined) return [];
  const numbers = value.split(',').map(text => {
    const number = WHOLE.test(text.trim()) ? Number(text) : Number.NaN;
    const size = negative ? Math.abs(number) : number;
    if (size >= least && size <= most) return number;
    const range = `${least} to ${most}${negative ? `, or -${most} to -${least} from the end` : ''}`;
    throw new RuleProblem(`${name}=${value} must hold numbers from ${range}.`);
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b);
};

const readWhole = (name: string, value: string, least: number, most: number): number => {
  const number = WHOLE.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RuleProblem(`${name}=${value} must be a number from ${least} to ${most}.`);
};

const readDays = (value: string | undefined, freq: Frequency): readonly DayPart[] => {
  if (value === undefined) return [];
  const days = value.split(',').map(text => readDay(text.trim(), value, freq));
  const unique = new Map(days.map(part => [`${part.nth ?? ''}${part.day}`, part]));
  return [...unique.values()].toSorted(
    (a, b) => (a.nth ?? 0) - (b.nth ?? 0) || RULE_DAYS.indexOf(a.day) - RULE_DAYS.indexOf(b.day),
  );
};

const readDay = (text: string, value: string, freq: Frequency): DayPart => {
  const [, nth = '', name] = DAY_PART.exec(text) ?? [];
  const day = RULE_DAYS.find(known => known === name);
  if (day === undefined) throw new RuleProblem(`BYDAY=${value} must hold days such as MO, FR or -1FR.`);
  if (nth === '') return {day};
  const most = freq === 'MONTHLY' ? 5 : 53;
  if (freq !== 'MONTHLY' && freq !== 'YEARLY') {
    throw new RuleProblem(`BYDAY=${value} counts days, which needs FREQ=MONTHLY or FREQ=YEARLY.`);
  }
  if (Number(nth) === 0 || Math.abs(Number(nth)) > most) {
    throw new RuleProblem(`BYDAY=${value} must count from 1 to ${most}, or from -1 to -${most}.`);
  }
  return {day, nth: Number(nth)};
};

const readWeekStart = (value: string): RuleDay => {
  const day = RULE_DAYS.find(known => known === value);
  if (day === undefined) throw new RuleProblem(`WKST=${value} must be one of ${RULE_DAYS.join(', ')}.`);
  return day;
};

const readSun = (value: string): SunPart => {
  const [, event, offset = '0'] = /^(RISE|SET)([+-]\d{1,3})?$/u.exec(value) ?? [];
  if ((event !== 'RISE' && event !== 'SET') || Math.abs(Number(offset)) > MOST_SUN_MINUTES) {
    throw new RuleProblem(`X-SUN=${value} must be RISE or SET, with up to ${MOST_SUN_MINUTES} minutes such as SET-30.`);
  }
  return {event, offsetMinutes: Number(offset)};
};

const readWorkdays = (value: string): WorkdaysPart => {
  if (value === 'FIRST' || value === 'LAST' || value === 'ALL') return value;
  throw new RuleProblem(`X-WORKDAYS=${value} must be FIRST, LAST or ALL.`);
};

const readExcept = (value: string): readonly ExceptPart[] => {
  const parts = new Map<string, ExceptPart>();
  for (const text of value.split(',')) {
    const part = readExceptPart(text.trim());
    if (part === undefined) {
      throw new RuleProblem(
        `X-EXCEPT=${value} must hold dates such as 20271224 or 1224, or D31, M8 and E-2 (days from Easter Sunday).`,
      );
    }
    parts.set(formatExcept(part), part);
  }
  return [...parts.values()];
};

const readExceptPart = (text: string): ExceptPart | undefined => {
  const [, year, month, day, monthDay, wholeMonth, easter] =
    /^(?:(\d{4})?(\d{2})(\d{2})|D(-1|\d{1,2})|M(\d{1,2})|E([+-]\d{1,3}))$/u.exec(text) ?? [];
  if (easter !== undefined)
    return Math.abs(Number(easter)) <= MOST_EASTER_DAYS ? {kind: 'easter', days: Number(easter)} : undefined;
  if (wholeMonth !== undefined) return isIn(wholeMonth, 12) ? {kind: 'month', month: Number(wholeMonth)} : undefined;
  if (monthDay !== undefined)
    return monthDay === '-1' || isIn(monthDay, 31) ? {kind: 'month-day', day: Number(monthDay)} : undefined;
  if (month === undefined || day === undefined || !isIn(month, 12)) return undefined;
  // 2000 is a leap year: 29 February is left out where there is one.
  const longest = new Date(Date.UTC(Number(year ?? 2000), Number(month), 0)).getUTCDate();
  if (!isIn(day, longest)) return undefined;
  return {kind: 'date', year: year === undefined ? undefined : Number(year), month: Number(month), day: Number(day)};
};

const isIn = (text: string, most: number): boolean => Number(text) >= 1 && Number(text) <= most;

/** A date stays a date; an instant becomes ISO 8601. */
const readUntil = (value: string): string => {
  const [, year, month, day, , hour, minute, second, zone = ''] = UNTIL.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const text = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
  const at = Date.parse(hour === undefined ? date : `${date}T${hour}:${minute}:${second}Z`);
  if (year === undefined || Number.isNaN(at) || !new Date(at).toISOString().startsWith(date)) {
    throw new RuleProblem(`UNTIL=${value} must be a date such as 20270328 or an instant such as 20270328T090000Z.`);
  }
  return text;
};

/** Combinations that RFC 5545 forbids, or that our own parts don't support. */
const combinationProblem = (parts: RuleParts): string | undefined => {
  const {freq} = parts;
  const counted = parts.byDay.some(({nth}) => nth !== undefined);
  if (parts.byWeekNo.length > 0 && freq !== 'YEARLY') return 'BYWEEKNO needs FREQ=YEARLY.';
  if (parts.byWeekNo.length > 0 && counted) return 'BYWEEKNO and counted days such as -1FR exclude each other.';
  if (parts.byMonthDay.length > 0 && freq === 'WEEKLY') return 'BYMONTHDAY needs another FREQ than WEEKLY.';
  if (parts.byYearDay.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(freq))
    return 'BYYEARDAY needs FREQ=YEARLY.';
  if (parts.bySecond.length > 1) return 'BYSECOND may hold one second only: the shortest interval is a minute.';
  if (parts.bySetPos.length > 0 && otherLists(parts) === 0) return 'BYSETPOS needs another part that begins with BY.';
  return ownPartProblem(parts);
};

const ownPartProblem = (parts: RuleParts): string | undefined => {
  const own = [parts.easter, parts.sun, parts.workdays].filter(part => part !== undefined);
  const {freq, byHour, byMinute, bySecond} = parts;
  if (own.length === 0) return undefined;
  if (own.length > 1) return 'X-EASTER, X-SUN and X-WORKDAYS exclude each other.';
  if (freq === 'MINUTELY' || freq === 'HOURLY')
    return `A part that begins with X- can't be combined with FREQ=${freq}.`;
  const times = byHour.length + byMinute.length + bySecond.length;
  if (parts.easter !== undefined) {
    if (freq !== 'YEARLY') return 'X-EASTER needs FREQ=YEARLY.';
    if (otherLists(parts) + parts.bySetPos.length > times) return 'X-EASTER allows only BYHOUR and BYMINUTE beside it.';
  }
  if (parts.sun !== undefined && times > 0)
    return "X-SUN sets the time of day: BYHOUR and BYMINUTE can't be combined with it.";
  if (parts.workdays === 'FIRST' || parts.workdays === 'LAST') {
    const allowed = times + parts.byMonth.length;
    if (freq !== 'MONTHLY') return `X-WORKDAYS=${parts.workdays} needs FREQ=MONTHLY.`;
    if (otherLists(parts) + parts.bySetPos.length > allowed) {
      return `X-WORKDAYS=${parts.workdays} allows only BYMONTH, BYHOUR and BYMINUTE beside it.`;
    }
  }
  return undefined;
};

const otherLists = (parts: RuleParts): number =>
  [
    parts.byMonth,
    parts.byWeekNo,
    parts.byYearDay,
    parts.byMonthDay,
    parts.byDay,
    parts.byHour,
    parts.byMinute,
    parts.bySecond,
  ].reduce((sum, list) => sum + list.length, 0);

const unknownPart = (name: string): string =>
  name === 'RSCALE' || name === 'SKIP'
    ? `${name} isn't supported: rules are read in the Gregorian calendar.`
    : `${name} isn't a part of a rule.`;

/** The highest COUNT of a series. */
const MOST_OCCURRENCES = 10_000;
const MOST_INTERVAL = 1_000_000;
const MOST_EASTER_DAYS = 200;
const MOST_SUN_MINUTES = 720;
const PART = /^\s*([A-Z-]+)\s*=\s*(\S(?:.*\S)?)\s*$/u;
const WHOLE = /^[+-]?\d{1,9}$/u;
const DAY_PART = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/u;
const UNTIL = /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})(Z?))?$/u;
const KNOWN: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'UNTIL',
  'COUNT',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
  'BYSETPOS',
  'WKST',
  'X-EASTER',
  'X-SUN',
  'X-WORKDAYS',
  'X-EXCEPT',
]);
