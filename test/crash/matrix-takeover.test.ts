// The crash matrix with a takeover in the place of the restart: the first daemon is that of a fleet, and dies or stops at a step. A daemon in
// another home goes on with what PostgreSQL has. The same must hold as after a restart, clients have seen nothing that isn't so, and nothing
// leaves late. In part; with ROUNDS above 1: at every named point and commit. The channel is a stand-in without a folder of its own: the
// account of signal-cli is in fleet-signal.test.ts. A daemon that brings a cell makes no commit yet, so none dies there.
// @module-tag deep
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {atEach, type Case, LIMIT_MS, matrixForTests, playAll, stepsOf} from '../support/crash-matrix.ts';
import {POINTS} from '../support/crash-points.ts';
import {commitsToDieAt, everyNth, momentsOf, PLAYED, ROUNDS} from '../support/crash-steps.ts';
import type {StoryName} from '../support/crash-story.ts';
import {stepsInFleet, takenOver} from '../support/crash-takeover.ts';
import {type PostgresServer, startPostgres, whyNoPostgres} from '../support/postgres.ts';

const why = whyNoPostgres();
const TITLE = why === undefined ? `a daemon of a fleet${PLAYED}` : `a fleet (skipped: ${why})`;

describe.skipIf(why !== undefined)(TITLE, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());
  const homes = takenOver(() => postgres);
  const matrix = matrixForTests(homes);

  describe('killed, then taken over', () => {
    test.each(STORIES)(
      '%s: at its named points',
      async name => {
        const cases = atEach(everyNth(Object.values(POINTS[name]), 6));
        expect(await playAll(await matrix.trace(name), cases)).toEqual({problems: [], deaths: cases.length});
      },
      LIMIT_MS,
    );

    test.each(STORIES)(
      '%s: before a commit',
      async name => {
        const trace = await matrix.trace(name);
        const named = Object.values(POINTS[name]);
        const moments = momentsOf(stepsInFleet(await stepsOf(trace)));
        const others = moments.filter(moment => !named.some(at => moment.includes(at)));
        const commits = everyNth(others.flatMap(commitsToDieAt), 14);
        expect(await playAll(trace, atEach(commits))).toMatchObject({problems: []});
      },
      LIMIT_MS,
    );

    test.each<{name: StoryName; at: string}>([
      {name: 'a reminder for the agent', at: 'model has answered #2'},
      {name: 'a cron announcement', at: 'channel has accepted #1'},
      {name: 'an edit and a deletion', at: 'after turn.started #1'},
    ])(
      '$name, first at: $at, then again at commits of the next daemon',
      async ({name, at}) => {
        const trace = await matrix.trace(name);
        const commits = everyNth(commitsToDieAt(await stepsOf(trace, [{at}])), 20);
        const cases = commits.map((commit): Case => [{at}, {at: commit}]);
        expect(await playAll(trace, cases)).toMatchObject({problems: []});
      },
      LIMIT_MS,
    );
  });

  describe('stopped, then taken over, then going on', () => {
    test.each(STORIES)(
      '%s: at its named points',
      async name => {
        // A request to the channel is on its way then, and nothing can hold it back.
        const points = Object.values(POINTS[name]).filter(at => !at.startsWith('channel asked'));
        const played = ROUNDS > 1 ? points : points.filter((_, index) => index % 9 === 0);
        const cases = played.map((stopsAt): Case => [{stopsAt}]);
        expect(await playAll(await matrix.trace(name), cases)).toMatchObject({problems: []});
      },
      LIMIT_MS,
    );
  });

  describe('without the gate', () => {
    const open = matrixForTests(homes, [['passed:()=>{if(!(waiting', 'passed:()=>{return;if(!(waiting']]);

    test.each<{death: Case; problem: string}>([
      {death: [{at: 'channel has accepted #1'}], problem: 'sent to signal:'},
      {death: [{stopsAt: 'before deliveries sending #1'}], problem: 'late: '},
    ])('a message comes twice, or late: $problem', async ({death, problem}) => {
      const {problems} = await playAll(await open.trace('a cron announcement'), [death]);
      expect(problems.join('\n')).toContain(problem);
    });
  });
});

const STORIES = Object.keys(POINTS) as readonly StoryName[];
