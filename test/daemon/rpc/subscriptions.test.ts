import {expect, test} from 'vitest';
import {createSubscriptions} from '../../../src/daemon/rpc/subscriptions.ts';
import {deltaOf, eventSource} from '../../support/event-source.ts';
import {fakeClock, settle} from '../../support/fake-clock.ts';
import {type Follower, follower} from '../../support/follower.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const open = (held?: () => string | undefined) => {
  const source = eventSource();
  const clock = fakeClock();
  const logged: string[] = [];
  const note = (fields: object, sentence: string): void => void logged.push(`${sentence} ${JSON.stringify(fields)}`);
  const log = {debug: note, info: note, warn: note, error: note};
  const subscriptions = createSubscriptions({
    ...source,
    eventsAfter: (since, limit) => source.eventsAfter(since, limit),
    held,
    clock,
    log,
  });
  return {source, clock, subscriptions, logged};
};

const heldIn = ({messages}: Follower): readonly unknown[] =>
  messages.filter(({method}) => method === 'held').map(({params}) => params?.['reason']);

/** Lets a replay of some pages finish. */
const settleAll = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await settle();
};

const from = (first: number, last: number): readonly number[] =>
  Array.from({length: last - first + 1}, (_, index) => first + index);

const KIB = 1024;
const MIB = 1024 * KIB;

test('without since a client gets a snapshot, then later events', async () => {
  const {source, subscriptions} = open();
  source.commit(5);
  const client = follower();
  expect(client.follow(subscriptions)).toEqual({seq: 5, snapshot: source.snapshot()});
  await settle();
  source.commit(2);
  await settle();
  expect(client.seqs).toEqual([6, 7]);
});

test('a client learns with its subscription why nothing is sent, and when that changes', async () => {
  const reason = 'PostgreSQL at db: no answer.';
  const {subscriptions} = open(() => reason);
  const client = follower();
  client.follow(subscriptions);
  expect(heldIn(client)).toEqual([reason]);
  subscriptions.held(undefined);
  expect(heldIn(client)).toEqual([reason, undefined]);
  const alone = follower();
  alone.follow(open().subscriptions);
  expect(heldIn(alone)).toEqual([]);
});

test('with since a client gets exactly the later events, and learns how far behind it is', async () => {
  const {source, subscriptions} = open();
  source.commit(500);
  const client = follower();
  expect(client.follow(subscriptions, 123)).toEqual({seq: 500});
  await settleAll();
  source.commit();
  await settle();
  expect(client.seqs).toEqual(from(124, 501));
});

test('since the last event replays nothing and continues live', async () => {
  const {source, subscriptions} = open();
  source.commit(3);
  const client = follower();
  expect(client.follow(subscriptions, 3)).toEqual({seq: 3});
  await settle();
  source.commit();
  await settle();
  expect(client.seqs).toEqual([4]);
});

test('since 0 on a store without events waits for the first', async () => {
  const {source, subscriptions} = open();
  const client = follower();
  expect(client.follow(subscriptions, 0)).toEqual({seq: 0});
  source.commit();
  await settle();
  expect(client.seqs).toEqual([1]);
});

test('since an unknown or pruned event gets a snapshot instead', async () => {
  const {source, subscriptions} = open();
  source.commit(10);
  source.forget(4);
  for (const since of [11, 1_000_000, 3, 0]) {
    const client = follower();
    expect(client.follow(subscriptions, since)).toEqual({seq: 10, snapshot: source.snapshot()});
    await settle();
    expect(client.seqs).toEqual([]);
  }
  expect(follower().follow(subscriptions, 4)).toEqual({seq: 10});
});

test('nothing is sent before the response', async () => {
  const {source, subscriptions} = open();
  source.commit(3);
  const client = follower();
  subscriptions.subscribe(client.caller, 0);
  source.commit(3);
  subscriptions.delta(deltaOf('x'));
  await settleAll();
  expect(client.messages).toEqual([]);
});

test('events committed during a replay are neither lost nor repeated', async () => {
  const {source, subscriptions} = open();
  source.commit(1_000);
  const client = follower();
  client.follow(subscriptions, 0);
  for (let count = 0; count < 200; count += 1) {
    source.commit(1 + (count % 3));
    if (count % 4 === 0) await settle();
  }
  await settleAll();
  expect(client.seqs).toEqual(from(1, source.currentSeq()));
});

test('an event stored before its listeners hear of it is sent once', async () => {
  const {source, subscriptions} = open();
  source.commit(10);
  const client = follower();
  const early = source.keep(3);
  client.follow(subscriptions, 0);
  await settle();
  expect(client.seqs).toEqual(from(1, 13));
  source.tell(early);
  await settle();
  source.commit(2);
  await settle();
  expect(client.seqs).toEqual(from(1, 15));
});

test('an event that a replay overtakes while batching is sent once', async () => {
  const {source, subscriptions} = open();
  source.commit(10);
  const client = follower();
  // Published, batched, not sent yet: the first read of the replay finds it in the store.
  source.commit(2);
  client.follow(subscriptions, 0);
  source.commit(2);
  const early = source.keep(2);
  await settle();
  source.tell(early);
  source.commit(1);
  await settleAll();
  expect(client.seqs).toEqual(from(1, 17));
});

test('a commit between any two reads of a replay is neither lost nor repeated', async () => {
  const random = seededRandom(7);
  for (let round = 0; round < 60; round += 1) {
    const {source, subscriptions} = open();
    source.commit(Math.floor(random() * 300));
    const since = Math.floor(random() * (source.currentSeq() + 1));
    let untold: ReturnType<typeof source.keep> = [];
    source.beforeRead = () => {
      if (source.currentSeq() > 600) return;
      source.tell(untold);
      untold = source.keep(Math.floor(random() * 4));
    };
    const client = follower();
    client.follow(subscriptions, since);
    for (let step = 0; step < 10; step += 1) {
      await settle();
      source.tell(untold);
      untold = [];
      source.commit(Math.floor(random() * 3));
      if (random() < 0.3) client.stopReading();
      else client.read();
    }
    client.read();
    source.tell(untold);
    await settleAll();
    expect(client.seqs).toEqual(from(since + 1, source.currentSeq()));
  }
});

test('published events that leave a gap are fetched from the store, not skipped', async () => {
  const {source, subscriptions} = open();
  const client = follower();
  client.follow(subscriptions);
  await settle();
  source.keep(3);
  source.commit(1);
  await settleAll();
  expect(client.seqs).toEqual([1, 2, 3, 4]);
});

test('everything published in one turn of the event loop is one write per client', async () => {
  const {source, subscriptions} = open();
  const clients = [follower(), follower()];
  for (const client of clients) client.follow(subscriptions);
  await settle();
  source.commit(2);
  subscriptions.delta(deltaOf('he'));
  source.commit(1);
  await settle();
  source.commit(1);
  await settle();
  for (const client of clients) {
    expect(client.writes.length).toBe(2);
    expect(client.messages.map(({method}) => method)).toEqual(['event', 'event', 'delta', 'event', 'event']);
    expect(client.messages[2]).toEqual({jsonrpc: '2.0', method: 'delta', params: deltaOf('he')});
  }
});

test('a replay goes in pages, each in its own turn of the event loop', async () => {
  const {source, subscriptions} = open();
  source.commit(1_000);
  const client = follower();
  client.follow(subscriptions, 0);
  expect(client.seqs.length).toBeLessThan(100);
  await settleAll();
  expect(client.seqs).toEqual(from(1, 1_000));
  expect(Math.max(...source.reads)).toBeLessThanOrEqual(100);
});

test('a replay waits for a slow client and buffers little for it', async () => {
  const {source, subscriptions, clock} = open();
  source.commit(2_000, 10 * KIB);
  const client = follower();
  client.stopReading();
  client.follow(subscriptions, 0);
  await settleAll();
  expect(client.unread).toBeLessThan(600 * KIB);
  await clock.advance(3_600_000);
  expect(client.isClosing).toBe(false);
  while (client.seqs.length < 2_000) {
    client.read(client.unread);
    await settle();
    expect(client.unread).toBeLessThan(600 * KIB);
  }
  client.read();
  await settleAll();
  source.commit();
  await settle();
  expect(client.seqs).toEqual(from(1, 2_001));
});

test('a slow client loses deltas first, and no event', async () => {
  const {source, subscriptions} = open();
  const [slow, quick] = [follower(), follower()];
  for (const client of [slow, quick]) client.follow(subscriptions);
  await settle();
  slow.stopReading();
  source.commit(1, 257 * KIB);
  await settle();
  subscriptions.delta(deltaOf('lost'));
  source.commit(1);
  await settle();
  slow.read();
  subscriptions.delta(deltaOf('kept', 4));
  await settle();
  expect([slow.seqs, slow.deltas]).toEqual([[1, 2], ['kept']]);
  expect([quick.seqs, quick.deltas]).toEqual([
    [1, 2],
    ['lost', 'kept'],
  ]);
});

test('a client that stops reading gets a reason, is closed, and buffers at most about 1 MiB', async () => {
  const {source, subscriptions, clock, logged} = open();
  const [stuck, other] = [follower(), follower()];
  for (const client of [stuck, other]) client.follow(subscriptions);
  await settle();
  stuck.stopReading();
  for (let count = 0; count < 400; count += 1) {
    source.commit(1, 10 * KIB);
    await settle();
  }
  expect(stuck.unread).toBeLessThan(MIB + 64 * KIB);
  expect(stuck.isClosing).toBe(false);
  await clock.advance(1_000);
  expect(stuck.isClosing).toBe(true);
  expect(stuck.messages.at(-1)).toEqual({
    jsonrpc: '2.0',
    method: 'closing',
    params: {reason: 'This client stopped reading; it can subscribe again from the last event it has.'},
  });
  // The sent events have no gap, so it can resume from there.
  expect(stuck.seqs).toEqual(from(1, stuck.seqs.length));
  expect(other.seqs).toEqual(from(1, 400));
  expect(logged).toEqual([expect.stringContaining('A client was disconnected.')]);
  expect(clock.timers).toBe(0);
  const again = follower();
  const last = stuck.seqs.at(-1);
  again.follow(subscriptions, last);
  await settleAll();
  expect(again.seqs).toEqual(from((last ?? 0) + 1, 400));
});

test('a burst that outruns a reading client costs it nothing', async () => {
  const {source, subscriptions, clock} = open();
  const client = follower();
  client.follow(subscriptions);
  await settle();
  client.stopReading();
  for (let count = 0; count < 100; count += 1) {
    source.commit(1, 50 * KIB);
    await settle();
  }
  expect(client.unread).toBeLessThan(MIB + 128 * KIB);
  client.read();
  await settleAll();
  await clock.advance(10_000);
  source.commit();
  await settle();
  expect(client.isClosing).toBe(false);
  expect(client.seqs).toEqual(from(1, 101));
});

test("a client that took a burst isn't closed for a large response a second later", async () => {
  const {source, subscriptions, clock} = open();
  const client = follower();
  client.follow(subscriptions);
  await settle();
  client.stopReading();
  source.commit(1, 2 * MIB);
  await settle();
  source.commit();
  await settle();
  client.read();
  await settleAll();
  client.stopReading();
  client.caller.connection.send(`${JSON.stringify({id: 1, result: 'x'.repeat(2 * MIB)})}\n`);
  await clock.advance(1_000);
  expect(client.isClosing).toBe(false);
  expect(client.seqs).toEqual([1, 2]);
});

test('one event larger than every limit reaches a client that reads', async () => {
  const {source, subscriptions} = open();
  const client = follower();
  client.follow(subscriptions);
  await settle();
  client.stopReading();
  source.commit(1, 3 * MIB);
  await settle();
  client.read();
  source.commit(1);
  await settleAll();
  expect(client.seqs).toEqual([1, 2]);
  const late = follower();
  late.follow(subscriptions, 0);
  await settleAll();
  expect(late.seqs).toEqual([1, 2]);
});

test('a client whose missing events are pruned while it catches up must subscribe again', async () => {
  const {source, subscriptions} = open();
  source.commit(1_000, 10 * KIB);
  const client = follower();
  client.stopReading();
  client.follow(subscriptions, 0);
  await settleAll();
  source.forget(900);
  client.read();
  await settleAll();
  expect(client.isClosing).toBe(true);
  expect(client.messages.at(-1)?.params?.['reason']).toContain('have been deleted');
  expect(client.seqs).toEqual(from(1, client.seqs.length));
});

test("a store that can't be read ends the replay with a sentence and affects no other client", async () => {
  const {source, subscriptions, logged} = open();
  source.commit(300);
  const [healthy, replaying] = [follower(), follower()];
  healthy.follow(subscriptions);
  await settle();
  replaying.follow(subscriptions, 0);
  source.beforeRead = () => {
    throw new Error('disk I/O error');
  };
  await settle();
  expect(replaying.isClosing).toBe(true);
  expect(replaying.messages.at(-1)?.params).toEqual({
    reason: 'The events could not be read; the log of the daemon says why.',
  });
  expect(logged[0]).toContain('disk I/O error');
  source.commit(1);
  await settle();
  expect([healthy.seqs, healthy.isClosing]).toEqual([[301], false]);
});

test('subscribing again replaces the subscription, from any number', async () => {
  const {source, subscriptions} = open();
  source.commit(10);
  const client = follower();
  client.follow(subscriptions, 5);
  await settleAll();
  client.follow(subscriptions, 8);
  await settleAll();
  source.commit();
  await settle();
  expect(client.seqs).toEqual([6, 7, 8, 9, 10, 9, 10, 11]);
});

test('a disconnected client is forgotten, even during a replay', async () => {
  const {source, subscriptions, clock} = open();
  source.commit(1_000, 10 * KIB);
  const [waiting, live] = [follower(), follower()];
  waiting.stopReading();
  waiting.follow(subscriptions, 0);
  live.follow(subscriptions);
  await settleAll();
  for (const client of [waiting, live]) client.hangUp();
  await settleAll();
  const sent = [waiting.writes.length, live.writes.length];
  const reads = source.reads.length;
  source.commit(10);
  await settleAll();
  expect([waiting.writes.length, live.writes.length]).toEqual(sent);
  expect([source.reads.length, clock.timers]).toEqual([reads, 0]);
});

test('disposing sends the commits of the current turn, and nothing later', async () => {
  const {source, subscriptions, clock} = open();
  const client = follower();
  client.follow(subscriptions);
  await settle();
  source.commit(2);
  subscriptions[Symbol.dispose]();
  source.commit(2);
  await settleAll();
  expect([client.seqs, clock.timers]).toEqual([[1, 2], 0]);
});
