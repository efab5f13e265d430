// Wraps croner as a pure function, without callbacks or timers. Weekdays follow cron: 0 and 7 are Sunday. A day of
// month combined with a weekday matches either. croner 11 and clock changes: 02:30 in the spring gap runs at the first
// valid minute after the gap. A time in the autumn overlap runs once. `*/30` keeps its interval through both.
import {Cron} from 'croner';
import type {EpochMs} from '../../../shared/time/time.ts';

/** The reason why the expression is invalid, as a sentence. Undefined if the expression is valid and can occur. */
export const cronProblem = (expression: string, zone = 'UTC'): string | undefined => {
  if (expression.trim() === '')
    return 'The cron expression is empty. Give five fields (minute, hour, day, month, weekday), such as "0 8 * * 1-5".';
  if (WORDS.test(expression)) {
    return `"${expression}" is in words. Five cron fields are needed here, such as "0 2 * * *".`;
  }
  const fields = expression.trim().split(/\s+/u).length;
  if (fields !== 5 && !expression.startsWith('@')) {
    return `"${expression}" isn't a cron expression. It needs five fields (minute, hour, day, month, weekday) and has ${fields}.`;
  }
  try {
    return parsed(expression, zone).nextRun(new Date(0)) === null ? `"${expression}" never occurs.` : undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^(?:CronPattern|Cron): |(?<!\.)\.+$/gu, '') : '';
    return `"${expression}" isn't a valid cron expression: ${formatProblem(expression.trim(), why)}.`;
  }
};

/** croner's errors count days and months from 0, and mention fields and forms that Rooster doesn't support. */
const formatProblem = (expression: string, why: string): string => {
  if (expression.startsWith('@')) return `of names there are ${NICKNAMES.join(', ')}`;
  const [, part = '', refused] = /^Invalid value for (\w+): (-?\d+)$/u.exec(why) ?? [];
  const range = RANGES.get(part);
  if (range !== undefined) return `${Number(refused) + range.from0} isn't a valid ${range.field} (${range.bounds})`;
  const form = expression.split(/\s+/u).flatMap(formProblem)[0];
  if (form !== undefined) return form;
  const [, place, text] = /^configuration entry (\d) \((.*)\) contains illegal/u.exec(why) ?? [];
  if (place !== undefined) return `"${text}" says nothing about the ${FIELDS[Number(place) - 1] ?? 'time'}`;
  if (why.includes('illegal stepping')) return 'a step is a number of at least 1, such as */5';
  if (why.includes('is empty')) return 'a comma needs a value on both sides';
  if (/NaN/u.test(why)) return 'a range is written with two numbers or names, such as 1-5';
  return why === '' ? "it can't be read" : why;
};

/** Forms that other programs read and croner refuses. The field is one of an expression that was refused. */
const formProblem = (field: string): string[] =>
  field.split(',').flatMap(part => {
    const [, step] = /^\d+\/(\d+)$/u.exec(part) ?? [];
    if (step !== undefined) return [`"${part}" steps through nothing, because it has no range: write */${step}`];
    const [, from = '', to = ''] = /^(\w+)-(\w+)$/u.exec(part) ?? [];
    const isBackwards = orderOf(from) > orderOf(to);
    return isBackwards ? [`"${part}" goes backwards: write it as two ranges with a comma between them`] : [];
  });

/**
 * Months and weekdays have their number in the year and the week. A text that is neither has NaN, which nothing is
 * greater than.
 */
const orderOf = (text: string): number => {
  const names = [WEEKDAY_NAMES, MONTH_NAMES].find(of => of.includes(text.toLowerCase()));
  return names?.indexOf(text.toLowerCase()) ?? Number(text || Number.NaN);
};

/** The first instant of the expression strictly after `after`. Undefined if there isn't another instant. */
export const nextInstant = (expression: string, zone: string, after: EpochMs): EpochMs | undefined =>
  parsed(expression, zone).nextRun(new Date(after))?.getTime();

/** The next `count` instants in increasing order. */
export const nextInstants = (expression: string, zone: string, after: EpochMs, count: number): readonly EpochMs[] => {
  const instants: EpochMs[] = [];
  let at: EpochMs | undefined = after;
  while (instants.length < count) {
    at = nextInstant(expression, zone, at);
    if (at === undefined) break;
    instants.push(at);
  }
  return instants;
};

/** A parsed pattern takes tens of kilobytes. So a small cache by expression and zone replaces a pattern per job. */
const parsed = (expression: string, zone: string): Cron => {
  const key = `${zone} ${expression}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const pattern = new Cron(expression, {mode: '5-part', timezone: zone});
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  patterns.set(key, pattern);
  return pattern;
};

/** Words instead of fields: "every night at 2". */
const WORDS = /^\s*\p{L}{4,}\s+\p{L}/u;
const FIELDS = ['minute', 'hour', 'day', 'month', 'weekday'] as const;
/** Fields by croner's names. `from0` is the offset that croner subtracts in its errors. */
const RANGES: ReadonlyMap<string, {readonly field: string; readonly bounds: string; readonly from0: 0 | 1}> = new Map([
  ['minute', {field: 'minute', bounds: '0 to 59', from0: 0}],
  ['hour', {field: 'hour', bounds: '0 to 23', from0: 0}],
  ['day', {field: 'day', bounds: '1 to 31', from0: 1}],
  ['month', {field: 'month', bounds: '1 to 12', from0: 1}],
  ['dayOfWeek', {field: 'weekday', bounds: '0 to 7, 0 and 7 are Sunday', from0: 0}],
]);
const WEEKDAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NICKNAMES = ['@yearly', '@monthly', '@weekly', '@daily', '@hourly'] as const;
const MOST_PATTERNS = 256;
const patterns = new Map<string, Cron>();
