// The crash matrix: the real daemon gets SIGKILL at every step of a reminder, an alarm, a cron announcement and changed messages, and again
// during recovery. Afterwards it happened once, every address was notified once, and nothing is stuck.
// @module-tag deep
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {atEach, commitOf, LIMIT_MS, type Matrix, openMatrix, play, playAll, stepsOf} from '../support/crash-matrix.ts';
import {commitsToDieAt, isCommit, ROUNDS} from '../support/crash-steps.ts';
import {type StoryName, storyAfter} from '../support/crash-story.ts';

/** Named as a person would say it; armed by what is visible from outside. */
const POINTS: Record<StoryName, Record<string, string>> = {
  'a verbatim reminder': {
    'the daemon is about to say that it started': 'before daemon.started #1',
    'the daemon has started': 'after daemon.started #1',
    'it is about to be claimed, told and settled, which is one': 'before reminder.fired #1',
    'it is told and settled': 'after reminder.settled #1',
  },
  'a reminder for the agent': {
    'it is about to be claimed': 'before reminder.fired #1',
    'it is claimed': 'after reminder.fired #1',
    'its turn is about to be queued': 'before turns queued #1',
    'its turn is queued': 'after turns queued #1',
    'its turn is about to start': 'before turn.started #1',
    'its turn has started': 'after turn.started #1',
    'the model is asked': 'model asked #1',
    'the model begins to answer': 'model answers #1',
    'the answer has been heard in part': 'model speaks #2',
    'the model has answered': 'model has answered #1',
    'its output is about to be stored': 'before runs output #1',
    'its output is stored': 'after runs output #1',
    'its announcement is queued': 'after turns queued #2',
    'its announcement has started': 'after turn.started #2',
    'the model is asked to tell it': 'model asked #2',
    'the model has told it': 'model has answered #2',
    'its delivery is about to be stored': 'before deliveries sent #1',
    'its delivery is stored': 'after deliveries sent #1',
    'its run is about to end': 'before runs ran #1',
    'it is about to be settled': 'before reminder.settled #1',
    'it is settled': 'after reminder.settled #1',
  },
  'a reminder that repeats': {
    'its occurrence is about to be claimed, delivered and settled, and its series moved, in one transaction':
      'before reminder.fired #1',
    'its occurrence is settled, and its series moved': 'after reminder.settled #1',
  },
  'a reminder that repeats, for the agent': {
    'its occurrence is about to be claimed, and its series moved': 'before reminder.fired #1',
    'its occurrence is claimed': 'after reminder.fired #1',
    'the answer has been heard in part': 'model speaks #2',
    'its announcement is queued': 'after turns queued #2',
    'it is about to be settled': 'before reminder.settled #1',
    'it is settled': 'after reminder.settled #1',
  },
  'a job with a pre-tool': {
    'its pre-tool is about to begin': 'before pre-tool begun #1',
    'its pre-tool begins': 'after pre-tool begun #1',
    'its pre-tool has ended, and what it printed is about to be kept': 'before pre-tool kept #1',
    'what its pre-tool printed is kept': 'after pre-tool kept #1',
    'the model is asked': 'model asked #1',
    'its output is stored': 'after runs output #1',
  },
  'an alarm': {
    'it is about to be claimed': 'before run.started #1',
    'it is claimed': 'after run.started #1',
    'its turn is about to be queued, and the alarm settled, which is one': 'before turns queued #1',
    'its turn is queued': 'after alarm.fired #1',
    'its turn is about to start': 'before turn.started #1',
    'its turn has started': 'after turn.started #1',
    'the model is asked': 'model asked #1',
    'the answer has been heard in part': 'model speaks #2',
    'the model has answered': 'model has answered #1',
    'its turn, its delivery and its run are about to end, which is one': 'before runs ran #1',
    'its run has ended': 'after run.ended #1',
  },
  'a cron announcement': {
    'its window is about to be claimed': 'before run.started #1',
    'its window is claimed': 'after run.started #1',
    'its turn is queued': 'after turns queued #1',
    'its turn has started': 'after turn.started #1',
    'the model is asked': 'model asked #1',
    'the answer has been heard in part': 'model speaks #2',
    'the model has answered': 'model has answered #1',
    'its output is about to be stored': 'before runs output #1',
    'its output is stored': 'after runs output #1',
    'its announcements are about to be queued': 'before turns queued #2',
    'its announcements are queued': 'after turns queued #3',
    'the first announcement has started': 'after turn.started #2',
    'both announcements have started': 'after turn.started #3',
    'the model is asked to tell it': 'model asked #2',
    'the model is asked to tell it at the second address too': 'model asked #3',
    'it is told in the terminal': 'after deliveries sent #1',
    'its delivery on the channel is about to be queued': 'before delivery.queued #1',
    'its delivery on the channel is queued': 'after delivery.queued #1',
    'its run is about to end': 'before run.ended #1',
    'its run has ended': 'after run.ended #1',
    'its delivery is about to be sent': 'before deliveries sending #1',
    'its delivery is being sent': 'after deliveries sending #1',
    'the channel is asked': 'channel asked #1',
    'the channel has accepted it': 'channel has accepted #1',
    'that it was accepted is about to be stored': 'before deliveries sent #2',
    'that it was accepted is stored': 'after deliveries sent #2',
  },
  'an edit and a deletion': {
    'the channel brings the edit': 'channel brings #1',
    'the turn of the edit is about to be queued': 'before turns queued #1',
    'the turn of the edit is queued': 'after turns queued #1',
    'the channel is told that the edit is kept': 'channel is told it is kept #1',
    'the channel brings the deletion': 'channel brings #2',
    'the turn of the edit has started': 'after turn.started #1',
    'the message is about to be forgotten, and the notice queued, which is one': 'before message.changed #1',
    'the message is forgotten, and the notice queued': 'after message.changed #1',
    'the channel is told that the deletion is kept': 'channel is told it is kept #2',
    'the model is asked': 'model asked #1',
    'the model has answered': 'model has answered #1',
    'its call is kept': 'after message.added #3',
    'the tool is about to work': 'after turn.tool #1',
    'the reminder is about to be moved': 'before reminder.edited #1',
    'the reminder is moved': 'after reminder.edited #1',
    'the output of the tool is kept': 'after turn.tool #2',
    'the model is asked for its answer': 'model asked #2',
    'the answer is about to be kept and queued, which is one': 'before turns ended #1',
    'the answer is kept and queued': 'after turn.ended #1',
    'the first delivery is about to be sent': 'after deliveries sending #1',
    'the channel has accepted the first delivery': 'channel has accepted #1',
    'that the first delivery was accepted is stored': 'after deliveries sent #1',
    'the channel has accepted the second delivery': 'channel has accepted #2',
    'that the second delivery was accepted is stored': 'after deliveries sent #2',
  },
};

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(async () => {
  await matrix[Symbol.asyncDispose]();
});

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

describe('killed before every commit, then resumed', () => {
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
      const named = new Set(Object.values(POINTS[name]).map(at => commitOf(steps, at)));
      const others = commitsToDieAt(steps).filter(at => !named.has(at));
      expect(await playAll(trace, atEach(others))).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );
});

describe('killed again at every commit of the recovery, then resumed', () => {
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
      expect(await playAll(trace, atEach(commitsToDieAt(steps)))).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );

  test.each<StoryName>([
    'a verbatim reminder',
    'a reminder for the agent',
    'a reminder that repeats',
    'a reminder that repeats, for the agent',
    'a cron announcement',
    'an alarm',
    'an edit and a deletion',
  ])(
    '%s: a chain of daemons, each killed one commit later',
    async name => {
      const trace = await matrix.trace(name);
      const deaths = Array.from({length: 12}, (_, index) => ({at: `before commit #${index + 1}`}));
      expect(await playAll(trace, [deaths])).toMatchObject({problems: []});
    },
    LIMIT_MS,
  );
});
