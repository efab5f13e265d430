// A job's timeout as people write it: `90s`, `10m`, `2h`; a bare number is minutes. Pure.
import {HOUR, MINUTE, SECOND} from './time.ts';

/** In milliseconds; undefined when it isn't a valid duration or exceeds a day. */
export const readTimeout = (value: unknown): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)\s?([smh])$/u.exec(String(value)) ?? [];
  const ms = typeof value === 'number' ? value * MINUTE : Number(count) * (UNITS[unit] ?? Number.NaN);
  return ms > 0 && ms <= LONGEST_MS ? Math.round(ms) : undefined;
};

const UNITS: Readonly<Record<string, number>> = {s: SECOND, m: MINUTE, h: HOUR};
const LONGEST_MS = 24 * HOUR;
