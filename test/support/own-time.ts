// Time for a test on a shared machine: the CPU time of this thread, and turns of its event loop, never the system clock.
import {threadCpuUsage} from 'node:process';

/** The CPU time of this thread in milliseconds, without waiting and without other threads. */
export const workedMs = (): number => {
  const {user, system} = threadCpuUsage();
  return (user + system) / 1_000;
};

/** The value that is available before this turn of the event loop ends; rejects when it arrives later. */
export const atOnce = async <T>(given: Promise<T>): Promise<T> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  setImmediate(() => reject(new Error('it waited for something')));
  return await Promise.race([given, late]);
};
