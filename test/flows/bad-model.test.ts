// A model server that fails, hangs or returns garbage, over the wire: each job's person still gets the promised result, in time.
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {jobsTold} from '../support/jobs-told.ts';
import type {Reply} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {startedRun} from '../support/started-run.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const BAD: readonly (readonly [string, Reply])[] = [
  ['fails', {kind: 'status', status: 500}],
  ['refuses for now', {kind: 'status', status: 429, headers: {'retry-after': '3600'}}],
  ['hangs', {kind: 'hang'}],
  ['hangs in the middle', {kind: 'hang', chunks: ['Two']}],
  ['breaks off', {kind: 'cut', chunks: ['Two']}],
  ['answers garbage', {kind: 'garbage', body: '<html>busy</html>', contentType: 'text/html'}],
  ['sends an error as a stream', {kind: 'error-event', type: 'server_error', message: 'overloaded'}],
];

test.each(BAD)(
  'with a model server that %s, a reminder arrives in its own words and no error is delivered',
  async (_, reply) => {
    await using scene = await openScene(() => reply);
    const {fixture} = scene;
    await fixture.call('reminder.set', {in: '1m', message: 'look at the oven', mode: 'agent'});
    await fixture.call('reminder.set', {in: '1m', message: 'word for word'});
    await fixture.clock.advance(MINUTE);
    expect((await fixture.call('outbox.list', {})).deliveries.map(({text}) => text)).toEqual(['word for word']);
    const begun = fixture.clock.now();
    await fixture.whileTimePasses(fixture.event('run.ended', ({run}) => run.status === 'failed'));
    expect(fixture.clock.now() - begun).toBeLessThanOrEqual(6 * MINUTE);
    const texts = (await fixture.call('outbox.list', {})).deliveries.map(({text}) => text);
    expect(texts.toSorted()).toEqual(['Reminder: look at the oven', 'word for word']);
  },
);

test.each(BAD)('with a model server that %s after the finding, the finding itself is delivered', async (_, reply) => {
  let asked = 0;
  await using scene = await openScene(() => {
    asked += 1;
    return asked === 1 ? {kind: 'text', chunks: ['Two meetings.']} : reply;
  });
  const {fixture} = scene;
  await scene.jobsAreThere();
  const runId = await startedRun(fixture.call('cron.run', {name: 'standup'}));
  const begun = fixture.clock.now();
  const {run} = await fixture.whileTimePasses(fixture.event('run.ended', each => each.run.id === runId));
  expect(run).toMatchObject({status: 'ran', output: 'Two meetings.'});
  expect(fixture.clock.now() - begun).toBeLessThanOrEqual(4 * MINUTE);
  expect((await fixture.call('outbox.list', {})).deliveries.map(({text}) => text)).toEqual(['Two meetings.']);
});

test.each(BAD)(
  'with a model server that %s, a cron job fails, delivers nothing, and its owner is notified',
  async (_, reply) => {
    await using scene = await openScene(() => reply);
    const {fixture} = scene;
    await scene.jobsAreThere();
    const runId = await startedRun(fixture.call('cron.run', {name: 'standup'}));
    const begun = fixture.clock.now();
    const {run} = await fixture.whileTimePasses(fixture.event('run.ended', each => each.run.id === runId));
    expect(run).toMatchObject({status: 'failed', error: expect.stringMatching(/^[^\n]{4,300}\.$/u)});
    expect(fixture.clock.now() - begun).toBeLessThanOrEqual(16 * MINUTE);
    expect(await fixture.call('outbox.list', {})).toEqual({deliveries: []});
    const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
    expect(messages.map(({role, text}) => [role, text.split(':')[0]])).toEqual([
      ['system', 'The job "standup" failed'],
    ]);
  },
);

const openScene = async (script: () => Reply) => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir());
  const server = stack.use(await startOpenAiServer(script));
  const clock = fakeClock();
  const fixture = stack.use(
    await openTestDaemon({
      home: home.path,
      clock,
      env: {KEY: 'sk-something-secret-and-long'},
      config: {
        agent: {model: 'wire/test-model', contextTokens: 100_000},
        providers: {wire: {kind: 'openai-compatible', baseUrl: server.baseUrl, apiKey: {env: 'KEY'}}},
        cron: [{name: 'standup', retry: 'never', cron: '0 8 1 1 *', message: 'What matters today?'}],
      },
    }),
  );
  const owned = stack.move();
  return {
    fixture,
    jobsAreThere: () => jobsTold(fixture, clock),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
