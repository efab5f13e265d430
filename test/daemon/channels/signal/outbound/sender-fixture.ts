// Signal's outbound side over a scripted signal-cli, which keeps its calls.

import {createSender, type Sender} from '../../../../../src/daemon/channels/signal/outbound/sender.ts';
import type {CallReply} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {createSignalRpc} from '../../../../../src/daemon/channels/signal-cli/calls/signal-rpc.ts';
import type {Store} from '../../../../../src/daemon/ports/store.ts';
import {createFolder} from '../../../../../src/daemon/workspace/folder.ts';
import type {Outbound, Receipt} from '../../../../../src/shared/records/delivery/injection.ts';
import {type FakeClock, fakeClock} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {openTestStore} from '../../../store/store-fixture.ts';

export const ALICE = '22222222-2222-4222-8222-222222222222';
export const CAROL = '33333333-3333-4333-8333-333333333333';
export const SELF = '11111111-1111-4111-8111-111111111111';

export type Called = {readonly method: string; readonly params: Readonly<Record<string, unknown>>};

export type SenderFixture = Disposable & {
  readonly sender: Sender;
  readonly store: Store;
  readonly clock: FakeClock;
  readonly calls: readonly Called[];
  /** The number of notices that its status changed. */
  readonly changes: () => number;
  /** The replies to the next calls; the last one repeats. */
  readonly answers: (...replies: readonly (CallReply | Promise<CallReply>)[]) => void;
  readonly send: (over?: Partial<Outbound>, onPart?: (part: Receipt) => Promise<void>) => Promise<Receipt>;
  /** The sender of the next daemon, on the same store. */
  readonly next: () => Sender;
};

export const senderFixture = (workspace = '/nowhere', by: 'path' | 'data' = 'path'): SenderFixture => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const calls: Called[] = [];
  let replies: (CallReply | Promise<CallReply>)[] = [];
  let changes = 0;
  let at = 1_700_000_000_000;
  const deps: Parameters<typeof createSender>[0] = {
    rpc: createSignalRpc({
      call: async (method, params) => {
        calls.push({method, params});
        at += 1;
        const next = replies.length > 1 ? replies.shift() : replies[0];
        return next ?? result({uuid: ALICE}, at);
      },
    }),
    store,
    log: memoryLog(),
    pauseMark: 'pause',
    clock,
    own: () => ({uuid: SELF, number: '+15550000001'}),
    people: {personAt: target => (target.startsWith('+') ? {number: target} : {uuid: target})},
    files: {by, files: createFolder(workspace)},
    onPause: () => {
      changes += 1;
    },
  };
  const sender = createSender(deps);
  return {
    next: () => createSender(deps),
    sender,
    store,
    clock,
    calls,
    changes: () => changes,
    answers: (...given) => {
      replies = [...given];
    },
    send: (over, onPart = async () => {}) =>
      sender.send(
        {id: 'dlv_1', key: 'turn_1@a', to: `signal:${ALICE}`, text: 'hello', repeat: false, ...over},
        new AbortController().signal,
        onPart,
      ),
    [Symbol.dispose]: () => {
      sender[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};

type Person = {readonly uuid: string};

const outcome = ({uuid}: Person, type: string, more: object) => ({
  recipientAddress: {uuid, number: null, username: null},
  type,
  ...more,
});

export const result = (person: Person, timestamp: number): CallReply => ({
  kind: 'result',
  result: {results: [outcome(person, 'SUCCESS', {})], timestamp},
});

/** A send to several recipients, each with its own result. */
export const results = (ends: readonly (readonly [uuid: string, type: string, more?: object])[]): CallReply => {
  const response = {
    results: ends.map(([uuid, type, more = {}]) => outcome({uuid}, type, more)),
    timestamp: 1_700_000_000_099,
  };
  if (ends.some(([, type]) => type === 'SUCCESS')) return {kind: 'result', result: response};
  const types = new Set(ends.map(([, type]) => type));
  const only = types.size === 1 ? ends[0]?.[1] : undefined;
  const code = only === 'IDENTITY_FAILURE' ? -4 : only === 'RATE_LIMIT_FAILURE' ? -5 : -1;
  return {kind: 'error', code, message: 'Failed to send message', data: {response}};
};
