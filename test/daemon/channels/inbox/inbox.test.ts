import {expect, test} from 'vitest';
import {startReadReceipts} from '../../../../src/daemon/channels/inbox/read-receipts.ts';
import {createReceive, inboundKey, keepArrival} from '../../../../src/daemon/channels/inbox/receive.ts';
import {type ItemEnd, startWork} from '../../../../src/daemon/channels/inbox/work-inbox.ts';
import type {InboxIdentity, InboxItem} from '../../../../src/daemon/ports/delivery-store.ts';
import type {Store} from '../../../../src/daemon/ports/store.ts';
import {fakeClock, settle} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {openTestStore} from '../../store/store-fixture.ts';

const CHAT = 'mail:bob@example.org';
const identity = (timestamp: number): InboxIdentity => ({
  channel: 'mail',
  author: 'bob@example.org',
  timestamp,
  chat: CHAT,
});

type Letter = {readonly id: number; readonly refused?: string; readonly position?: string};

const open = () => {
  const [store, clock, log] = [openTestStore(), fakeClock(), memoryLog()];
  let wakes = 0;
  const receive = createReceive<Letter>({
    store,
    cursor: 'mail.read',
    keep: letters =>
      letters.filter(({id, refused}) => {
        const arrival = {identity: identity(id), event: `letter ${id}`, owed: CHAT, ...(refused && {refused})} as const;
        return keepArrival({store, clock}, arrival) === 'kept';
      }).length,
    onKept: () => {
      wakes += 1;
    },
  });
  return {store, clock, log, receive, wakes: () => wakes, [Symbol.dispose]: () => store[Symbol.dispose]()};
};

test('a channel other than Signal stores its messages and cursor together and ignores repeats', () => {
  using inbox = open();
  inbox.receive([{id: 1}, {id: 2, position: 'uid 2'}]);
  inbox.receive([{id: 2}, {id: 3, position: 'uid 3'}]);
  inbox.receive([{id: 3, position: 'uid 3'}]);
  expect(inbox.store.inbox.waiting('mail', 10).map(({event}) => event)).toEqual(['letter 1', 'letter 2', 'letter 3']);
  expect(inbox.store.inbox.waiting('signal', 10)).toEqual([]);
  expect(inbox.store.cursors.get('mail.read')).toBe('uid 3');
  expect(inbox.wakes()).toBe(2);
});

test("a refused sender's text is not stored, and the sender is owed no reply", () => {
  using inbox = open();
  inbox.receive([{id: 1, refused: 'unknown-sender', position: 'uid 1'}]);
  expect(inbox.store.inbox.find(identity(1))).toMatchObject({state: 'ignored'});
  expect(inbox.store.inbox.find(identity(1))?.event).toBeUndefined();
  expect(inbox.store.ledger.of(CHAT)).toEqual({});
  expect(inbox.wakes()).toBe(0);
});

test('a failed write leaves the cursor unchanged', () => {
  using inbox = open();
  const receive = createReceive<Letter>({
    store: inbox.store,
    cursor: 'mail.read',
    keep: letters => {
      for (const {id} of letters) keepArrival(inbox, {identity: identity(id), event: 'x'});
      throw new Error('disk full');
    },
    onKept: () => {},
  });
  expect(() => receive([{id: 1, position: 'uid 1'}])).toThrow('disk full');
  expect(inbox.store.inbox.find(identity(1))).toBeUndefined();
  expect(inbox.store.cursors.get('mail.read')).toBeUndefined();
});

test('messages are handled in order, and each author gets one read receipt', async () => {
  using inbox = open();
  const {store, clock, log} = inbox;
  const [handled, told]: [string[], (readonly number[])[]] = [[], []];
  await using receipts = startReadReceipts({
    store,
    clock,
    log,
    channel: 'mail',
    isServed: () => true,
    send: async (_, timestamps) => {
      told.push(timestamps);
      return 'over';
    },
  });
  inbox.receive([{id: 1}, {id: 2}]);
  await using _work = startWork({
    store,
    clock,
    log,
    channel: 'mail',
    handle: async item => {
      handled.push(inboundKey(item));
      return {state: 'handled', receipt: 'owed'};
    },
    isPlain: () => false,
    overtakes: () => false,
    onSettled: receipts.poke,
  });
  await settle();
  await clock.advance(1_000);
  expect(handled).toEqual([`${CHAT}/bob@example.org/1`, `${CHAT}/bob@example.org/2`]);
  expect(told).toEqual([[1, 2]]);
});

/** A work queue whose steps are held until the test lets them go. */
const openWork = (
  inbox: ReturnType<typeof open>,
  more: {isPlain?: (item: InboxItem) => boolean; overtakes?: (item: InboxItem) => boolean} = {},
) => {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<ItemEnd>[] = [];
  const work = startWork({
    ...inbox,
    channel: 'mail',
    handle: ({timestamp}) => {
      begun.push(timestamp);
      const end = Promise.withResolvers<ItemEnd>();
      ends.push(end);
      return end.promise;
    },
    ...more,
  });
  const finish = async (index: number, end: ItemEnd = {state: 'handled', receipt: 'none'}): Promise<void> => {
    ends[index]?.resolve(end);
    await settle();
  };
  const close = async (): Promise<void> => {
    const closed = work[Symbol.asyncDispose]();
    for (const {resolve} of ends) resolve({state: 'handled', receipt: 'none'});
    await closed;
  };
  return {begun, finish, [Symbol.asyncDispose]: close};
};

test('an item that must wait for the one before it does not begin beside it; plain ones begin together', async () => {
  using inbox = open();
  inbox.receive([{id: 1}, {id: 2}, {id: 3}]);
  {
    await using work = openWork(inbox);
    await settle();
    expect(work.begun).toEqual([1]);
    await work.finish(0, {state: 'later', because: 'the disk is full'});
    expect(work.begun).toEqual([1]);
    await inbox.clock.advance(500);
    expect(work.begun).toEqual([1, 1]);
    await work.finish(1);
    expect(work.begun).toEqual([1, 1, 2]);
    await work.finish(2);
    await work.finish(3);
  }
  inbox.receive([{id: 4}, {id: 5}]);
  await using work = openWork(inbox, {isPlain: () => true});
  await settle();
  expect(work.begun).toEqual([4, 5]);
  await work.finish(0);
  await work.finish(1);
});

test('an item that must wait ends a row of plain ones, and the plain ones behind it wait for it', async () => {
  using inbox = open();
  inbox.receive([{id: 1}, {id: 2}, {id: 3}, {id: 4}]);
  await using work = openWork(inbox, {isPlain: ({timestamp}) => timestamp !== 3});
  await settle();
  expect(work.begun).toEqual([1, 2]);
  await work.finish(0);
  await work.finish(1);
  expect(work.begun).toEqual([1, 2, 3]);
  await work.finish(2);
  expect(work.begun).toEqual([1, 2, 3, 4]);
});

test('an item that waits is tried again after longer and longer pauses, and the next one begins with a short one', async () => {
  using inbox = open();
  inbox.receive([{id: 1}, {id: 2}]);
  const later = {state: 'later', because: 'the disk is full'} as const;
  await using work = openWork(inbox);
  await settle();
  await work.finish(0, later);
  await inbox.clock.advance(500);
  await work.finish(1, later);
  await inbox.clock.advance(500);
  expect(work.begun).toEqual([1, 1]);
  await inbox.clock.advance(500);
  expect(work.begun).toEqual([1, 1, 1]);
  await work.finish(2);
  await work.finish(3, later);
  await inbox.clock.advance(500);
  expect(work.begun).toEqual([1, 1, 1, 2, 2]);
});

test('an inbox that closes does not wait until an item may be tried again', async () => {
  using inbox = open();
  inbox.receive([{id: 1}]);
  const work = openWork(inbox);
  await settle();
  const finished = work.finish(0, {state: 'later', because: 'the disk is full'});
  await work[Symbol.asyncDispose]();
  await finished;
  expect(inbox.clock.timers).toBe(0);
});

test('an item that overtakes begins beside the one that is being handled', async () => {
  using inbox = open();
  inbox.receive([{id: 1}, {id: 2}, {id: 3}]);
  await using work = openWork(inbox, {overtakes: ({timestamp}) => timestamp === 3});
  await settle();
  expect(work.begun).toEqual([1, 3]);
});

test('an item whose end could not be stored is handled again', async () => {
  using inbox = open();
  let isFull = true;
  const store: Store = {
    ...inbox.store,
    transactBatched: async work => {
      if (!isFull) return inbox.store.transactBatched(work);
      isFull = false;
      throw new Error('disk full');
    },
  };
  inbox.receive([{id: 1}]);
  await using work = openWork({...inbox, store: store as typeof inbox.store});
  await settle();
  await work.finish(0);
  expect(work.begun).toEqual([1, 1]);
  expect(inbox.store.inbox.find(identity(1))).toMatchObject({state: 'received'});
  await work.finish(1);
  expect(inbox.store.inbox.find(identity(1))).toMatchObject({state: 'handled'});
});
