import {expect, test} from 'vitest';
import {outboundOf} from '../../../src/daemon/delivery/outbound.ts';
import {startOutboxDrain} from '../../../src/daemon/delivery/outbox-drain.ts';
import {withdrawUnsent} from '../../../src/daemon/delivery/withdraw-unsent.ts';
import type {Store} from '../../../src/daemon/ports/store.ts';
import type {Address} from '../../../src/shared/records/address.ts';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {SendFailure} from '../../../src/shared/records/delivery/send-failure.ts';
import type {DeliveryId} from '../../../src/shared/records/ids.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {type FakeChannel, fakeChannel} from '../../support/fake-channel.ts';
import {type FakeClock, fakeClock, settle} from '../../support/fake-clock.ts';
import {type MemoryLog, memoryLog} from '../../support/memory-log.ts';
import {openTestStore} from '../store/store-fixture.ts';

test('a queued delivery is sent immediately, without a poke', async () => {
  await using fixture = openOutbox();
  fixture.queue('signal:alice', 'one');
  await fixture.clock.advance(0);
  expect(fixture.channel.texts).toEqual(['one']);
  expect(fixture.only()).toMatchObject({state: 'sent', attempts: 1, sentAt: fixture.clock.now()});
  expect(fixture.events()).toEqual(['delivery.queued', 'delivery.sent']);
});

test('the replies of one conversation go out in order: a later one never overtakes a retry', async () => {
  await using fixture = openOutbox();
  let refusals = 2;
  fixture.channel.answer(({text}) => {
    if (text !== 'one') return 'accept';
    refusals -= 1;
    return refusals >= 0 ? 'later' : 'accept';
  });
  for (const text of ['one', 'two', 'three']) fixture.queue('signal:alice', text, REPLY);
  await fixture.clock.advance(MINUTE);
  expect(fixture.channel.texts).toEqual(['one', 'two', 'three']);
  expect(fixture.channel.attempts.map(({text}) => text)).toEqual(['one', 'one', 'one', 'two', 'three']);
});

test('a reminder passes a delivery to the same address that failed, and a reply of another conversation does too', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({text}) => (text === 'poison' ? 'later' : 'accept'));
  fixture.queue('signal:alice', 'poison', REPLY);
  fixture.queue('signal:alice', 'take the pill B');
  fixture.queue('signal:alice', 'an announcement', {...REPLY, runId: 'run_1'});
  fixture.queue('signal:alice', 'another conversation', {...REPLY, session: 'rooster:main'});
  await fixture.clock.advance(SECOND);
  expect(fixture.channel.texts).toEqual(['take the pill B', 'an announcement', 'another conversation']);
});

test('a send that hangs is passed after a second', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({text}) => (text === 'poison' ? 'hang' : 'accept'));
  fixture.queue('signal:alice', 'poison');
  fixture.queue('signal:alice', 'take the pill B');
  await fixture.clock.advance(SECOND - 1);
  expect(fixture.channel.texts).toEqual([]);
  await fixture.clock.advance(1);
  expect(fixture.channel.texts).toEqual(['take the pill B']);
});

test('sends that hang at one address leave room for others', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({to}) => (to === 'signal:bob' ? 'hang' : 'accept'));
  for (let index = 0; index < 30; index += 1) fixture.queue('signal:bob', `${index}`);
  await fixture.clock.advance(20 * SECOND);
  fixture.queue('signal:alice', 'for Alice');
  await fixture.clock.advance(0);
  expect(fixture.channel.texts).toEqual(['for Alice']);
});

test('a service that says when to try again is left alone until then, by all its deliveries', async () => {
  await using fixture = openOutbox();
  const limited = new SendFailure('Too many messages.', {retry: 'later', retryAfterMs: 40 * SECOND});
  fixture.channel.sendBy(async () => {
    throw limited;
  });
  for (const text of ['one', 'two', 'three']) fixture.queue('signal:alice', text);
  fixture.queue('signal:bob', 'four');
  await fixture.clock.advance(39 * SECOND);
  // Those to other addresses had left in the same moment.
  expect(fixture.channel.attempts.map(({text}) => text)).toEqual(['one', 'four']);
  expect(fixture.events().filter(type => type === 'delivery.failed')).toHaveLength(2);
  fixture.channel.sendBy(async () => ({at: 1}));
  await fixture.clock.advance(5 * SECOND);
  expect(fixture.states()).toEqual({one: 'sent', two: 'sent', three: 'sent', four: 'sent'});
});

test('deliveries to different addresses go out in parallel: a hanging one delays no other', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({to}) => (to === 'signal:bob' ? 'hang' : 'accept'));
  fixture.queue('signal:bob', 'for Bob');
  fixture.queue('signal:alice', 'for Alice');
  fixture.queue('signal:group:AAEC', 'for the group');
  await fixture.clock.advance(0);
  expect(fixture.channel.texts).toEqual(['for Alice', 'for the group']);
});

test('at most sixteen deliveries are sent at a time, and the rest follow', async () => {
  await using fixture = openOutbox();
  const {promise, resolve} = Promise.withResolvers<'accept'>();
  fixture.channel.answer(promise);
  for (let index = 0; index < 40; index += 1) fixture.queue(`signal:person-${index}`, `hello ${index}`);
  await fixture.clock.advance(0);
  expect(fixture.channel.attempts).toHaveLength(16);
  resolve('accept');
  await fixture.clock.advance(SECOND);
  expect(fixture.channel.sent).toHaveLength(40);
});

test('a temporary failure is retried with growing waits; its reason is kept until success', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer('later');
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  expect(fixture.only()).toMatchObject({
    state: 'queued',
    attempts: 1,
    lastError: 'signal cannot send right now.',
    nextAttemptAt: fixture.clock.now() + 2 * SECOND,
  });
  await fixture.clock.advance(2 * SECOND - 1);
  expect(fixture.channel.attempts).toHaveLength(1);
  await fixture.clock.advance(1);
  expect(fixture.channel.attempts).toHaveLength(2);
  fixture.channel.answer('accept');
  await fixture.clock.advance(10 * SECOND);
  expect(fixture.only()).toMatchObject({state: 'sent', attempts: 3, repeat: false});
  expect(fixture.only().lastError).toBeUndefined();
});

test('a failure for one recipient affects only that recipient', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({to}) => (to === 'signal:bob' ? 'never' : 'accept'));
  fixture.queue('signal:bob', 'for Bob');
  fixture.queue('signal:alice', 'for Alice');
  await fixture.clock.advance(DAY);
  expect(fixture.states()).toEqual({'for Bob': 'dead', 'for Alice': 'sent'});
  expect(fixture.channel.attempts.filter(({to}) => to === 'signal:bob')).toHaveLength(1);
});

test('a permanent failure is dead immediately, keeps its reason and unblocks later deliveries', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(({text}) => (text === 'one' ? 'never' : 'accept'));
  fixture.queue('signal:alice', 'one');
  fixture.queue('signal:alice', 'two');
  await fixture.clock.advance(0);
  expect(fixture.states()).toEqual({one: 'dead', two: 'sent'});
  expect(fixture.store.deliveries.list({state: 'dead', limit: 5})).toMatchObject([
    {text: 'one', lastError: 'signal:alice is not on signal.'},
  ]);
  expect(fixture.events()).toContain('delivery.dead');
});

test('a delivery that always fails is dead after thirty attempts', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer('later');
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(2 * DAY);
  expect(fixture.only()).toMatchObject({state: 'dead', attempts: 30});
  expect(fixture.channel.attempts).toHaveLength(30);
});

test('deliveries wait without ageing while the channel is down, and leave in order when it is up', async () => {
  await using fixture = openOutbox();
  fixture.channel.turn('down');
  fixture.queue('signal:alice', 'one');
  fixture.queue('signal:alice', 'two');
  await fixture.clock.advance(3 * HOUR);
  expect(fixture.channel.attempts).toEqual([]);
  expect(fixture.states()).toEqual({one: 'queued', two: 'queued'});
  fixture.channel.turn('up');
  await fixture.clock.advance(5 * SECOND);
  expect(fixture.channel.texts).toEqual(['one', 'two']);
});

test("an attempt during which the channel goes down doesn't count", async () => {
  await using fixture = openOutbox();
  fixture.channel.answer(() => {
    fixture.channel.turn('down');
    return 'later';
  });
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  expect(fixture.only()).toMatchObject({state: 'queued', attempts: 0});
});

test('a send without a result is doubted after a minute and repeated after ten seconds; later ones follow', async () => {
  await using fixture = openOutbox();
  fixture.channel.answer('hang');
  fixture.queue('signal:alice', 'hello', REPLY);
  await fixture.clock.advance(MINUTE - 1);
  expect(fixture.only()).toMatchObject({state: 'sending', attempts: 1});
  await fixture.clock.advance(1);
  expect(fixture.only()).toMatchObject({state: 'queued', repeat: true});
  expect(fixture.only().lastError).toContain('unknown whether the message arrived');
  fixture.channel.answer('accept');
  fixture.queue('signal:alice', 'and this', REPLY);
  await fixture.clock.advance(10 * SECOND - 1);
  expect(fixture.channel.attempts).toHaveLength(1);
  await fixture.clock.advance(1);
  expect(fixture.channel.sent).toMatchObject([
    {text: 'hello', repeat: true},
    {text: 'and this', repeat: false},
  ]);
  expect(fixture.states()).toMatchObject({hello: 'sent', 'and this': 'sent'});
});

test('a delivery interrupted by a crash is sent once more, marked as a repeat', async () => {
  await using fixture = openOutbox({
    before: store => store.deliveries.add({...aDelivery(7, 'signal:alice', 'hello'), state: 'sending', attempts: 1}),
  });
  await fixture.clock.advance(0);
  expect(fixture.channel.sent).toMatchObject([{text: 'hello', repeat: true}]);
  expect(fixture.only()).toMatchObject({state: 'sent', repeat: true, attempts: 2});
  await fixture.clock.advance(HOUR);
  expect(fixture.channel.attempts).toHaveLength(1);
});

test('a delivery of which its channel knows that it arrived once is no repeat', async () => {
  await using fixture = openOutbox({
    before: store => store.deliveries.add({...aDelivery(7, 'signal:alice', 'hello'), state: 'sending', attempts: 1}),
  });
  fixture.channel.sendBy(async () => ({at: 1, once: true}));
  await fixture.clock.advance(0);
  expect(fixture.only()).toMatchObject({state: 'sent', repeat: false});
});

test('a delivery that came back while its end was awaited stays dead; sent again by hand it is sent whole', async () => {
  await using fixture = openOutbox();
  fixture.channel.sendBy(async ({id}, _, onPart) => {
    await onPart({at: 1, channelIds: ['first']});
    fixture.store.transact(() => {
      const delivery = fixture.store.deliveries.get(id);
      if (delivery !== undefined) fixture.store.deliveries.update({...delivery, state: 'dead', sentAt: 1});
    });
    return {at: 2};
  });
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  expect(fixture.only()).toMatchObject({state: 'dead', sentAt: 1});
  expect(outboundOf(fixture.store, {...fixture.only(), state: 'queued'})).not.toHaveProperty(
    'accepted',
    expect.anything(),
  );
});

test('a delivery interrupted twice while sending is not sent a third time, and has that reason', async () => {
  await using fixture = openOutbox({
    before: store =>
      store.deliveries.add({...aDelivery(7, 'signal:alice', 'hello'), state: 'sending', attempts: 2, doubts: 1}),
  });
  await fixture.clock.advance(HOUR);
  expect(fixture.channel.attempts).toEqual([]);
  expect(fixture.only()).toMatchObject({state: 'dead', lastError: expect.stringContaining('already sent this twice')});
  expect(fixture.events()).toEqual(['delivery.dead']);
});

test('closing waits for deliveries that are being sent', async () => {
  const {promise, resolve} = Promise.withResolvers<'accept'>();
  const fixture = openOutbox();
  fixture.channel.answer(promise);
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  const closed = fixture.pump[Symbol.asyncDispose]();
  await settle();
  resolve('accept');
  await closed;
  expect(fixture.only()).toMatchObject({state: 'sent'});
  fixture.store[Symbol.dispose]();
});

test('closing leaves a send without a result unchanged; the next start doubts it', async () => {
  const fixture = openOutbox();
  fixture.channel.answer('hang');
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  const closed = fixture.pump[Symbol.asyncDispose]();
  await fixture.clock.advance(3 * SECOND);
  await closed;
  expect(fixture.only()).toMatchObject({state: 'sending', repeat: false});
  fixture.store[Symbol.dispose]();
});

test('closing sends deliveries just queued, and starts none after a second', async () => {
  const fixture = openOutbox();
  let asked = 0;
  fixture.channel.answer(() => {
    asked += 1;
    return asked <= 2 ? 'accept' : passing(fixture.clock, 0.6 * SECOND).then(() => 'accept');
  });
  for (const text of ['one', 'two', 'three', 'four', 'five']) fixture.queue('signal:alice', text);
  const closed = fixture.pump[Symbol.asyncDispose]();
  await fixture.clock.advance(3 * SECOND);
  await closed;
  expect(fixture.channel.texts).toEqual(['one', 'two', 'three', 'four']);
  expect(fixture.states()).toMatchObject({four: 'sent', five: 'queued'});
  fixture.store[Symbol.dispose]();
});

test('on a full disk only storable deliveries leave; a sent one is recorded once there is space', async () => {
  await using fixture = openOutbox();
  fixture.queue('signal:alice', 'one');
  fixture.fill(true);
  await fixture.clock.advance(MINUTE);
  expect(fixture.channel.attempts).toEqual([]);
  fixture.channel.answer(() => {
    fixture.fill(true);
    return 'accept';
  });
  fixture.fill(false);
  await fixture.clock.advance(MINUTE);
  expect(fixture.only()).toMatchObject({state: 'sending', attempts: 1});
  fixture.fill(false);
  await fixture.clock.advance(MINUTE);
  expect(fixture.only()).toMatchObject({state: 'sent', attempts: 1});
  expect(fixture.channel.texts).toEqual(['one']);
});

test('a delivery that waits for a full disk is started once', async () => {
  await using fixture = openOutbox();
  fixture.queue('signal:alice', 'one');
  fixture.fill(true);
  await fixture.clock.advance(MINUTE);
  fixture.queue('signal:bob', 'two');
  await fixture.clock.advance(MINUTE);
  expect(fixture.log.lines.filter(({sentence}) => sentence.includes('waits for its state'))).toHaveLength(2);
  fixture.fill(false);
  await fixture.clock.advance(MINUTE);
  expect(fixture.channel.texts).toEqual(['one', 'two']);
});

test('a delivery discarded while the disk is full is not sent', async () => {
  await using fixture = openOutbox();
  fixture.queue('signal:alice', 'one');
  fixture.fill(true);
  await fixture.clock.advance(MINUTE);
  fixture.fill(false);
  fixture.store.deliveries.update({...fixture.only(), state: 'dead'});
  await fixture.clock.advance(MINUTE);
  expect(fixture.channel.attempts).toEqual([]);
  expect(fixture.only()).toMatchObject({state: 'dead', attempts: 0});
});

test('a delivery that is withdrawn while it is being sent is not tried again if it fails', async () => {
  await using fixture = openOutbox();
  const {promise, resolve} = Promise.withResolvers<'accept' | 'later'>();
  fixture.channel.answer(promise);
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  fixture.store.transact(emit => withdrawUnsent(fixture.store, [fixture.only()], 'Answered elsewhere.', emit));
  resolve('later');
  await fixture.clock.advance(HOUR);
  expect(fixture.channel.attempts).toHaveLength(1);
  expect(fixture.only()).toMatchObject({state: 'dead', discarded: true});
});

test('a delivery that is withdrawn while it is being sent, and arrives, is sent', async () => {
  await using fixture = openOutbox();
  const {promise, resolve} = Promise.withResolvers<'accept'>();
  fixture.channel.answer(promise);
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  fixture.store.transact(emit => withdrawUnsent(fixture.store, [fixture.only()], 'Answered elsewhere.', emit));
  resolve('accept');
  await fixture.clock.advance(HOUR);
  expect(fixture.only()).toMatchObject({state: 'sent'});
});

test('each accepted part of a message is recorded, and a retry resumes after it', async () => {
  await using fixture = openOutbox();
  const heard: string[] = [];
  let failures = 1;
  fixture.channel.sendBy(async ({accepted = 0}, _, onPart) => {
    for (const part of [0, 1, 2].slice(accepted)) {
      if (part === 1 && failures-- > 0) throw new SendFailure('No network.', {retry: 'later'});
      heard.push(`part ${part}`);
      if (part < 2) await onPart({at: 0, channelIds: [`id-${part}`]});
    }
    return {at: 0, channelIds: ['id-2']};
  });
  fixture.queue('signal:alice', 'a long text');
  await fixture.clock.advance(0);
  expect(fixture.only()).toMatchObject({state: 'queued', repeat: false, lastError: 'No network.'});
  expect(fixture.store.deliveries.sentIds(fixture.only().id)).toEqual(['id-0']);
  await fixture.clock.advance(2 * SECOND);
  expect(heard).toEqual(['part 0', 'part 1', 'part 2']);
  expect(fixture.only()).toMatchObject({state: 'sent', attempts: 2});
  expect(fixture.store.deliveries.sentIds(fixture.only().id)).toEqual(['id-0', 'id-1', 'id-2']);
  expect(fixture.store.deliveries.sentAs('signal', 'id-1')).toMatchObject([{state: 'sent'}]);
});

test('each part has its own time limit', async () => {
  await using fixture = openOutbox();
  fixture.channel.sendBy(async (_, __, onPart) => {
    for (const part of [0, 1, 2]) {
      await passing(fixture.clock, 40 * SECOND);
      await onPart({at: 0, channelIds: [`id-${part}`]});
    }
    return {at: 0};
  });
  fixture.queue('signal:alice', 'a long text');
  await fixture.clock.advance(3 * MINUTE);
  expect(fixture.only()).toMatchObject({state: 'sent', attempts: 1, repeat: false});
});

test('a message that some of a group missed is sent, and names who missed it', async () => {
  await using fixture = openOutbox();
  const missed = [{recipient: 'carol-uuid', reason: 'The safety number of Carol has changed.'}];
  fixture.channel.sendBy(async () => ({at: 0, channelIds: ['1'], missed}));
  fixture.queue('signal:group:AAEC', 'hello all');
  await fixture.clock.advance(HOUR);
  expect(fixture.only()).toMatchObject({
    state: 'sent',
    attempts: 1,
    missed,
    lastError: 'Some members of the group did not get it. The safety number of Carol has changed.',
  });
  expect(fixture.channel.attempts).toHaveLength(1);
});

test('an unsent, waiting delivery is reported once, not at each attempt', async () => {
  await using fixture = openOutbox();
  fixture.channel.sendBy(async () => {
    throw new SendFailure('signal-cli is not running.', {retry: 'unsent'});
  });
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(HOUR);
  expect(fixture.only()).toMatchObject({state: 'queued', attempts: 0, repeat: false});
  expect(fixture.events()).toEqual(['delivery.queued', 'delivery.failed']);
});

test('an accepted delivery becomes the newest outgoing entry of its address', async () => {
  await using fixture = openOutbox();
  fixture.queue('signal:alice', 'hello');
  await fixture.clock.advance(0);
  expect(fixture.store.ledger.of('signal:alice')).toEqual({
    newestOut: {at: fixture.clock.now(), id: fixture.only().id},
  });
});

test('a delivery that waits for another channel keeps nothing busy', async () => {
  await using fixture = openOutbox();
  fixture.queue('ntfy:default', 'for another channel');
  fixture.pump.reschedule();
  expect(fixture.clock.nextTimerAt).toBeGreaterThan(fixture.clock.now() + SECOND);
});

test('deliveries of another channel are left alone', async () => {
  await using fixture = openOutbox();
  fixture.queue('email:alice', 'hello');
  await fixture.clock.advance(MINUTE);
  expect(fixture.channel.attempts).toEqual([]);
  expect(fixture.only()).toMatchObject({state: 'queued', attempts: 0});
});

type Outbox = AsyncDisposable & {
  readonly store: Store & Disposable;
  readonly clock: FakeClock;
  readonly channel: FakeChannel;
  readonly pump: ReturnType<typeof startOutboxDrain>;
  readonly queue: (address: Address, text: string, more?: Partial<Delivery>) => void;
  readonly only: () => Delivery;
  /** From now on the disk is full, or has space again. */
  readonly log: MemoryLog;
  readonly fill: (full: boolean) => void;
  readonly states: () => Readonly<Record<string, Delivery['state']>>;
  readonly events: () => readonly string[];
};

const REPLY = {turnId: 'turn_1', session: 'rooster:dm:signal:alice'} as const;

const openOutbox = ({before}: {before?: (store: Store) => void} = {}): Outbox => {
  const store = openTestStore();
  let isFull = false;
  const refuse = (): void => {
    if (isFull) throw new GatewayError('unavailable', 'The disk takes no more data.');
  };
  const kept: Store = {
    ...store,
    transact: work => {
      refuse();
      return store.transact(work);
    },
    transactBatched: work =>
      store.transactBatched(emit => {
        refuse();
        return work(emit);
      }),
  };
  const clock = fakeClock();
  const channel = fakeChannel();
  const log = memoryLog();
  const events: string[] = [];
  store.onCommitted(batch => events.push(...batch.map(({type}) => type)));
  before?.(store);
  const pump = startOutboxDrain({store: kept, clock, channel, ids: countingIds(), log, jitter: () => 0});
  let count = 0;
  const all = () => store.deliveries.list({limit: 100});
  return {
    store,
    clock,
    channel,
    log,
    pump,
    queue: (address, text, more = {}) => {
      count += 1;
      const delivery = {...aDelivery(count, address, text), createdAt: clock.now(), ...more};
      store.transact(emit =>
        emit({type: 'delivery.queued', cause: delivery.id, delivery: store.deliveries.add(delivery)}),
      );
    },
    fill: full => {
      isFull = full;
    },
    only: () => {
      const [delivery, ...others] = all();
      if (delivery === undefined || others.length > 0) throw new Error(`${all().length} deliveries`);
      return delivery;
    },
    states: () => Object.fromEntries(all().map(({text, state}) => [text, state])),
    events: () => events,
    [Symbol.asyncDispose]: async () => {
      const closed = pump[Symbol.asyncDispose]();
      await clock.advance(3 * SECOND);
      await closed;
      store[Symbol.dispose]();
    },
  };
};

const passing = (clock: FakeClock, ms: number): Promise<void> => {
  const {promise, resolve} = Promise.withResolvers<void>();
  clock.after(ms, resolve);
  return promise;
};

const aDelivery = (number: number, address: Address, text: string): Delivery => ({
  id: `dlv_${number}` as DeliveryId,
  key: `key-${number}`,
  address,
  text,
  state: 'queued',
  attempts: 0,
  createdAt: Date.UTC(2026, 10, 21, 11),
  repeat: false,
});
