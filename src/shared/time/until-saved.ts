// What has happened must be kept in the end. A full disk and a locked database pass, so the work that keeps it is tried again
// until it is done; only when the daemon closes it is left to the next one, which finds the story at the step before.

import {errorMessage, GatewayError} from '../records/gateway-error.ts';
import type {Clock} from './clock.ts';
import {SECOND} from './time.ts';

type Saving = {
  readonly clock: Clock;
  /** Nothing is waited for any more. */
  readonly closing: () => boolean;
  /** Told once, with the reason, when it has to wait. */
  readonly onWait: (reason: string) => void;
};

/** Resolves with what the work gave; with undefined when the daemon closes first. Rejects with whatever does not pass. */
export const untilSaved = async <T>(work: () => T, {clock, closing, onWait}: Saving): Promise<T | undefined> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'unavailable') throw error;
      if (waits === 0) onWait(errorMessage(error));
    }
    if (closing()) return undefined;
    await new Promise<void>(resolve => {
      clock.after(AGAIN_MS, resolve);
    });
  }
};

const AGAIN_MS = 2 * SECOND;
