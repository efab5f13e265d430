// Decides how long to wait before a refused alarm, or a request to another program, is retried, and when to give up.
// Pure: the jitter is a parameter.
import {type EpochMs, HOUR, MINUTE, SECOND} from './time.ts';

type Next = {readonly kind: 'again'; readonly at: EpochMs} | {readonly kind: 'given-up'};

/**
 * Decides what follows refusal number `failures` (from 1) of something first tried at `since`. Waits grow from five
 * seconds to 15 minutes, spread by `jitter` in [0, 1), for six hours.
 */
export const afterRefusal = (
  {failures, since}: {readonly failures: number; readonly since: EpochMs},
  now: EpochMs,
  jitter: number,
): Next => {
  // Age alone is no reason to give up: after a long sleep of the daemon all retries still count.
  if (failures > LADDER_MS.length && now - since >= LONGEST_MS) return {kind: 'given-up'};
  const step = LADDER_MS[Math.min(failures, LADDER_MS.length) - 1] ?? SECOND;
  return {kind: 'again', at: now + Math.round(step * (1 + jitter * SPREAD))};
};

const LADDER_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 15 * MINUTE];
const SPREAD = 0.25;
const LONGEST_MS = 6 * HOUR;
