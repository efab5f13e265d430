// The crash matrix before every fourth commit of its stories where no named step is. With ROUNDS above 1: before each.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import {atEach, LIMIT_MS, matrixForTests, playAll, stepsOf} from '../support/crash-matrix.ts';
import {POINTS} from '../support/crash-points.ts';
import {commitsToDieAt, everyNth, isCommit, momentsOf, PLAYED} from '../support/crash-steps.ts';
import type {StoryName} from '../support/crash-story.ts';

const matrix = matrixForTests();

describe(`killed before a commit, then resumed${PLAYED}`, () => {
  test.each<{name: StoryName; least: number}>([
    {name: 'a verbatim reminder', least: 5},
    {name: 'a reminder for the agent', least: 12},
    {name: 'a reminder that repeats', least: 5},
    {name: 'a reminder that repeats, for the agent', least: 12},
    {name: 'a cron announcement', least: 16},
    {name: 'an alarm', least: 5},
    {name: 'a job with a pre-tool', least: 10},
    {name: 'an edit and a deletion', least: 12},
  ])(
    '$name',
    async ({name, least}) => {
      const trace = await matrix.trace(name);
      const steps = await stepsOf(trace);
      expect(steps.filter(isCommit).length).toBeGreaterThanOrEqual(2 * least);
      const named = Object.values(POINTS[name]);
      const others = momentsOf(steps).filter(moment => !named.some(at => moment.includes(at)));
      const commits = everyNth(others.flatMap(commitsToDieAt), 4);
      expect(await playAll(trace, atEach(commits))).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );
});
