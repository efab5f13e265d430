// Parses the start of a recurrence into the values that its rule leaves open.
import {RULE_DAYS, type RuleDay} from './rule-parts.ts';

/** The wall time of the first occurrence, by field. */
export type RuleStart = {
  readonly month: number;
  readonly day: number;
  readonly weekday: RuleDay;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

/** Parses `2026-11-30T09:00:00`. Text that isn't a time counts as the first of January. */
export const readStart = (start: string): RuleStart => {
  const read = new Date(`${start}Z`);
  const date = Number.isNaN(read.getTime()) ? new Date(0) : read;
  return {
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: RULE_DAYS[(date.getUTCDay() + 6) % 7] ?? 'MO',
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
};
