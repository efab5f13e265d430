// The inbound side on a store in memory: received messages, handled messages and notices; the ports are fakes.

import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {createDroppedLines} from '../../../../../src/daemon/channels/signal/inbound/dropped-lines.ts';
import {createInbound} from '../../../../../src/daemon/channels/signal/inbound/inbound.ts';
import {createPeople} from '../../../../../src/daemon/channels/signal/people/people.ts';
import type {HandleResult, InboundHandler} from '../../../../../src/daemon/ports/channel.ts';
import type {Fact} from '../../../../../src/shared/events/gateway-event.ts';
import type {Inbound, InboundChange, InboundReaction} from '../../../../../src/shared/records/delivery/injection.ts';
import {ALICE, GROUP_ID, type Json, OWN} from '../../../../signal-stand-in/signal/samples.ts';
import {countingIds} from '../../../../support/counting-ids.ts';
import {fakeClock, settle} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {openTestStore, forgotten as withoutRepetitions} from '../../../store/store-fixture.ts';

type Options = {
  readonly store?: ReturnType<typeof openTestStore>;
  /** In place of the one that records everything. */
  readonly handler?: InboundHandler;
};

export const inboundFixture = ({store = openTestStore(), handler: given}: Options = {}) => {
  const clock = fakeClock();
  const log = memoryLog();
  const folder = tempDir();
  const downloads = join(folder.path, 'downloads');
  mkdirSync(downloads);
  let forgotten = 0;
  const heard: Inbound[] = [];
  const changes: InboundChange[] = [];
  const reactions: InboundReaction[] = [];
  const receipts: unknown[][] = [];
  const told: Fact[] = [];
  const names: string[] = [];
  let answer: (inbound: Inbound) => HandleResult = () => ({kind: 'kept'});
  let receiptReply: 'result' | 'unsent' = 'result';
  const address = `signal:${ALICE.uuid}` as const;
  const people = createPeople({
    users: () => [{name: 'alice', trust: 'full', match: [address]}],
    cursors: store.cursors,
  });
  const events = store.onCommitted(all => told.push(...(all as unknown as Fact[])));
  const dropped = createDroppedLines({clock, log, cursors: store.cursors});
  const room = createInbound({
    dropped,
    store,
    clock,
    log,
    ids: countingIds(),
    own: () => ({uuid: OWN.uuid, number: OWN.number, name: 'rooster'}),
    people,
    refusal: (sender, group) => {
      if (group !== undefined && group !== GROUP_ID) return 'unknown-group';
      return sender === ALICE.uuid ? undefined : 'unknown-sender';
    },
    names: {learn: (address, name) => names.push(`${address} ${name}`)},
    cursor: 'journal',
    workspace: folder.path,
    groupReplies: () => 'mention',
  });
  const unused = () => Promise.reject(new Error('not asked for here'));
  const rpc = new Proxy({} as Parameters<typeof room.listen>[0]['rpc'], {
    get: (_, method) =>
      method === 'sendReceipt'
        ? async (...call: unknown[]) => {
            receipts.push(call);
            return receiptReply === 'result'
              ? {kind: 'result', result: {results: []}}
              : {kind: 'unsent', because: 'down'};
          }
        : unused,
  });
  const handler = {
    handle: async (inbound: Inbound) => {
      const hearing = answer(inbound);
      if (hearing.kind === 'kept') heard.push(inbound);
      return hearing;
    },
    change: async (change: InboundChange): Promise<HandleResult> => {
      changes.push(change);
      return {kind: 'kept'};
    },
    react: async (reaction: InboundReaction): Promise<HandleResult> => {
      reactions.push(reaction);
      return {kind: 'kept'};
    },
    expire: async (key: string): Promise<HandleResult> => {
      const message = store.messages.byKey(key);
      if (message !== undefined) store.messages.forget(message.id, withoutRepetitions('[This message has expired.]'));
      return {kind: 'kept'};
    },
  };
  return {
    store,
    clock,
    log,
    room,
    dropped,
    /** The workspace. */
    folder: folder.path,
    heard,
    changes,
    reactions,
    receipts,
    told,
    /** The learned names, by address. */
    names,
    take: (...received: readonly (Json | string)[]) =>
      room.take(
        received.map((one, index) => ({
          raw: typeof one === 'string' ? one : JSON.stringify(one),
          position: `${store.inbox.list({channel: 'signal', limit: 1_000}).length}:${index}`,
        })),
      ),
    /** signal-cli's folder of received files. */
    downloads,
    /** The number of requests to empty the journal. */
    forgotten: () => forgotten,
    listen: () =>
      room.listen({
        handler: given ?? handler,
        rpc,
        folder: downloads,
        onForgotten: () => {
          forgotten += 1;
        },
      }),
    answer: (how: typeof answer) => {
      answer = how;
    },
    receiptsGo: (open: boolean) => {
      receiptReply = open ? 'result' : 'unsent';
    },
    settle,
    [Symbol.asyncDispose]: async () => {
      events[Symbol.dispose]();
      await room[Symbol.asyncDispose]();
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
};
