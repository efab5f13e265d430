// The same stories, killed by strace at every few system calls that touch the disk: between the writes of one commit, and before its flush,
// where no step of the daemon's own can be armed.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import {type Case, LIMIT_MS, matrixForTests, playAll} from '../support/crash-matrix.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import type {StoryName} from '../support/crash-story.ts';
import {under, whyNoStrace} from '../support/sudden-death.ts';

const NO_STRACE = whyNoStrace();
const why = NO_STRACE === undefined ? '' : ` (skipped: ${NO_STRACE})`;

describe.skipIf(NO_STRACE !== undefined)(`killed at a system call, then resumed${why}`, () => {
  const matrix = matrixForTests();

  // The largest number of flushes and writes; a call that never comes lets the story finish.
  test.each<{name: StoryName; fsyncs: number; writes: number}>([
    {name: 'a verbatim reminder', fsyncs: 5, writes: 40},
    {name: 'a reminder for the agent', fsyncs: 12, writes: 150},
    {name: 'a cron announcement', fsyncs: 17, writes: 250},
  ])(
    '$name',
    async ({name, fsyncs, writes}) => {
      // All of them with many rounds, every few with one.
      const step = ROUNDS > 1 ? 3 : Math.ceil(writes / 6);
      const cases: readonly Case[] = [
        ...everyFew(fsyncs, ROUNDS > 1 ? 1 : 3, 'fsync'),
        ...everyFew(writes, step, 'pwrite64'),
      ];
      const {problems, deaths} = await playAll(await matrix.trace(name), cases);
      expect(problems).toEqual([]);
      expect(deaths).toBeGreaterThan((cases.length * ROUNDS) / 2);
    },
    // A story has up to a hundred of these calls.
    3 * LIMIT_MS,
  );
});

const everyFew = (most: number, step: number, call: string): readonly Case[] =>
  Array.from({length: Math.ceil(most / step)}, (_, index) => [
    {through: under(`${call}:signal=SIGKILL:when=${1 + index * step}`)},
  ]);
