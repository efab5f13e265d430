// The longest piece of work that holds this thread, in processor time: neither a busy nor a slow machine changes it.
import {setImmediate} from 'node:timers/promises';
import {collectGarbage} from './collect-garbage.ts';
import {comparableMs} from './own-time.ts';

/** In comparable milliseconds. The collection of the work's own garbage counts, that of earlier tests doesn't. */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  collectGarbage();
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const {user, system} = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  };
  const watching = (async () => {
    while (!isOver) {
      await setImmediate();
      look();
    }
  })();
  try {
    await setImmediate();
    await work();
  } finally {
    look();
    isOver = true;
    await watching;
  }
  return comparableMs(longest);
};
