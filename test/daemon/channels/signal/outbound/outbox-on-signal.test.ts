// The outbox over Signal's outbound side, with a signal-cli that fails on request and a clock moved by hand: which of 200 deliveries leave,
// in which order, and how often.
// @module-tag deep
import {expect, test} from 'vitest';
import {createSender} from '../../../../../src/daemon/channels/signal/outbound/sender.ts';
import type {CallReply} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {createSignalRpc} from '../../../../../src/daemon/channels/signal-cli/calls/signal-rpc.ts';
import {createOutbox} from '../../../../../src/daemon/delivery/outbox.ts';
import {startOutboxDrain} from '../../../../../src/daemon/delivery/outbox-drain.ts';
import {createOutboxService} from '../../../../../src/daemon/flows/outbox-service.ts';
import type {Channel} from '../../../../../src/daemon/ports/channel.ts';
import {createFolder} from '../../../../../src/daemon/workspace/folder.ts';
import type {Delivery} from '../../../../../src/shared/records/delivery/delivery.ts';
import {HOUR, MINUTE, SECOND} from '../../../../../src/shared/time/time.ts';
import {countingIds} from '../../../../support/counting-ids.ts';
import {fakeClock, settle} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {openTestStore} from '../../../store/store-fixture.ts';
import {ALICE, results} from './sender-fixture.ts';

const DOWN: CallReply = {kind: 'unsent', because: 'signal-cli is not running'};
const LOST: CallReply = {kind: 'lost', because: 'the connection broke'};
const NO_NETWORK: CallReply = {
  kind: 'error',
  code: -32603,
  message: 'Failed to send message: Connection closed! (IOException) (UnexpectedErrorException)',
};

test('signal-cli down for an hour, noticed or not: every delivery goes out afterwards, in order, once', async () => {
  for (const isKnown of [true, false]) {
    await using fixture = startDaemon();
    fixture.fail(() => DOWN, {isKnown});
    await fixture.queue200();
    await fixture.clock.advance(HOUR);
    fixture.fail(undefined);
    await fixture.clock.advance(MINUTE);
    fixture.expectAllInOrderOnce();
    expect(fixture.deliveries().every(({attempts, repeat}) => attempts === 1 && !repeat)).toBe(true);
  }
});

test('rate-limited for an hour: one attempt meanwhile; afterwards every delivery goes out in order, once', async () => {
  await using fixture = startDaemon();
  let asked = 0;
  fixture.fail(({recipient}) => {
    asked += 1;
    return results([[String(recipient), 'RATE_LIMIT_FAILURE', {retryAfterSeconds: 3_600}]]);
  });
  await fixture.queue200();
  await fixture.clock.advance(35 * MINUTE - SECOND);
  expect(asked).toBe(1);
  fixture.fail(undefined);
  await fixture.clock.advance(MINUTE);
  fixture.expectAllInOrderOnce();
});

test('no network for an hour: every delivery goes out afterwards in order; an uncertain one is marked', async () => {
  await using fixture = startDaemon();
  fixture.fail(() => NO_NETWORK);
  await fixture.queue200();
  await fixture.clock.advance(HOUR);
  fixture.fail(undefined);
  await fixture.clock.advance(2 * HOUR);
  fixture.expectAllInOrderOnce();
  const tried = fixture.deliveries().filter(({attempts}) => attempts > 1);
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.every(({repeat}) => repeat)).toBe(true);
});

test('a send result lost after sending: the message goes out once more, marked, and not again', {
  tags: ['fast'],
}, async () => {
  await using fixture = startDaemon();
  let lost = 1;
  fixture.fail(() => (lost-- > 0 ? LOST : undefined), {isSent: true});
  fixture.queue('signal:alice-uuid', 'hello');
  await fixture.clock.advance(HOUR);
  expect(fixture.heard()).toEqual(['hello', 'hello']);
  expect(fixture.deliveries()).toMatchObject([{state: 'sent', repeat: true, attempts: 2}]);
});

test('send results that are always lost: two attempts, then a person decides', async () => {
  await using fixture = startDaemon();
  fixture.fail(() => LOST, {isSent: true});
  fixture.queue('signal:alice-uuid', 'hello');
  await fixture.clock.advance(24 * HOUR);
  expect(fixture.heard()).toEqual(['hello', 'hello']);
  expect(fixture.deliveries()).toMatchObject([
    {state: 'dead', repeat: true, lastError: expect.stringContaining('already sent this twice')},
  ]);
  fixture.fail(undefined);
  fixture.outboxService.operate('outbox.retry', fixture.deliveries()[0]?.id ?? '');
  await fixture.clock.advance(SECOND);
  expect(fixture.deliveries()).toMatchObject([{state: 'sent', repeat: true}]);
});

test('an untrusted identity delays only that person; after trust, waiting messages go out in order, uncounted', async () => {
  await using fixture = startDaemon();
  fixture.fail(({recipient}) => (recipient === ALICE ? results([[ALICE, 'IDENTITY_FAILURE']]) : undefined));
  fixture.queue(`signal:${ALICE}`, 'one');
  fixture.queue(`signal:${ALICE}`, 'two');
  fixture.queue('signal:bob-uuid', 'for Bob');
  await fixture.clock.advance(10 * HOUR);
  expect(fixture.heard()).toEqual(['for Bob']);
  expect(fixture.deliveries()[0]).toMatchObject({
    state: 'queued',
    attempts: 0,
    repeat: false,
    lastError: expect.stringContaining('safety number'),
  });
  fixture.fail(undefined);
  expect(fixture.outboxService.unblock('signal', ({address}) => address === `signal:${ALICE}`)).toBe(2);
  await fixture.clock.advance(SECOND);
  expect(fixture.heard()).toEqual(['for Bob', 'one', 'two']);
});

test('a message goes out within the hour after another program trusts the identity', async () => {
  await using fixture = startDaemon();
  fixture.fail(() => results([[ALICE, 'IDENTITY_FAILURE']]));
  fixture.queue(`signal:${ALICE}`, 'one');
  await fixture.clock.advance(MINUTE);
  fixture.fail(undefined);
  await fixture.clock.advance(HOUR);
  expect(fixture.heard()).toEqual(['one']);
});

test("a recipient without an account fails immediately and doesn't delay later messages", async () => {
  await using fixture = startDaemon();
  fixture.fail(({message}) => (message === 'one' ? results([[ALICE, 'UNREGISTERED_FAILURE']]) : undefined));
  fixture.queue(`signal:${ALICE}`, 'one');
  fixture.queue(`signal:${ALICE}`, 'two');
  await fixture.clock.advance(SECOND);
  expect(fixture.deliveries()).toMatchObject([
    {state: 'dead', attempts: 1, lastError: expect.stringContaining('no Signal account')},
    {state: 'sent'},
  ]);
});

test('results that arrive out of order belong to their own deliveries', async () => {
  await using fixture = startDaemon();
  const replies = new Map<string, (reply: CallReply) => void>();
  fixture.fail(
    ({message}) =>
      new Promise<CallReply>(resolve => {
        replies.set(String(message), resolve);
      }),
  );
  fixture.queue('signal:alice-uuid', 'for Alice');
  fixture.queue('signal:bob-uuid', 'for Bob');
  await fixture.clock.advance(SECOND);
  replies.get('for Bob')?.(results([['bob-uuid', 'SUCCESS']]));
  await settle();
  expect(fixture.deliveries().map(({text, state}) => [text, state])).toEqual([
    ['for Alice', 'sending'],
    ['for Bob', 'sent'],
  ]);
  replies.get('for Alice')?.(results([['alice-uuid', 'UNREGISTERED_FAILURE']]));
  await settle();
  expect(fixture.deliveries()[0]).toMatchObject({text: 'for Alice', state: 'dead'});
});

type Asked = Readonly<Record<string, unknown>>;
type Failing = (asked: Asked) => CallReply | Promise<CallReply> | undefined;

const startDaemon = () => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const ids = countingIds();
  const log = memoryLog();
  const heard: Asked[] = [];
  let failing: Failing = () => undefined;
  let isDown = false;
  let isSentAnyway = false;
  let at = 1_700_000_000_000;
  const sender = createSender({
    rpc: createSignalRpc({
      call: async (_, params) => {
        const failed = await failing(params);
        if (failed === undefined || isSentAnyway) heard.push(params);
        at += 1;
        return failed ?? {kind: 'result', result: {results: [], timestamp: at}};
      },
    }),
    store,
    log,
    pauseMark: 'pause',
    clock,
    own: () => ({uuid: 'own-uuid'}),
    people: {personAt: uuid => ({uuid})},
    files: {by: 'path', files: createFolder('/nowhere')},
    onPause: () => pump.reschedule(),
  });
  const status = (): 'up' | 'down' => (isDown || sender.pause() !== undefined ? 'down' : 'up');
  const channel: Channel = {
    name: 'signal',
    status: () => ({channel: 'signal', inbound: 'up', outbound: status()}),
    listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
    send: sender.send,
  };
  const pump = startOutboxDrain({store, clock, log, ids, channel, jitter: () => 0});
  const outbox = createOutbox({clock, ids, store});
  const queue = (address: Delivery['address'], text: string): void => {
    store.transact(emit => outbox.enqueue({key: `${text}@${address}`, address, text, session: 'rooster:main'}, emit));
  };
  const deliveries = (): readonly Delivery[] => store.deliveries.list({limit: 1_000}).toReversed();
  return {
    clock,
    deliveries,
    outboxService: createOutboxService({store, reschedule: pump.reschedule}),
    /** The arrived messages, in order. */
    heard: () => heard.map(({message}) => String(message)),
    fail: (fail: Failing | undefined, {isKnown = false, isSent = false} = {}) => {
      failing = fail ?? (() => undefined);
      isDown = isKnown;
      isSentAnyway = isSent;
    },
    queue,
    /** Twenty for each of ten people, an eighth of a minute apart. */
    queue200: async () => {
      for (let number = 0; number < 200; number += 1) {
        queue(`signal:person-${number % 10}`, `${number}`);
        await clock.advance(7.5 * SECOND);
      }
    },
    expectAllInOrderOnce: () => {
      expect(deliveries().map(({state}) => state)).toEqual(Array.from({length: 200}, () => 'sent'));
      for (let person = 0; person < 10; person += 1) {
        const numbers = heard.filter(({recipient}) => recipient === `person-${person}`).map(({message}) => message);
        expect(numbers).toEqual(Array.from({length: 20}, (_, index) => `${index * 10 + person}`));
      }
      console.log(`${deliveries().length} deliveries to 10 people: ${heard.length} arrived, 0 lost, 0 twice, in order`);
    },
    [Symbol.asyncDispose]: async () => {
      const closed = pump[Symbol.asyncDispose]();
      await clock.advance(5 * SECOND);
      await closed;
      sender[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};
