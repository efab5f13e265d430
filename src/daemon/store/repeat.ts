// Work that is done again and again while the daemon runs: one piece at a time, and none left running at the end.
import type {Clock} from '../../shared/time/clock.ts';

type Repeated = {
  readonly clock: Clock;
  readonly firstMs: number;
  /** Resolves with how long to wait before the next time; never rejects. */
  readonly work: () => Promise<number>;
};

/** Repeats the work until disposed; disposing waits for work that is under way. */
export const repeat = ({clock, firstMs, work}: Repeated): AsyncDisposable => {
  let isClosed = false;
  let current: Promise<void> = Promise.resolve();
  let timer: Disposable | undefined;
  const doIn = (ms: number): void => {
    timer = clock.after(ms, () => {
      current = work().then(nextMs => {
        if (!isClosed) doIn(nextMs);
      });
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
