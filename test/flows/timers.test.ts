// Timers: named, counted down, longer and shorter, over restarts and a clock that is set back.
import {expect, test} from 'vitest';
import {HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const CONFIG = {
  users: [{name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']}],
};

const openScene = async () => {
  const dir = tempDir();
  const signal = fakeChannel();
  const fixture = await openTestDaemon({home: dir.path, config: CONFIG, channels: [signal]});
  return {
    fixture,
    signal,
    inMs: (ms: number) => isoOf(fixture.clock.now() + ms),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test.each([
  ['10m pasta', 'pasta'],
  ['pasta 10 minutes', 'pasta'],
  ['10 minutes for the pasta', 'pasta'],
  ['10 Minuten für die Nudeln', 'Nudeln'],
  ['Nudeltimer 10 Minuten', 'Nudel'],
  ['10m', 'Time is up: 10 minutes.'],
])('a timer of "%s" rings after ten minutes: %s', async (message, rings) => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const set = await fixture.call('reminder.set', {message, timer: true});
  expect(set).toMatchObject({timer: true, fireAt: scene.inMs(10 * MINUTE), message: rings});
  await fixture.clock.advance(10 * MINUTE - SECOND);
  expect(signal.texts).toEqual([]);
  await fixture.clock.advance(2 * SECOND);
  expect(signal.texts).toEqual([rings]);
});

test('a timer without a length, or one that repeats, is refused', async () => {
  await using scene = await openScene();
  const set = (request: object) =>
    scene.fixture.call('reminder.set', {timer: true, message: 'tea', ...request} as never);
  await expect(set({})).rejects.toThrow('Say how long');
  await expect(set({repeat: 'every day at 9'})).rejects.toThrow("A timer doesn't repeat");
  await expect(set({when: 'every day at 9'})).rejects.toThrow("A timer doesn't repeat");
});

test('a timer gets five minutes more and two less, an undo takes that back, and why tells it', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const {id} = await fixture.call('reminder.set', {in: '10m', message: 'pasta', timer: true});
  expect(await fixture.call('reminder.edit', {id, by: '5m'})).toMatchObject({fireAt: scene.inMs(15 * MINUTE)});
  expect(await fixture.call('reminder.edit', {id, by: '-2m'})).toMatchObject({fireAt: scene.inMs(13 * MINUTE)});
  expect(await fixture.call('reminder.undo', {})).toMatchObject({fireAt: scene.inMs(15 * MINUTE)});
  await expect(fixture.call('reminder.edit', {id, by: '-1h'})).rejects.toThrow('It rings in 15 minutes');
  await expect(fixture.call('reminder.edit', {id, by: 'soon'})).rejects.toThrow("doesn't say how much later");
  await expect(fixture.call('reminder.edit', {id, by: '5m', when: 'at 9'})).rejects.toThrow('not both');
  const {steps} = await fixture.call('why', {id});
  expect(steps[0]?.what).toContain(', a timer');
  expect(steps.map(({what}) => what).filter(what => what.startsWith('changed'))).toHaveLength(2);
});

test('minutes added to a timer that has just rung let it ring again after them', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const {id} = await fixture.call('reminder.set', {in: '10m', message: 'pasta', timer: true});
  await fixture.clock.advance(11 * MINUTE);
  expect(await fixture.call('reminder.edit', {id, by: '3m'})).toMatchObject({
    state: 'pending',
    fireAt: scene.inMs(3 * MINUTE),
  });
  await fixture.clock.advance(3 * MINUTE + SECOND);
  expect(signal.texts).toEqual(['pasta', 'pasta']);
});

test('a plain reminder moves by a length, too, and a series is refused', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const {id} = await fixture.call('reminder.set', {in: '1h', message: 'call Bob'});
  expect(await fixture.call('reminder.edit', {id, by: '30m', message: 'call Ann'})).toMatchObject({
    fireAt: scene.inMs(90 * MINUTE),
    message: 'call Ann',
  });
  const series = await fixture.call('reminder.set', {repeat: 'every day at 9', message: 'pills'});
  await expect(fixture.call('reminder.edit', {id: series.id, by: '5m'})).rejects.toThrow('This reminder repeats');
});

test('only running timers are listed, the next first', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await fixture.call('reminder.set', {in: '1m', message: 'no timer'});
  await fixture.call('reminder.set', {message: '10m pasta', timer: true});
  await fixture.call('reminder.set', {message: '4m eggs', timer: true});
  const running = async () => (await fixture.call('reminder.list', {timer: true})).reminders.map(each => each.message);
  expect(await running()).toEqual(['eggs', 'pasta']);
  await fixture.clock.advance(5 * MINUTE);
  expect(await running()).toEqual(['pasta']);
});

test('a timer lasts as long as it was set for when the clock is set back an hour', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const {id} = await fixture.call('reminder.set', {message: '10m pasta', timer: true});
  const plain = await fixture.call('reminder.set', {in: '10m', message: 'meeting'});
  fixture.clock.set(fixture.clock.now() - HOUR);
  await fixture.clock.advance(MINUTE);
  expect(await fixture.call('reminder.get', {id: plain.id})).toMatchObject({fireAt: plain.fireAt});
  await fixture.clock.advance(9 * MINUTE + 5 * SECOND);
  expect(signal.texts).toEqual(['pasta']);
  expect((await fixture.call('why', {id})).steps.some(({what}) => what.includes('clock was set back'))).toBe(true);
});

test('a timer rings over the night on which clocks go back, after its length', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  fixture.clock.set(Date.UTC(2027, 9, 31, 0, 30));
  const {fireAt} = await fixture.call('reminder.set', {message: '90 minutes bread', timer: true});
  expect(fireAt).toBe('2027-10-31T02:00:00.000Z');
});

test('a timer survives a kill, and rings late after one', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await fixture.call('reminder.set', {message: '10m pasta', timer: true});
  fixture.clock.set(fixture.clock.now() + 30 * MINUTE);
  await using again = await fixture.restart();
  await again.clock.advance(SECOND);
  expect(signal.texts).toEqual([expect.stringContaining('pasta')]);
});

test('/timer on the phone starts a timer and lists what is left', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await signal.says('alice-uuid', '/timer 10m pasta');
  await fixture.clock.advance(SECOND);
  await signal.says('alice-uuid', '/timer');
  await fixture.clock.advance(SECOND);
  expect(signal.texts).toEqual(['Timer until today 12:10 CET: pasta', '- 10m left: pasta']);
});
