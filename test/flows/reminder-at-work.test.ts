// A reminder that is answered or cancelled while the agent works on it.
import {expect, test} from 'vitest';
import type {ReminderId} from '../../src/shared/records/ids.ts';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};

test.each([
  ['done', 'reminder.done', {}, {status: 'ran', output: 'checked'}],
  ['snoozed', 'reminder.snooze', {in: '3h'}, {status: 'ran', output: 'checked'}],
  ['cancelled', 'reminder.cancel', {}, {status: 'failed', error: 'The reminder was cancelled.'}],
] as const)(
  "what the agent finds for a reminder that is %s meanwhile isn't announced",
  async (_, method, more, end) => {
    using home = tempDir();
    const {promise, resolve} = Promise.withResolvers<string>();
    const models = scriptedModel([() => promise]);
    const signal = fakeChannel();
    await using fixture = await openTestDaemon({
      home: home.path,
      models: models.models,
      config: ALICE,
      channels: [signal],
    });
    const repeat = {repeat: 'FREQ=DAILY', when: '13:00'};
    const {id} = await fixture.call('reminder.set', {...repeat, message: 'look', user: 'alice', mode: 'agent'});
    await fixture.clock.advance(HOUR);
    await fixture.call(method, {id, ...more});
    resolve('checked');
    const {run} = await fixture.event('run.ended');
    expect(run).toMatchObject(end);
    await fixture.clock.advance(MINUTE);
    expect(signal.texts).toEqual([]);
  },
);

test('a reminder that is done while its result is put into words is not sent', async () => {
  using home = tempDir();
  const {promise, resolve} = Promise.withResolvers<string>();
  const models = scriptedModel(['checked', () => promise]);
  const signal = fakeChannel();
  await using fixture = await openTestDaemon({
    home: home.path,
    models: models.models,
    config: ALICE,
    channels: [signal],
  });
  const {id} = await fixture.call('reminder.set', {in: '5m', message: 'look', user: 'alice', mode: 'agent'});
  await fixture.clock.advance(5 * MINUTE);
  await expect.poll(() => models.asked.length).toBe(2);
  await fixture.call('reminder.done', {id});
  resolve('I checked it.');
  await fixture.event('run.ended');
  await fixture.clock.advance(MINUTE);
  expect(signal.texts).toEqual([]);
});

test('an agent that marks its own reminder as done still announces its result', async () => {
  using home = tempDir();
  let id: ReminderId = 'rem_';
  const models = scriptedModel([
    () => ({calls: [{name: 'reminder', input: {action: 'done', id}}]}),
    'The build is green.',
    'The build is green!',
  ]);
  const signal = fakeChannel();
  await using fixture = await openTestDaemon({
    home: home.path,
    models: models.models,
    config: ALICE,
    channels: [signal],
  });
  ({id} = await fixture.call('reminder.set', {in: '5m', message: 'look', user: 'alice', mode: 'agent'}));
  await fixture.clock.advance(5 * MINUTE);
  await fixture.event('run.ended');
  await fixture.clock.advance(MINUTE);
  expect((await fixture.call('reminder.get', {id})).state).toBe('done');
  expect(signal.texts).toEqual(['The build is green!']);
});
