// NextRun: when something that comes by itself in a quiet conversation runs next, or why it does not; and the words of both.
import type {EpochMs} from '../../../shared/time/time.ts';

/** `why`: a sentence. */
export type NextRun = DueRun | {readonly kind: 'none'; readonly why: string};

/** The instant may have passed. `because`: what makes it due. */
export type DueRun = {readonly kind: 'at'; readonly at: EpochMs; readonly because: string};

export const runAt = (at: EpochMs, because: string): DueRun => ({kind: 'at', at, because});
export const noRun = (why: string): NextRun => ({kind: 'none', why});

export const formatMinutes = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
export const failedTimes = (count: number): string => `failed ${count === 1 ? 'once' : `${count} times`}`;
