// Repeats a lasting task, such as a connection, until stopped. A failed round is followed by a pause.
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../shared/time/time.ts';

type RetryingDeps = {
  readonly clock: Clock;
  /** A random number from 0 to 1 that spreads retries over time. */
  readonly chance: () => number;
  /** Resolves with the delay before the next round. Rejects if the round failed. `worked` clears the failure count. */
  readonly round: (signal: AbortSignal, worked: () => void) => Promise<number>;
  readonly onFailure: (error: unknown) => void;
};

type Retrying = AsyncDisposable & {
  /** Starts the next round now. A running round continues. */
  readonly poke: () => void;
};

export const startRetrying = ({clock, chance, round, onFailure}: RetryingDeps): Retrying => {
  const stop = new AbortController();
  let failures = 0;
  let wake = (): void => {};

  const rest = (ms: number): Promise<void> => {
    const {promise, resolve} = Promise.withResolvers<void>();
    const timer = clock.after(ms, resolve);
    wake = resolve;
    return promise.finally(() => timer[Symbol.dispose]());
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      let pauseMs: number;
      try {
        pauseMs = await round(stop.signal, () => {
          failures = 0;
        });
        failures = 0;
      } catch (error) {
        if (stop.signal.aborted) return;
        onFailure(error);
        pauseMs = Math.round((LADDER_MS[Math.min(failures, LADDER_MS.length - 1)] ?? MINUTE) * (1 + chance() * SPREAD));
        failures += 1;
      }
      if (!stop.signal.aborted) await rest(pauseMs);
    }
  };

  const running = run();
  return {
    poke: () => wake(),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      wake();
      await running;
    },
  };
};

const LADDER_MS = [SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE];
const SPREAD = 0.2;
