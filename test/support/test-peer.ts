// A small map of methods and a served connection in memory, for tests of the peer itself.

import {
  type Caller,
  createClient,
  type Handlers,
  InvalidParams,
  type Parsers,
  type PeerConnection,
  servePeer,
  type Transport,
} from '../../src/ipc/wire/index.ts';
import {type FakeClock, fakeClock} from './fake-clock.ts';
import {linkedPair} from './linked-pair.ts';

export type TestMethods = {
  hello: {params: Record<never, never>; result: {welcome: true}};
  echo: {params: {text: string}; result: {text: string}};
  wait: {params: Record<never, never>; result: {waited: true}};
  fail: {params: {how: string}; result: Record<never, never>};
  ask: {params: Record<never, never>; result: unknown};
};

export type TestNotices = {event: {seq: number}; closing: {reason: string}};

export type TestScene = {
  readonly handlers: Handlers<TestMethods>;
  readonly parsers: Parsers<TestMethods>;
  /** Resolves every pending `wait`. */
  release(): void;
  readonly waiting: number;
};

/** `fail` throws the entry of `failures` with that name; `ask` does what is scripted here. */
export const testScene = (
  options: {readonly failures?: Readonly<Record<string, unknown>>; readonly ask?: (caller: Caller) => unknown} = {},
): TestScene => {
  let waiting: (() => void)[] = [];
  const anything = (params: unknown): Record<never, never> => (params as Record<never, never> | undefined) ?? {};
  return {
    handlers: {
      hello: () => ({welcome: true}),
      echo: ({text}) => ({text}),
      wait: () => new Promise(resolve => waiting.push(() => resolve({waited: true}))),
      fail: ({how}) => {
        throw options.failures?.[how];
      },
      ask: (_, caller) => options.ask?.(caller),
    },
    parsers: {
      hello: anything,
      wait: anything,
      ask: anything,
      fail: params => ({how: (params as {how: string}).how}),
      echo: params => {
        const {text} = anything(params) as {text?: unknown};
        if (typeof text !== 'string') throw new InvalidParams(`echo: 'text' must be a text.`);
        return {text};
      },
    },
    release: () => {
      const released = waiting;
      waiting = [];
      for (const go of released) go();
    },
    get waiting() {
      return waiting.length;
    },
  };
};

export type ServedPair = {
  readonly clock: FakeClock;
  readonly connection: PeerConnection;
  /** The client's end of the wire, not started. */
  readonly wire: Transport;
  /** Bugs that the peer reported. */
  readonly bugs: readonly (readonly [thrown: unknown, method: string])[];
};

export const servedPair = (scene: TestScene, lineCap = 1_000_000): ServedPair => {
  const [served, wire] = linkedPair(lineCap, 1_000_000);
  const clock = fakeClock();
  const bugs: [unknown, string][] = [];
  const connection = servePeer<TestMethods>({
    greeting: 'hello',
    transport: served,
    handlers: scene.handlers,
    parsers: scene.parsers,
    clock,
    onError: (thrown, method) => bugs.push([thrown, method]),
  });
  return {clock, connection, wire, bugs};
};

export type BareServer = Pick<Transport, 'send' | 'close'> & {readonly heard: readonly unknown[]};

/** A client of a scripted server. `deaf` never reads. */
export const clientAgainstBareServer = (options: {readonly deaf?: boolean} = {}) => {
  const [wire, other] = linkedPair(1_000_000);
  const clock = fakeClock();
  const heard: unknown[] = [];
  if (options.deaf !== true) {
    other.start({message: line => heard.push(JSON.parse(line)), error: () => {}, close: () => {}});
  }
  const client = createClient<TestMethods, TestNotices>({transport: wire, clock, onNotice: () => {}});
  const server: BareServer = {send: other.send, close: other.close, heard};
  return {client, clock, server};
};
