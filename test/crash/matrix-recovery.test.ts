// The crash matrix during recovery: a daemon is killed, and the next ones again, at every fifth of their commits. With ROUNDS above 1: at
// each.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import {atEach, LIMIT_MS, matrixForTests, playAll, stepsOf} from '../support/crash-matrix.ts';
import {storyAfter} from '../support/crash-scene.ts';
import {commitsToDieAt, everyNth, isCommit, PLAYED} from '../support/crash-steps.ts';
import type {StoryName} from '../support/crash-story.ts';

const matrix = matrixForTests();

const CHAINED: readonly StoryName[] = [
  'a reminder for the agent',
  'a reminder that repeats',
  'a cron announcement',
  'an alarm',
  'an edit and a deletion',
];

describe(`killed again at commits of the recovery, then resumed${PLAYED}`, () => {
  test.each<{name: StoryName; at: string; least: number}>([
    {name: 'a verbatim reminder', at: 'before reminder.fired #1', least: 4},
    {name: 'a reminder for the agent', at: 'model speaks #2', least: 8},
    {name: 'a reminder for the agent', at: 'after turn.started #2', least: 5},
    {name: 'an alarm', at: 'after alarm.fired #1', least: 3},
    {name: 'an alarm', at: 'model speaks #2', least: 4},
    {name: 'a cron announcement', at: 'after runs output #1', least: 10},
    {name: 'a cron announcement', at: 'channel has accepted #1', least: 5},
    {name: 'an edit and a deletion', at: 'after turn.started #1', least: 6},
    {name: 'an edit and a deletion', at: 'after reminder.edited #1', least: 3},
  ])(
    '$name, first at: $at',
    async ({name, at, least}) => {
      using trace = await storyAfter(await matrix.trace(name), {at});
      const steps = await stepsOf(trace);
      expect(steps.filter(isCommit).length).toBeGreaterThanOrEqual(2 * least);
      const commits = everyNth(commitsToDieAt(steps), 5);
      expect(await playAll(trace, atEach(commits))).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );

  test.each(everyNth(CHAINED, 2))(
    '%s: a chain of daemons, each killed one commit later',
    async name => {
      const trace = await matrix.trace(name);
      const deaths = Array.from({length: 12}, (_, index) => ({at: `before commit #${index + 1}`}));
      expect(await playAll(trace, [deaths])).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );
});
