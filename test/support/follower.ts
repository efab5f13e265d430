// A subscription seen from the wire: its notices, in order. Its connection can stop reading, in memory.

import type {Subscriptions} from '../../src/daemon/rpc/subscriptions.ts';
import type {Caller, CloseReason, PeerConnection} from '../../src/ipc/wire/index.ts';
import type {RawMessage} from './raw-client.ts';

export type Follower = {
  readonly caller: Caller;
  /** Subscribes and lets the answer be sent. */
  follow(subscriptions: Subscriptions, since?: number): ReturnType<Subscriptions['subscribe']>;
  /** Everything that arrived. */
  readonly messages: readonly RawMessage[];
  /** The numbers of the events that arrived. */
  readonly seqs: readonly number[];
  /** The texts of the deltas that arrived. */
  readonly deltas: readonly string[];
  /** One entry for each send. */
  readonly writes: readonly number[];
  readonly unread: number;
  readonly isClosing: boolean;
  stopReading(): void;
  /** Takes so many bytes; without a number it takes everything and continues reading. */
  read(bytes?: number): void;
  hangUp(): void;
};

export const follower = (): Follower => {
  const messages: RawMessage[] = [];
  const writes: number[] = [];
  let waiting: (() => void)[] = [];
  let reading = true;
  let unread = 0;
  let closing = false;
  const closed = Promise.withResolvers<CloseReason>();
  let after: (() => void)[] = [];

  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };

  const connection: PeerConnection = {
    send: lines => {
      if (closing) return;
      const bytes = Buffer.from(lines);
      for (const line of bytes.toString().split('\n').slice(0, -1)) messages.push(JSON.parse(line));
      writes.push(bytes.length);
      if (!reading) unread += bytes.length;
    },
    pending: () => unread,
    drained: () => (unread === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
    close: () => {
      closing = true;
    },
    closed: closed.promise,
    inputEnded: closed.promise.then(() => undefined),
  };
  const told = (method: string) => messages.filter(message => message.method === method);

  return {
    caller: {connection, afterAnswer: run => after.push(run)},
    follow(subscriptions, since) {
      const answer = subscriptions.subscribe(this.caller, since);
      const steps = after;
      after = [];
      for (const step of steps) step();
      return answer;
    },
    messages,
    get seqs() {
      return told('event').map(({params}) => Number(params?.['seq']));
    },
    get deltas() {
      return told('delta').map(({params}) => String(params?.['text']));
    },
    writes,
    get unread() {
      return unread;
    },
    get isClosing() {
      return closing;
    },
    stopReading: () => {
      reading = false;
    },
    read: bytes => {
      if (bytes === undefined) reading = true;
      unread = bytes === undefined ? 0 : Math.max(0, unread - bytes);
      if (unread === 0) release();
    },
    hangUp: () => {
      unread = 0;
      release();
      closed.resolve({kind: 'there'});
    },
  };
};
