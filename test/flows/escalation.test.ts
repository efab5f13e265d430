// Ways of unprompted messages, and escalation when nothing confirms that the person knows. A clock moved by hand.
import {expect, test} from 'vitest';
import type {Store} from '../../src/daemon/ports/store.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
} as const;
const BOB = {
  name: 'bob',
  trust: 'familiar',
  match: ['signal:bob-uuid', 'ntfy:bob'],
  reach: ['signal', 'ntfy'],
} as const;

const openScene = async (alice: object = {}) => {
  const dir = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const config = {users: [{...ALICE, ...alice}, BOB]};
  const fixture = await openTestDaemon({home: dir.path, config, channels: [signal, ntfy]});
  return {
    fixture,
    signal,
    ntfy,
    rang: () => ({signal: signal.texts, ntfy: ntfy.texts}),
    /** Stores something beside the daemon. */
    keep: (work: (store: Store) => void) => {
      using store = openTestStore({path: databaseIn(dir.path), clock: fixture.clock});
      store.transact(() => work(store));
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const databaseIn = (home: string) => placesOf({ROOSTER_HOME: home}, home).database;

const remind = (fixture: TestDaemon, to: {user?: string; to?: string} = {}) =>
  fixture.call('reminder.set', {in: '5m', message: 'tea', user: 'alice', ...to} as never);
const key = (fixture: TestDaemon, focused = true) => fixture.call('client.presence', {active: true, focused});

/** The terminal shows its newest message, as the terminal UI does. */
const show = async (fixture: TestDaemon) => {
  const {messages} = await fixture.call('session.history', {session: 'rooster:main', limit: 1});
  await fixture.call('session.read', {session: 'rooster:main', upTo: messages[0]?.id ?? 'msg_0'});
};

test('a reminder goes to the terminal while its person is there, and nothing else rings once it was shown', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await remind(fixture);
  await fixture.clock.advance(4 * MINUTE);
  await key(fixture);
  await fixture.clock.advance(MINUTE);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
  await show(fixture);
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
});

test('a reminder that the terminal did not show goes to the phone after three minutes, marked', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE - SECOND);
  await key(fixture);
  await fixture.clock.advance(3 * MINUTE);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
  await fixture.clock.advance(SECOND);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: []});
  expect(signal.sent[0]?.also).toEqual(['terminal']);
});

test('a reminder goes to the phone while its person is away, and to the next way if the phone does not get it', async () => {
  await using scene = await openScene();
  const {fixture, ntfy} = scene;
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: []});
  await fixture.clock.advance(3 * MINUTE);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
  expect(ntfy.sent[0]?.also).toEqual(['signal']);
  await fixture.clock.advance(13 * HOUR);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
});

test('a terminal without focus, or without a key for three minutes, is not where its person is', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await remind(fixture);
  await fixture.clock.advance(MINUTE);
  await key(fixture);
  await fixture.clock.advance(3 * MINUTE);
  await key(fixture, false);
  await fixture.clock.advance(MINUTE);
  expect(scene.rang().signal).toEqual(['tea']);
});

test('an unwatched terminal confirms nothing, until somebody presses a key there', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE - SECOND);
  await key(fixture);
  await fixture.clock.advance(SECOND);
  await fixture.call('client.presence', {active: false, focused: false});
  await show(fixture);
  await fixture.clock.advance(3 * MINUTE);
  expect(scene.rang().signal).toEqual(['tea']);
  await key(fixture);
  await fixture.clock.advance(HOUR);
  expect(scene.rang().ntfy).toEqual([]);
});

test('the confirmation names the ways in their order', async () => {
  await using scene = await openScene();
  expect(await remind(scene.fixture)).toMatchObject({delivery: [], ways: ALICE.match});
  expect((await remind(scene.fixture, {to: 'ntfy:default'})).delivery).toEqual(['ntfy:default']);
});

test('an address that was named gets the reminder, wherever its person is', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await remind(fixture, {to: 'ntfy:default'});
  await fixture.clock.advance(5 * MINUTE - SECOND);
  await key(fixture);
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['tea']});
});

test('without an order of ways, every address that rings gets it at once', async () => {
  await using scene = await openScene({reach: undefined});
  const {fixture} = scene;
  await remind(fixture);
  await key(fixture);
  await fixture.clock.advance(5 * MINUTE);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
});

test('done anywhere ends it, and a copy that has not left is withdrawn', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const {id} = await remind(fixture);
  signal.turn('down');
  await fixture.clock.advance(8 * MINUTE);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['tea']});
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(SECOND);
  signal.turn('up');
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['tea']});
});

test.each([
  ['before it is no answer to it', 4 * MINUTE, ['tea']],
  ['after it is one', 6 * MINUTE, []],
])('what its person writes there %s', async (_, afterMs, rung) => {
  await using scene = await openScene({reach: ['signal', 'ntfy']});
  const {fixture, signal, ntfy} = scene;
  await remind(fixture);
  await fixture.clock.advance(afterMs);
  // As Signal's inbox does with the message itself.
  scene.keep(store => store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: fixture.clock.now(), id: 'one'}));
  await signal.says('alice-uuid', 'Hello.');
  await fixture.clock.advance(8 * MINUTE);
  expect(ntfy.texts).toEqual(rung);
});

test('a copy that a person holds back goes on to no other way, until it is released', async () => {
  await using scene = await openScene();
  const {fixture, signal, ntfy} = scene;
  signal.turn('down');
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE);
  const [delivery] = (await fixture.call('outbox.list', {})).deliveries;
  const id = delivery?.id ?? 'dlv_0';
  await fixture.call('outbox.hold', {id});
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
  await fixture.call('outbox.release', {id});
  await fixture.clock.advance(2 * MINUTE);
  expect(ntfy.texts).toEqual(['tea']);
});

test('a copy that has not left stays here once the terminal showed it', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  signal.turn('down');
  scene.ntfy.turn('down');
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE - SECOND);
  await key(fixture);
  await fixture.clock.advance(4 * MINUTE);
  expect((await fixture.call('outbox.list', {state: 'queued'})).deliveries).toHaveLength(1);
  await key(fixture);
  await show(fixture);
  signal.turn('up');
  scene.ntfy.turn('up');
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
});

test('a start ends what the last daemon had no time to end', async () => {
  using home = tempDir();
  const channels = [fakeChannel('signal'), fakeChannel('ntfy')];
  const before = await openTestDaemon({home: home.path, config: {users: [ALICE, BOB]}, channels});
  const {clock} = before;
  const {id} = await remind(before);
  await clock.advance(5 * MINUTE + SECOND);
  await before[Symbol.asyncDispose]();
  // It died right after the receipt was stored.
  {
    using store = openTestStore({path: databaseIn(home.path), clock});
    const [sent] = store.deliveries.list({limit: 9});
    if (sent === undefined) throw new Error('nothing was sent');
    store.transact(() => store.deliveries.update({...sent, state: 'read'}, sent));
  }
  await using after = await openTestDaemon({home: home.path, clock, channels});
  await clock.advance(SECOND);
  const {steps} = await after.call('why', {id});
  expect(steps.map(({what}) => what)).toContain('read, so no other channel is tried');
});

test('a way that failed for good is followed at once by the next one', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  signal.answer('never');
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE + SECOND);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['tea']});
});

test('a dead way and no answer: the phone gets it later, marked, so nothing is lost', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  signal.turn('down');
  await remind(fixture);
  await fixture.clock.advance(9 * MINUTE);
  signal.turn('up');
  await fixture.clock.advance(MINUTE);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
  expect(signal.sent[0]?.also).toEqual(['ntfy']);
});

test("two people in one house are reached on their own ways; a key at the terminal is the owner's", async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  await remind(fixture);
  await remind(fixture, {user: 'bob'});
  await fixture.clock.advance(5 * MINUTE - SECOND);
  await key(fixture);
  await fixture.clock.advance(SECOND);
  await show(fixture);
  await fixture.clock.advance(HOUR);
  expect(signal.sent.map(({to}) => to)).toEqual(['signal:bob-uuid']);
  expect(scene.ntfy.sent.map(({to}) => to)).toEqual(['ntfy:bob']);
});

test('the time to confirm is the one that was configured, for each kind of message', async () => {
  await using scene = await openScene({reach: {reminder: ['ntfy', 'signal']}, reachAfter: '90s'});
  const {fixture} = scene;
  await remind(fixture);
  await fixture.clock.advance(5 * MINUTE);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['tea']});
  await fixture.clock.advance(90 * SECOND);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
});

test('a daemon that stopped in between continues with the next way, once', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await remind(fixture);
  await fixture.clock.advance(6 * MINUTE);
  const again = await fixture.restart();
  await again.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
  await using last = await again.restart();
  await last.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: ['tea'], ntfy: ['tea']});
});

const PATH = /^(?:goes|also goes|queued|accepted|delivered|read|shown|answered)/u;

test('the outbox has one delivery for a person and a message, with every way in it, and why tells the chain', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const {id} = await remind(fixture);
  await fixture.clock.advance(3 * MINUTE);
  await key(fixture);
  await fixture.clock.advance(2 * MINUTE);
  await fixture.clock.advance(4 * MINUTE);
  const people = fixture.events.flatMap(event => (event.type === 'delivery.sent' ? [event.delivery.person] : []));
  expect(people).toEqual(['alice', 'alice']);
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]).toMatchObject({
    person: 'alice',
    address: 'signal:alice-uuid',
    attemptsBy: [
      {way: 'terminal', at: '2026-11-21T11:05:00.000Z', state: 'sent', reason: 'alice was at the terminal'},
      {
        way: 'signal',
        at: '2026-11-21T11:08:00.000Z',
        state: 'sent',
        reason: 'not shown at the terminal within 3 minutes, the last key was at 12:03',
      },
    ],
  });
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(SECOND);
  const {steps} = await fixture.call('why', {id});
  const told = steps.map(({what}) => what).filter(what => PATH.test(what));
  expect(told).toEqual([
    'goes to the terminal: alice was at the terminal',
    'queued for the terminal: "tea"',
    'accepted for the terminal',
    'also goes to alice on signal: not shown at the terminal within 3 minutes, the last key was at 12:03',
    'queued for alice on signal: "tea"',
    'accepted for alice on signal',
    'answered, so no other channel is tried',
  ]);
  expect((await fixture.call('why', {id: deliveries[0]?.id ?? ''})).steps.map(({what}) => what)).toEqual(
    expect.arrayContaining(['goes to the terminal: alice was at the terminal']),
  );
});
