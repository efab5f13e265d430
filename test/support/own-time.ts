// Time for a test on a shared machine: the CPU time of this thread, and turns of its event loop, never the system clock.
import {threadCpuUsage} from 'node:process';

/** The CPU time of this thread in milliseconds, without waiting and without other threads. */
export const workedMs = (): number => {
  const {user, system} = threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * The time that the same work takes on the machine that the limits were set on. A slower processor, or one that shares
 * its caches with other work, needs longer for everything.
 */
export const comparableMs = (ms: number): number => {
  known();
  const before = workedMs();
  for (let round = 0; round < 100; round += 1) known();
  return ms / Math.max(1, (workedMs() - before) / KNOWN_MS);
};

/** A piece of work of the daemon's kind. */
const known = (): void => {
  const words = Array.from({length: 400}, (_, index) => `word${(index * 7_919) % 5_021}`);
  const text = JSON.stringify(words.map((word, index) => ({word, index, letters: word.split('')})));
  const rows = JSON.parse(text.replace(/"word":"(\w+)"/gu, word => word.toLowerCase())) as readonly {word: string}[];
  rows.toSorted((one, other) => (one.word < other.word ? -1 : 1));
};

/** For a hundred of these pieces. */
const KNOWN_MS = 40;

/** The value that is available before this turn of the event loop ends; rejects when it arrives later. */
export const atOnce = async <T>(given: Promise<T>): Promise<T> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  setImmediate(() => reject(new Error('it waited for something')));
  return await Promise.race([given, late]);
};
