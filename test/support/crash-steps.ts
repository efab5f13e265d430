// The commits at which a daemon is killed, out of the steps that one life writes down.
import {appendFileSync} from 'node:fs';
import {DAY} from '../../src/shared/time/time.ts';

/** Repeats every case, and kills after each commit too. */
export const ROUNDS = Math.max(1, Number(process.env['ROUNDS'] ?? 1));

export const isCommit = (step: string): boolean => /^(?:before|after) commit #/u.test(step);

/**
 * Before each commit. A death after a commit leaves the same data as one before the next; what was sent in between is covered by the
 * points that a test names. With ROUNDS above 1: both.
 */
export const commitsToDieAt = (steps: readonly string[]): readonly string[] =>
  steps.filter(step => isCommit(step) && (ROUNDS > 1 || step.startsWith('before')));

/**
 * The steps of a life in groups. A daemon that dies at one step of a group leaves the same as at another: nothing happens between the end
 * of a commit and the beginning of the next, unless a step in between reports it.
 */
export const momentsOf = (steps: readonly string[]): readonly (readonly string[])[] => {
  const moments: string[][] = [];
  for (const step of steps) {
    const isOfCommit = /^(?:before|after) /u.test(step);
    if (!isOfCommit || step.startsWith('after commit #') || moments.length === 0) moments.push([]);
    moments.at(-1)?.push(step);
  }
  return moments;
};

/** Time to wait for an end. Many rounds run beside other work, at a low priority. */
export const PATIENCE_MS = ROUNDS === 1 ? 120_000 : 300_000;

/** The part of the long matrices that is played: another one each day. */
const PART = Number(process.env['PART'] ?? Math.floor(Date.now() / DAY));

/** Every nth of the cases, beginning with another one each day, so that n days play all. With ROUNDS above 1: all. */
export const everyNth = <T>(cases: readonly T[], nth: number): readonly T[] => {
  const stride = ROUNDS > 1 ? 1 : Math.max(1, Math.min(nth, cases.length));
  return cases.filter((_, index) => index % stride === PART % stride);
};

/** Every third, but three at least: one of the last commits may be missing in another life, and most must be reached. */
export const everyThird = <T>(cases: readonly T[]): readonly T[] =>
  everyNth(cases, Math.min(3, Math.max(1, Math.floor(cases.length / 3))));

/** The end of a title whose test plays a part: how the same part is played again. */
export const PLAYED = ROUNDS > 1 ? '' : ` (PART=${PART})`;

/** Every step, as often as there are rounds. */
export const everyRound = <T>(steps: readonly T[]): readonly T[] => Array.from({length: ROUNDS}, () => steps).flat();

/** Time limit of a test that kills at every step, before and after, in every round. */
export const roundsMs = (ms: number): number => ms * (ROUNDS === 1 ? 1 : 2 * ROUNDS);

/** Counts the lives that ended by a kill. KILLS names a file that collects the numbers. */
export const killsIn = (story: string, ends: readonly {readonly isDead: boolean}[]): number => {
  const kills = ends.filter(({isDead}) => isDead).length;
  const file = process.env['KILLS'];
  if (file !== undefined) appendFileSync(file, `${kills} ${story}\n`);
  return kills;
};
