// @module-tag deep
import {expect, test} from 'vitest';
import {DAY, HOUR, instantOfIso, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};

const start = (home: string): Promise<TestDaemon> =>
  openTestDaemon({home, models: scriptedModel(['Hi.']).models, config: ALICE, channels: [fakeChannel()]});

const goTo = (daemon: TestDaemon, iso: string) => daemon.clock.advance((instantOfIso(iso) ?? 0) - daemon.clock.now());

/** A reminder of every day at 8 that is snoozed to about 18:00 on the first days. */
const snoozedOften = async (daemon: TestDaemon, times: number) => {
  const {id} = await daemon.call('reminder.set', {when: 'every day at 8', message: 'plants', user: 'alice'});
  for (let day = 22; day < 22 + times; day += 1) {
    await goTo(daemon, `2026-11-${day}T07:00:30Z`);
    await daemon.call('reminder.snooze', {id, when: day === 22 ? '17:52' : '18:00'});
    await goTo(daemon, `2026-11-${day}T17:05:00Z`);
    await daemon.call('reminder.done', {id});
  }
  return id;
};

test('snoozes, answers and tokens are counted from stored facts', {tags: ['fast']}, async () => {
  using home = tempDir();
  await using daemon = await start(home.path);
  expect(await daemon.call('stats.get', {})).toMatchObject({snoozes: [], jobs: []});
  await daemon.say('hello');
  const id = await snoozedOften(daemon, 2);
  const {id: tea} = await daemon.call('reminder.set', {in: '1h', message: 'tea', user: 'alice'});
  await daemon.clock.advance(HOUR + 30_000);
  await daemon.call('reminder.done', {id: tea});
  const stats = await daemon.call('stats.get', {});
  expect(stats.snoozes).toEqual([{id, message: 'plants', times: 2}]);
  expect(stats.answers).toMatchObject({count: 3});
  expect(stats.answers?.within.map(({count}) => count)).toEqual([1, 1, 1, 0, 0]);
  expect(stats.suggestion).toBeUndefined();
  expect(stats.tokens).toHaveLength(14);
  expect(stats.tokens.at(-1)?.day).toBe('2026-11-23');
  expect(stats.tokens.filter(({tokens}) => tokens > 0).map(({day}) => day)).toEqual(['2026-11-21']);
});

test('a series snoozed four times gets one suggestion; refused, it is never made again, even after a restart', async () => {
  using home = tempDir();
  const first = await start(home.path);
  const id = await snoozedOften(first, 4);
  expect((await first.call('stats.get', {})).suggestion).toEqual({id, message: 'plants', times: 4, to: '18:00'});
  await first.call('stats.keep', {id});
  expect((await first.call('stats.get', {})).suggestion).toBeUndefined();
  await first[Symbol.asyncDispose]();
  await using second = await start(home.path);
  const {snoozes, suggestion} = await second.call('stats.get', {});
  expect({times: snoozes[0]?.times, suggestion}).toEqual({times: 4, suggestion: undefined});
});

test('an accepted suggestion moves the series, and counting starts over', async () => {
  using home = tempDir();
  await using daemon = await start(home.path);
  const id = await snoozedOften(daemon, 4);
  const {suggestion} = await daemon.call('stats.get', {});
  const moved = await daemon.call('reminder.edit', {id, when: suggestion?.to ?? '', scope: 'series'});
  expect(moved.repeat?.words).toBe('every day at 18:00');
  expect(await daemon.call('stats.get', {})).toMatchObject({snoozes: []});
});

test('snoozes to another day, more than a month ago, or of a one-off suggest no other time', async () => {
  using home = tempDir();
  await using daemon = await start(home.path);
  const {id} = await daemon.call('reminder.set', {in: '1h', message: 'call', user: 'alice'});
  for (let time = 0; time < 5; time += 1) {
    await daemon.clock.advance(HOUR + MINUTE);
    await daemon.call('reminder.snooze', {id, when: '1h'});
  }
  expect(await daemon.call('stats.get', {})).toMatchObject({snoozes: [{id, times: 5}]});
  expect((await daemon.call('stats.get', {})).suggestion).toBeUndefined();
  await daemon.clock.advance(31 * DAY);
  expect((await daemon.call('stats.get', {})).snoozes).toEqual([]);
});
