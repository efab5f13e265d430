// Computes the wall times of a rule with rrule-temporal. The rule runs in floating time (DTSTART as if in UTC). With a
// zone, the library would drop wall times in the spring gap.
import {RRuleTemporal} from 'rrule-temporal';
import {type Frequency, formatRule, RULE_DAYS, type RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';
import {isByPeriod, wallsByPeriod} from './period-walls.ts';

/** Wall times of the rule's RFC 5545 parts, at or after `from`, ascending. Ignores our own `X-` parts. */
export function* wallsOfRule(parts: RuleParts, start: number, from: number): Generator<number> {
  if (isByPeriod(parts)) {
    yield* wallsByPeriod(parts, start, from);
    return;
  }
  const {byHour, byMinute, bySetPos} = parts;
  if (byHour.length * byMinute.length > 1 && bySetPos.length === 0) {
    yield* wallsOfTimes(parts, start, from);
    return;
  }
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${compactWall(start)}Z\nRRULE:${plainRule(parts, start)}`,
    maxIterations: MOST_PERIODS[parts.freq],
  });
  let wall = nextWall(rule, Math.max(start, from) - 1);
  while (wall !== undefined) {
    yield wall;
    wall = nextWall(rule, wall);
  }
}

/** The library computes the days, because it computes all times of a period for each of them. */
function* wallsOfTimes({byHour, byMinute, ...days}: RuleParts, start: number, from: number): Generator<number> {
  const first = Math.max(start, from);
  const dayStart = start - (start % DAY);
  const [second = new Date(start).getUTCSeconds()] = days.bySecond;
  const midnight = {...days, byHour: [], byMinute: [], bySecond: []};
  for (const day of wallsOfRule(midnight, dayStart, first - (first % DAY)))
    for (const hour of byHour)
      for (const minute of byMinute) {
        const wall = day + hour * HOUR + minute * MINUTE + second * SECOND;
        if (wall >= first) yield wall;
      }
}

const nextWall = (rule: RRuleTemporal, after: number): number | undefined => {
  try {
    return rule.next(new Date(after))?.epochMilliseconds;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return undefined;
    throw error;
  }
};

/** An equivalent rule that the library handles correctly and quickly. */
const plainRule = ({easter, sun, workdays, except, ...parts}: RuleParts, start: number): string => {
  // Weeks without a day mean the weekday of the start; the library would use a different weekday each year.
  const {byWeekNo, byDay, byMonthDay, byYearDay} = parts;
  if (byWeekNo.length > 0 && byDay.length + byMonthDay.length + byYearDay.length === 0) {
    const day = RULE_DAYS[(new Date(start).getUTCDay() + 6) % 7];
    return formatRule({...parts, byDay: day === undefined ? [] : [{day}]});
  }
  // Without a count, the library searches for a 53rd Monday beyond the end of the year.
  const isBeyond = byDay.some(({nth = 0}) => Math.abs(nth) === 53);
  return `${formatRule(parts)}${isBeyond ? ';COUNT=1000' : ''}`;
};

/** Formats a wall time as `20261130T090000`. */
export const compactWall = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');

/** A rule ends after this many consecutive empty periods. Some days of leap years recur only every 40 years. */
const MOST_PERIODS: Readonly<Record<Frequency, number>> = {
  MINUTELY: 20_000,
  HOURLY: 20_000,
  DAILY: 20_000,
  WEEKLY: 3_000,
  MONTHLY: 1_000,
  YEARLY: 500,
};
