// Plans the next work in an idle conversation, or says why there is none.
import {counted} from '../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** `why`: a sentence. */
export type NextRun = DueRun | {readonly kind: 'none'; readonly why: string};

/** `at` may be in the past. `because`: the cause. */
export type DueRun = {readonly kind: 'at'; readonly at: EpochMs; readonly because: string};

export const runAt = (at: EpochMs, because: string): DueRun => ({kind: 'at', at, because});
export const noRun = (why: string): NextRun => ({kind: 'none', why});

/** `1 minute`, `5 minutes`. */
export const formatMinutes = (minutes: number): string => counted(minutes, 'minute');
/** `failed once`, `failed 3 times`. */
export const failedTimes = (count: number): string => `failed ${count === 1 ? 'once' : `${count} times`}`;
