// Retries work that must be stored in the end. A full disk or a locked database passes, so the work is retried until it
// succeeds. When the daemon closes, the next daemon continues from the last stored step.
import {errorMessage, GatewayError} from '../text/gateway-error.ts';
import type {Clock} from './clock.ts';
import {SECOND} from './time.ts';

type Saving = {
  readonly clock: Clock;
  /** Aborted when nothing may wait any longer. */
  readonly closing: {readonly aborted: boolean};
  /** Called once, with the reason, when the work has to wait. */
  readonly onWait: (reason: string) => void;
};

/**
 * Resolves with the result, or with undefined when the daemon closes first. Rejects with any error that isn't
 * temporary.
 */
export const untilSaved = async <T>(
  work: () => T | Promise<T>,
  {clock, closing, onWait}: Saving,
): Promise<T | undefined> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'unavailable') throw error;
      if (waits === 0) onWait(errorMessage(error));
    }
    if (closing.aborted) return undefined;
    await new Promise<void>(resolve => {
      clock.after(AGAIN_MS, resolve);
    });
  }
};

const AGAIN_MS = 2 * SECOND;
