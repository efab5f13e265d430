// Moves planned instants after the clock was set back. Pure.
import type {EpochMs} from '../../shared/time/time.ts';

/** A wait that ends as long after `now` as it would have without the change of the clock. */
export const shifted = (until: EpochMs, now: EpochMs, byMs: number): EpochMs => Math.max(now, until - byMs);
