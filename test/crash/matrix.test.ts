// The crash matrix: the real daemon gets SIGKILL at every named step of a reminder, an alarm, a cron announcement and changed messages.
// Afterwards it happened once, every address was notified once, and nothing is stuck.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import {LIMIT_MS, matrixForTests, play} from '../support/crash-matrix.ts';
import {POINTS} from '../support/crash-points.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import type {StoryName} from '../support/crash-story.ts';

const matrix = matrixForTests();

describe.concurrent('killed at a named point, then resumed', () => {
  const points = Object.entries(POINTS).flatMap(([name, steps]) =>
    Object.entries(steps).map(([point, at]) => ({name: name as StoryName, point, at})),
  );
  test.each(points)(
    '$name: $point',
    async ({name, at}) => {
      const trace = await matrix.trace(name);
      for (let round = 0; round < ROUNDS; round += 1) expect(await play(trace, [{at}])).toBe(true);
    },
    LIMIT_MS,
  );
});
