// Time as a test may measure it on a machine that others use too: by what this thread itself has worked, and by turns of its
// event loop, never by the clock on the wall.
import {threadCpuUsage} from 'node:process';

/** How long this thread has worked, in milliseconds; what it waited for, and what others did meanwhile, does not count. */
export const workedMs = (): number => {
  const {user, system} = threadCpuUsage();
  return (user + system) / 1_000;
};

/** What is given before this turn of the event loop is over, thus without waiting for anything; rejects when it comes later. */
export const atOnce = async <T>(given: Promise<T>): Promise<T> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  setImmediate(() => reject(new Error('it waited for something')));
  return await Promise.race([given, late]);
};
