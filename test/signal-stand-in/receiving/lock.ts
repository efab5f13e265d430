// A queue: each caller waits until the earlier ones are done. Java's lock around the handlers works like this.

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
