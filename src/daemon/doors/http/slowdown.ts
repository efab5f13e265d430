// Answers wrong credentials ever more slowly, so that nobody can try many. A program that still has an old secret gets
// its answers at once.
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';

type SlowdownDeps = {readonly clock: Clock; readonly closing: AbortSignal};

/** Call this for each wrong credential. Resolves when it may be answered. */
export const createSlowdown = ({clock, closing}: SlowdownDeps): (() => Promise<void>) => {
  let recent: readonly EpochMs[] = [];
  return async () => {
    const now = clock.now();
    recent = [...recent.filter(at => Math.abs(now - at) < MINUTE), now].slice(-MOST_COUNTED);
    const waitMs = Math.min(LONGEST_MS, (recent.length - FREE) * STEP_MS);
    if (waitMs <= 0 || closing.aborted) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    using _timer = clock.after(waitMs, resolve);
    const stop = (): void => resolve();
    closing.addEventListener('abort', stop);
    await promise;
    closing.removeEventListener('abort', stop);
  };
};

const FREE = 20;
const STEP_MS = 100;
const LONGEST_MS = 3 * SECOND;
const MOST_COUNTED = 100;
