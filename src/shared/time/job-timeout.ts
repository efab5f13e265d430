// Spans as people write them in files: `90s`, `10m`, `2h`, `7d`. In a job's timeout a bare number is minutes. Pure.
import {DAY, HOUR, MINUTE, SECOND} from './time.ts';

/** In milliseconds; undefined when it isn't a valid duration or exceeds a day. */
export const readTimeout = (value: unknown): number | undefined =>
  typeof value === 'number' ? within(value * MINUTE, 0, DAY) : within(spanOf(value), 0, DAY);

/** A span from a minute to a year, in milliseconds. */
export const readSpan = (text: string): number | undefined => within(spanOf(text), MINUTE, 366 * DAY);

const spanOf = (value: unknown): number => {
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)\s?([smhd])$/u.exec(String(value)) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
};

const within = (ms: number, least: number, most: number): number | undefined =>
  ms > 0 && ms >= least && ms <= most ? Math.round(ms) : undefined;

const UNITS: Readonly<Record<string, number>> = {s: SECOND, m: MINUTE, h: HOUR, d: DAY};
