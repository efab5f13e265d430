// How long to wait before an alarm that was refused for now is tried again, and when to give it up. Pure: the jitter is handed in.
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';

type Next = {readonly kind: 'again'; readonly at: EpochMs} | {readonly kind: 'given-up'};

/**
 * What follows refusal number `failures` (1 is the first) of a firing that was first tried at `since`. Growing steps from five seconds
 * to a quarter of an hour, spread by `jitter` in [0, 1), for six hours of trying.
 */
export const afterRefusal = (
  {failures, since}: {readonly failures: number; readonly since: EpochMs},
  now: EpochMs,
  jitter: number,
): Next => {
  // Age alone is no refusal: one that a long sleep of the daemon fell into still climbs the ladder once.
  if (failures > LADDER_MS.length && now - since >= LONGEST_MS) return {kind: 'given-up'};
  const step = LADDER_MS[Math.min(failures, LADDER_MS.length) - 1] ?? SECOND;
  return {kind: 'again', at: now + Math.round(step * (1 + jitter * SPREAD))};
};

const LADDER_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 15 * MINUTE];
const SPREAD = 0.25;
const LONGEST_MS = 6 * HOUR;
