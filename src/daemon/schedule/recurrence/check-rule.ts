// Checks whether a text is a valid recurrence rule that occurs at least once.
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import {type Frequency, formatRule, type RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {wallsOfRule} from './rule-walls.ts';
import {instantOfWall} from './wall-instants.ts';

export type CheckedRule = {
  /** The parts in their usual order, without UNTIL and COUNT. */
  readonly rule: string;
  /** A date, or an instant in UTC, as in a recurrence. */
  readonly until?: string;
  readonly count?: number;
};

/** `zone` is the recurrence's zone: an UNTIL without Z is wall time in that zone. */
export const checkRule = (text: string, zone = 'UTC'): CheckedRule | {readonly problem: string} => {
  const read = readRule(text);
  if ('problem' in read) return read;
  const {parts, until, count} = read;
  if (picksAmongTooMany(parts)) return {problem: 'BYSETPOS picks among too many times. Use fewer hours and minutes.'};
  if (!occursAtAll(parts)) return {problem: `${formatRule(parts)} never occurs: its parts exclude each other.`};
  return {
    rule: formatRule(parts),
    until: until === undefined ? undefined : lastOf(until, zone),
    count,
  };
};

/** A rule that can count from "done" has an interval and nothing else. */
export const isPlainInterval = (rule: string): boolean => /^FREQ=[A-Z]+(?:;INTERVAL=\d+)?$/u.test(rule);

/** Ignores the interval: whether an interval ever reaches a day depends on the start. */
const occursAtAll = (parts: RuleParts): boolean =>
  !wallsOfRule({...parts, interval: 1}, LEAP_YEAR, LEAP_YEAR)
    .take(1)
    .next().done;

const lastOf = (until: string, zone: string): string => {
  if (until.endsWith('Z')) return isoOf(Date.parse(until));
  return until.includes('T') ? isoOf(instantOfWall(Date.parse(`${until}Z`), zone)) : until;
};

/** The library computes all times of a period before it picks some. */
const picksAmongTooMany = ({freq, byHour, byMinute, bySetPos}: RuleParts): boolean =>
  bySetPos.length > 0 && Math.max(1, byHour.length) * Math.max(1, byMinute.length) * DAYS[freq] > MOST_TIMES;

const DAYS: Readonly<Record<Frequency, number>> = {
  MINUTELY: 0,
  HOURLY: 0,
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 31,
  YEARLY: 366,
};
const MOST_TIMES = 1_500;
const LEAP_YEAR = Date.UTC(2000, 0, 1);
