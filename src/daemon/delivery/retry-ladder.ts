// Decides how long to wait before a retry, and when to give up. Pure: the jitter is a parameter.
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';

type Next = {readonly kind: 'again'; readonly at: EpochMs} | {readonly kind: 'dead'};

/**
 * Decides what follows failed attempt number `attempts` (from 1) of a delivery created at `createdAt`. `jitter` in [0,
 * 1) spreads retries by up to a fifth, so that many failures don't repeat together.
 */
export const afterFailure = (
  {attempts, createdAt}: {readonly attempts: number; readonly createdAt: EpochMs},
  now: EpochMs,
  jitter: number,
): Next => {
  const step = LADDER_MS[Math.min(attempts, LADDER_MS.length) - 1] ?? MINUTE;
  // Age alone is no reason to give up. A delivery that waited days for its channel still gets all retries.
  if (attempts >= MOST_ATTEMPTS || (attempts > LADDER_MS.length && now - createdAt > LONGEST_MS)) return {kind: 'dead'};
  return {kind: 'again', at: now + Math.round(step * (1 + jitter * SPREAD))};
};

const LADDER_MS = [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
const SPREAD = 0.2;
export const MOST_ATTEMPTS = 30;
export const LONGEST_MS = 2 * DAY;
