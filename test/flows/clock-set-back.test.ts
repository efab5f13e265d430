// The clock was ahead and is set back: nothing stays silent until it has caught up.

import {expect, test} from 'vitest';
import type {Params} from '../../src/ipc/method-table.ts';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};
const REACHED = {...ALICE, reach: ['signal', 'ntfy'], match: [...ALICE.match, 'ntfy:default']};

const openScene = async (alice: object = ALICE) => {
  const dir = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const {models} = scriptedModel(['Hello.', 'Hello again.']);
  const fixture = await openTestDaemon({home: dir.path, config: {users: [alice]}, channels: [signal, ntfy], models});
  return {
    fixture,
    signal,
    ntfy,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const remind = (fixture: TestDaemon, more: Partial<Params<'reminder.set'>> = {}) =>
  fixture.call('reminder.set', {in: '5m', message: 'tea', user: 'alice', ...more} as never);

const DAILY = {repeat: 'FREQ=DAILY', when: '13:00', message: 'pills', user: 'alice'};

const setBack = ({clock}: TestDaemon, ms: number) => ({clock: fakeClock(clock.now() - ms)});

/** Noon's series of every day at 13:00, which fired today and then once while the clock was 30 days ahead. */
const dailyAhead = async (fixture: TestDaemon, more: Partial<Params<'reminder.set'>> = {}) => {
  const {id} = await fixture.call('reminder.set', {...DAILY, ...more} as never);
  await fixture.clock.advance(HOUR + MINUTE);
  fixture.clock.set(fixture.clock.now() + 30 * DAY);
  await fixture.clock.advance(MINUTE);
  return id;
};

test('a series fires every day after the clock was a month ahead', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const id = await dailyAhead(fixture);
  fixture.clock.set(fixture.clock.now() - 30 * DAY);
  await fixture.clock.advance(MINUTE);
  const healed = await fixture.call('reminder.get', {id});
  expect(healed).toMatchObject({fireAt: '2026-11-22T12:00:00.000Z', passed: 1});
  expect(fixture.events.findLast(({type}) => type === 'reminder.edited')).toMatchObject({because: 'clock'});
  await fixture.clock.advance(2 * DAY);
  expect(signal.texts.slice(2)).toEqual(['pills', 'pills']);
  expect((await fixture.call('reminder.get', {id})).occurrence?.n).toBe(3);
});

test('a series fires again after a restart in which the clock went back', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await dailyAhead(fixture, {count: 20});
  await using again = await fixture.restart(setBack(fixture, 30 * DAY));
  await again.clock.advance(2 * DAY);
  expect(signal.texts.slice(2)).toEqual(['pills', 'pills']);
});

test('a clock set back by hours repeats no occurrence', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await dailyAhead(fixture);
  fixture.clock.set(fixture.clock.now() - 3 * HOUR);
  await fixture.clock.advance(4 * HOUR);
  expect(signal.texts).toHaveLength(2);
});

test('an occurrence that was skipped before the clock went ahead stays skipped', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const {id} = await fixture.call('reminder.set', DAILY as never);
  await fixture.call('reminder.skip', {id, at: '2026-11-22T12:00:00.000Z'});
  fixture.clock.set(fixture.clock.now() + 30 * DAY);
  await fixture.clock.advance(2 * HOUR);
  fixture.clock.set(fixture.clock.now() - 30 * DAY);
  await fixture.clock.advance(2 * DAY);
  expect(signal.texts.slice(2)).toEqual(['pills']);
  expect((await fixture.call('reminder.get', {id})).occurrence?.n).toBe(3);
});

test('a series that ended while the clock was ahead goes on', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await dailyAhead(fixture, {count: 3});
  fixture.clock.set(fixture.clock.now() - 30 * DAY);
  await fixture.clock.advance(3 * DAY);
  expect(signal.texts.slice(2)).toHaveLength(2);
});

test('a moved occurrence fires at its own time only, after the clock was ahead', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const id = await dailyAhead(fixture);
  fixture.clock.set(fixture.clock.now() - 30 * DAY);
  await fixture.clock.advance(MINUTE);
  await fixture.call('reminder.edit', {id, scope: 'this', at: '2026-11-22T18:00:00.000Z'});
  await using again = await fixture.restart();
  await again.clock.advance(DAY);
  expect(signal.texts).toHaveLength(2);
  await again.clock.advance(6 * HOUR);
  expect(signal.texts).toHaveLength(3);
});

test.each([HOUR, DAY])('a chat and its repeats go on at once when the clock is set back by %i ms', async back => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  signal.answer('later');
  await remind(fixture, {message: 'one', nag: '15m'});
  await fixture.clock.advance(5 * MINUTE + 5 * SECOND);
  signal.answer('accept');
  fixture.clock.set(fixture.clock.now() - back);
  await remind(fixture, {message: 'two', in: '10m'});
  await fixture.clock.advance(11 * MINUTE);
  expect(signal.texts).toEqual(['one', 'two']);
  await fixture.clock.advance(10 * MINUTE);
  expect(signal.texts).toEqual(['one', 'two', 'one']);
});

test.each(['running', 'restarted'])(
  'the next way gets a reminder in time, when the clock went back by a day: %s',
  async how => {
    await using scene = await openScene(REACHED);
    const {fixture, signal, ntfy} = scene;
    await remind(fixture, {nag: '1h'});
    await fixture.clock.advance(5 * MINUTE + SECOND);
    expect([signal.texts, ntfy.texts]).toEqual([['tea'], []]);
    if (how === 'running') fixture.clock.set(fixture.clock.now() - DAY);
    await using again = how === 'running' ? undefined : await fixture.restart(setBack(fixture, DAY));
    const {clock} = again ?? fixture;
    await clock.advance(4 * MINUTE);
    expect(ntfy.texts).toEqual(['tea']);
    await clock.advance(HOUR);
    expect(ntfy.texts.length + signal.texts.length).toBeGreaterThan(2);
  },
);

test('an alarm that repeats wakes again after a restart in which the clock went back by a month', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await fixture.call('alarm.set', {cron: '0 13 * * *', message: 'look', timezone: 'Europe/Berlin'} as never);
  fixture.clock.set(fixture.clock.now() + 30 * DAY);
  await fixture.clock.advance(2 * HOUR);
  await using again = await fixture.restart(setBack(fixture, 30 * DAY));
  await again.clock.advance(MINUTE);
  const {alarms} = await again.call('alarm.list', {});
  expect(alarms.map(({nextAt}) => nextAt)).toEqual([isoOf(Date.UTC(2026, 10, 22, 12))]);
});

test.each([0, 3 * HOUR, 30 * DAY])(
  '"done" means the newest reminder, after the clock was ahead by %i ms',
  async ahead => {
    await using scene = await openScene();
    const {fixture, signal} = scene;
    fixture.clock.set(fixture.clock.now() + ahead);
    await remind(fixture, {in: '1m', message: 'old'});
    await fixture.clock.advance(2 * MINUTE);
    fixture.clock.set(fixture.clock.now() - ahead);
    await remind(fixture, {message: 'new'});
    await fixture.clock.advance(6 * MINUTE);
    await signal.says('alice-uuid', 'done');
    await fixture.clock.advance(2 * SECOND);
    expect(signal.texts.at(-1)).toBe('Done: "new".');
  },
);
