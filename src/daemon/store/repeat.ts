// Repeats a piece of work while the daemon runs, one at a time, and waits for it at the end.
import type {Clock} from '../../shared/time/clock.ts';

type Repeated = {
  readonly clock: Clock;
  readonly firstMs: number;
  /** Resolves with the wait before the next time, in ms. */
  readonly work: () => Promise<number>;
};

/** Repeats the work until disposed. Disposing waits for active work. */
export const repeat = ({clock, firstMs, work}: Repeated): AsyncDisposable => {
  let isClosed = false;
  let current: Promise<void> = Promise.resolve();
  let timer: Disposable | undefined;
  const doIn = (ms: number): void => {
    timer = clock.after(ms, () => {
      const done = work().then(nextMs => {
        if (!isClosed) doIn(nextMs);
      });
      // The clock tries failed work again, and closing mustn't fail because of it.
      current = done.catch(() => {});
      return done;
    });
  };
  doIn(firstMs);
  return {
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      timer?.[Symbol.dispose]();
      await current;
    },
  };
};
