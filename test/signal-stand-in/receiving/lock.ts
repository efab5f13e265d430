// One after another: whoever asks waits until those before are done. Java's lock around the handlers is such a queue.

export type Lock = {hold<T>(work: () => Promise<T> | T): Promise<T>};

export const createLock = (): Lock => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    hold: work => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
};
