// Runs many tasks, a few at a time: each needs a process or two, and a machine has only so many processors.
export const sideBySide = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) results.push(await work(one));
  };
  await Promise.all(Array.from({length: AT_ONCE}, worker));
  return results;
};

const AT_ONCE = 3;
