// Rewrites a rule into its usual form with the same occurrences. For example, "every hour at 9, 11 and 15" becomes
// every day at those times.
import type {RuleParts} from './rule-parts.ts';
import type {RuleStart} from './rule-start.ts';

export const plainParts = (parts: RuleParts, start: RuleStart): RuleParts => {
  if (parts.bySetPos.length > 0) return parts;
  return parts.freq === 'HOURLY' ? withoutHourly(parts, start) : withoutLongPeriod(parts);
};

/** Consecutive hours with this step, in order from their first one; they may cross midnight. */
export const runOfHours = (hours: readonly number[], step: number): readonly number[] | undefined => {
  if (hours.length < SHORTEST_RUN) return undefined;
  const isRun = (run: readonly number[]): boolean =>
    run.every((hour, index) => index === 0 || (hour - (run[index - 1] ?? 0) + 24) % 24 === step);
  const turned = hours.map((_, index) => [...hours.slice(index), ...hours.slice(0, index)]);
  return turned.find(isRun);
};

const withoutHourly = (parts: RuleParts, start: RuleStart): RuleParts => {
  const {interval, byHour} = parts;
  if (byHour.length === 0 || 24 % interval !== 0) return parts;
  const reached = byHour.filter(hour => (hour - start.hour) % interval === 0);
  if (reached.length === 0) return parts;
  if (runOfHours(reached, interval) !== undefined) return {...parts, byHour: reached};
  return withoutLongPeriod({...parts, freq: 'DAILY', interval: 1, byHour: reached});
};

/** Days of every week or month already name their period. */
const withoutLongPeriod = (parts: RuleParts): RuleParts => {
  const {freq, interval, byDay, byMonthDay, byMonth, byWeekNo, byYearDay} = parts;
  if (interval > 1 || parts.workdays !== undefined || freq === 'MINUTELY' || freq === 'HOURLY') return parts;
  if (byWeekNo.length > 0 || byYearDay.length > 0) return parts;
  if (byDay.some(({nth}) => nth !== undefined)) return parts;
  if (byDay.length > 0 && byMonthDay.length === 0) return {...parts, freq: 'WEEKLY'};
  const isMonthly = byMonthDay.length > 0 && (freq === 'DAILY' || (freq === 'YEARLY' && byMonth.length === 0));
  return isMonthly ? {...parts, freq: 'MONTHLY'} : parts;
};

const SHORTEST_RUN = 3;
