// A reminder that is answered before it has left isn't sent any more, with or without an order of ways. An undo brings it back.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default']};
const ORDERED = {...ALICE, reach: ['signal', 'ntfy']};
const SIGNAL_ONLY = {...ALICE, match: ['terminal:default', 'signal:alice-uuid']};

const openScene = async (user: object) => {
  const home = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const fixture = await openTestDaemon({home: home.path, config: {users: [user]}, channels: [signal, ntfy]});
  return {
    fixture,
    signal,
    ntfy,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

/** A reminder that fired two minutes ago while Signal was down. */
const waiting = async (user: object, more: object = {}) => {
  const scene = await openScene(user);
  const {fixture, signal} = scene;
  signal.turn('down');
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'pills', user: 'alice', ...more});
  await fixture.clock.advance(2 * MINUTE);
  return {...scene, id};
};

const ANSWERED = 'The reminder no longer waits for an answer.';

test.each([
  ['done', 'reminder.done', {}],
  ['snoozed', 'reminder.snooze', {in: '3h'}],
] as const)(
  'a reminder that is %s while its channel is down is not sent, and outbox and why show the reason',
  async (...of) => {
    const [, method, more] = of;
    await using scene = await waiting(SIGNAL_ONLY);
    const {fixture, signal, id} = scene;
    await fixture.call(method, {id, ...more});
    const {deliveries} = await fixture.call('outbox.list', {});
    expect(deliveries).toMatchObject([{state: 'dead', discarded: true, lastError: ANSWERED}]);
    const {steps} = await fixture.call('why', {id});
    expect(steps.map(({what}) => what)).toContain(`discarded before the first attempt: ${ANSWERED}`);
    signal.turn('up');
    await fixture.clock.advance(HOUR);
    expect(signal.texts).toEqual([]);
    if (method === 'reminder.done') return;
    await fixture.clock.advance(2 * HOUR);
    expect(signal.texts).toEqual(['pills']);
  },
);

test.each([
  ['an order of ways', ORDERED],
  ['no order of ways', SIGNAL_ONLY],
])('an undo of done sends what the answer had withdrawn, with %s', async (_, user) => {
  await using scene = await waiting(user);
  const {fixture, signal, id} = scene;
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(SECOND);
  await fixture.call('reminder.undo', {});
  signal.turn('up');
  await fixture.clock.advance(10 * SECOND);
  expect(signal.texts).toEqual(['pills']);
});

test('after an undo of done, the next way follows', async () => {
  await using scene = await waiting(ORDERED);
  const {fixture, signal, ntfy, id} = scene;
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(SECOND);
  await fixture.call('reminder.undo', {});
  await fixture.clock.advance(2 * MINUTE);
  expect([signal.texts, ntfy.texts]).toEqual([[], ['pills']]);
});

test('done ends the waiting copies of earlier occurrences too; a confirmation is sent', async () => {
  await using scene = await openScene(ALICE);
  const {fixture, signal, ntfy} = scene;
  ntfy.turn('down');
  await fixture.call('reminder.set', {repeat: 'FREQ=HOURLY', message: 'pills', user: 'alice'});
  await fixture.clock.advance(2 * HOUR + MINUTE);
  expect(signal.texts.length).toBeGreaterThan(1);
  await signal.says('alice-uuid', 'done');
  ntfy.turn('up');
  await fixture.clock.advance(MINUTE);
  expect(ntfy.texts).toEqual([]);
  expect(signal.texts.at(-1)).toMatch(/^Done: "pills"\./u);
});

test.each([
  ['an order of ways', ORDERED, 3 * MINUTE],
  ['no order of ways', ALICE, 0],
])('a reminder answered while it is being sent on another way is not tried again there, with %s', async (...of) => {
  const [, user, later] = of;
  await using scene = await openScene(user);
  const {fixture, signal, ntfy} = scene;
  const {promise, resolve} = Promise.withResolvers<'later'>();
  ntfy.answer(promise);
  await fixture.call('reminder.set', {in: '5m', message: 'pill', user: 'alice'});
  await fixture.clock.advance(5 * MINUTE + later + SECOND);
  expect([signal.texts, ntfy.attempts.length]).toEqual([['pill'], 1]);
  await signal.says('alice-uuid', 'done');
  await fixture.clock.advance(SECOND);
  ntfy.answer('accept');
  resolve('later');
  await fixture.clock.advance(HOUR);
  expect(ntfy.texts).toEqual([]);
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries.filter(({address}) => address === 'ntfy:default')).toMatchObject([
    {state: 'dead', discarded: true},
  ]);
});

test('a reminder answered while it is being sent counts as sent if the channel accepts it', async () => {
  await using scene = await openScene(SIGNAL_ONLY);
  const {fixture, signal} = scene;
  const {promise, resolve} = Promise.withResolvers<'accept'>();
  signal.answer(promise);
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'pill', user: 'alice'});
  await fixture.clock.advance(MINUTE + SECOND);
  await fixture.call('reminder.done', {id});
  resolve('accept');
  await fixture.clock.advance(SECOND);
  const [sent] = (await fixture.call('outbox.list', {})).deliveries;
  expect(sent).toMatchObject({state: 'sent'});
  expect(sent).not.toHaveProperty('discarded');
});

test('a cancelled series rings on no further way', async () => {
  await using scene = await openScene(ORDERED);
  const {fixture, signal, ntfy} = scene;
  const {id} = await fixture.call('reminder.set', {
    repeat: 'FREQ=DAILY',
    when: '13:00',
    message: 'pills',
    user: 'alice',
  });
  await fixture.clock.advance(HOUR + SECOND);
  expect(signal.texts).toEqual(['pills']);
  await fixture.call('reminder.cancel', {id});
  await fixture.clock.advance(HOUR);
  expect(ntfy.texts).toEqual([]);
});
