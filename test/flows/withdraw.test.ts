// A message answered on one way is withdrawn on the others: deleted where the channel can, else marked. A clock moved by hand.
import {expect, test} from 'vitest';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {startNtfyServer} from '../support/ntfy-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  timezone: 'UTC',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
};

/** A reminder that rang on Signal and, three minutes later, on ntfy. */
const rung = async () => {
  const home = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const fixture = await openTestDaemon({home: home.path, config: {users: [ALICE]}, channels: [signal, ntfy]});
  const {id} = await fixture.call('reminder.set', {in: '5m', message: 'tea', user: 'alice'});
  await fixture.clock.advance(8 * MINUTE + SECOND);
  expect([signal.texts, ntfy.texts]).toEqual([['tea'], ['tea']]);
  return {
    fixture,
    signal,
    ntfy,
    id,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

const ways = async (fixture: TestDaemon) => {
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries).toHaveLength(1);
  return deliveries[0]?.attemptsBy?.map(({way, state, afterwards}) => [way, state, afterwards]);
};
const timesAsked = ({withdrawn}: FakeChannel) => withdrawn.length;

test('an answer withdraws the unread copies: deleted on one way, marked on another; outbox and why show it', async () => {
  await using scene = await rung();
  const {fixture, signal, ntfy, id} = scene;
  signal.withdrawBy('marked');
  ntfy.withdrawBy('deleted');
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(SECOND);
  expect(signal.withdrawn).toMatchObject([{to: 'signal:alice-uuid', answered: true}]);
  expect(ntfy.withdrawn).toMatchObject([{to: 'ntfy:default', answered: true}]);
  expect(await ways(fixture)).toEqual([
    ['signal', 'sent', 'marked'],
    ['ntfy', 'sent', 'deleted'],
  ]);
  const {steps} = await fixture.call('why', {id});
  expect(steps.map(({what}) => what)).toEqual(
    expect.arrayContaining(['marked as answered for alice on signal', expect.stringMatching(/^deleted for .*ntfy/u)]),
  );
  await fixture.clock.advance(HOUR);
  expect([signal, ntfy].map(timesAsked)).toEqual([1, 1]);
});

test('what the terminal has shown is withdrawn from the phones at once', async () => {
  await using scene = await rung();
  const {fixture, signal, ntfy} = scene;
  const {messages} = await fixture.call('session.history', {session: 'rooster:main', limit: 1});
  await fixture.call('session.read', {session: 'rooster:main', upTo: messages[0]?.id ?? 'msg_0'});
  await fixture.clock.advance(SECOND);
  expect([signal, ntfy].map(({withdrawn}) => withdrawn)).toMatchObject([[{answered: false}], [{answered: false}]]);
});

test('a channel that is down is asked again until it answers, even after a restart', async () => {
  await using scene = await rung();
  const {fixture, signal, ntfy, id} = scene;
  ntfy.withdrawBy(new GatewayError('unavailable', 'ntfy is down.'));
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(5 * MINUTE);
  expect(timesAsked(ntfy)).toBeGreaterThan(2);
  const again = await fixture.restart();
  ntfy.withdrawBy('deleted');
  await again.clock.advance(2 * MINUTE);
  const asked = timesAsked(ntfy);
  await again.clock.advance(HOUR);
  expect(timesAsked(ntfy)).toBe(asked);
  expect(timesAsked(signal)).toBe(1);
  expect(await ways(again)).toEqual([
    ['signal', 'sent', undefined],
    ['ntfy', 'sent', 'deleted'],
  ]);
  await again[Symbol.asyncDispose]();
});

test('a refusal for good is not repeated, and nothing is asked for longer than half a day', async () => {
  await using scene = await rung();
  const {fixture, signal, ntfy, id} = scene;
  signal.withdrawBy(new GatewayError('invalid', 'Too old.'));
  ntfy.withdrawBy(new GatewayError('unavailable', 'ntfy is down.'));
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(13 * HOUR);
  expect(timesAsked(signal)).toBe(1);
  const asked = timesAsked(ntfy);
  await fixture.clock.advance(HOUR);
  expect(timesAsked(ntfy)).toBe(asked);
});

test.each([
  [true, 0],
  [false, 1],
])('a real ntfy server that can delete (%s) shows %i notifications after the answer', async (deletes, left) => {
  using home = tempDir();
  await using server = await startNtfyServer({deletes});
  const users = [{...ALICE, match: ['terminal:default', 'ntfy:default'], reach: ['ntfy', 'terminal']}];
  const config = {users, ntfy: {url: server.url, topic: 'top'}};
  await using fixture = await openTestDaemon({home: home.path, config});
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'tea', user: 'alice'});
  await fixture.whileTimePasses(fixture.event('delivery.sent'));
  expect(server.shown('top')).toHaveLength(1);
  await fixture.call('reminder.done', {id});
  const then = async () => (await ways(fixture))?.[0]?.[2];
  await fixture.clock.advance(SECOND);
  await expect.poll(then).toBe(deletes ? 'deleted' : undefined);
  expect(server.shown('top')).toHaveLength(left);
});
