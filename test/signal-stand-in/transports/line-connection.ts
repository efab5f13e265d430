// A client that speaks in lines, over a socket or over stdin and stdout. Requests run in parallel; its subscriptions end with it; its calls
// do not.
import type {Readable, Writable} from 'node:stream';
import type {Handler} from '../receiving/receiving.ts';
import {createHandle} from '../rpc/call.ts';
import type {Subscriptions, World} from '../rpc/context.ts';
import {type Answer, answerTo} from '../rpc/json-rpc.ts';
import {createByteLines} from './byte-lines.ts';

export type LineConnectionDeps = {
  readonly world: World;
  readonly over: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Subscribed from the start, in the plain form. */
  readonly subscribed: boolean;
  readonly close: () => void;
};

export type LineConnection = {
  /** Raw bytes of a fault; resolves when they are written. */
  raw(bytes: string): Promise<void>;
  close(): void;
};

export const openLineConnection = (deps: LineConnectionDeps): LineConnection => {
  const {world, over, input, output, close} = deps;
  const subscriptions = new Map<number, {readonly handler: Handler; readonly internal: boolean}>();
  let owed = 0;
  let ended = false;
  let gone = false;

  /** Resolves when the bytes were handed over: a client that doesn't read is waited for. */
  const write = (text: string): Promise<void> =>
    new Promise(resolve => {
      if (gone || output.destroyed) return resolve();
      const done = (): void => {
        output.off('drain', done).off('close', done);
        resolve();
      };
      if (output.write(`${text}\n`)) return resolve();
      output.once('drain', done).once('close', done);
    });

  const subscribe = async (internal: boolean): Promise<number> => {
    const id = nextSubscription++;
    const deliver = (line: string): Promise<void> =>
      write(
        internal
          ? `{"jsonrpc":"2.0","method":"receive","params":${line}}`
          : `{"jsonrpc":"2.0","method":"receive","params":{"subscription":${id},"result":${line}}}`,
      );
    const handler = {strong: true, deliver};
    subscriptions.set(id, {handler, internal});
    await world.receiving.add(handler);
    if (gone) world.receiving.forget(handler);
    return id;
  };

  const door: Subscriptions = {
    add: () => subscribe(false),
    remove: async id => {
      const known = id ?? [...subscriptions].find(([, {internal}]) => internal)?.[0];
      const found = known === undefined ? undefined : subscriptions.get(known);
      if (known === undefined || found === undefined) return false;
      subscriptions.delete(known);
      await world.receiving.remove(found.handler);
      return true;
    },
  };

  const handle = createHandle(world, over, door);

  const settle = async (answering: Answer | Promise<Answer>): Promise<void> => {
    const answer = await answering;
    if (answer.text !== undefined) await write(answer.text);
    if (answer.text !== undefined && answer.twice === true) await write(answer.text);
    if (answer.close === true) close();
  };

  const lines = createByteLines({
    onLine: line => {
      if (world.server.get('deaf')) return;
      owed += 1;
      void settle(answerTo(line, handle)).finally(() => {
        owed -= 1;
        leaveWhenDone();
      });
    },
    onBroken: close,
  });

  const leaveWhenDone = (): void => {
    if (ended && owed === 0) close();
  };

  const forgetAll = (): void => {
    gone = true;
    for (const {handler} of subscriptions.values()) world.receiving.forget(handler);
    subscriptions.clear();
    world.receiving.wake();
  };

  input.on('data', (chunk: Buffer) => lines.push(chunk));
  input.on('end', () => {
    lines.end();
    ended = true;
    // EOF is noticed immediately: nothing more is received for it, though it still gets its pending replies.
    for (const {handler} of subscriptions.values()) world.receiving.forget(handler);
    leaveWhenDone();
  });
  input.on('error', close);
  output.on('error', close);
  output.on('close', forgetAll);
  if (deps.subscribed) void subscribe(true);

  return {raw: bytes => new Promise(resolve => output.write(bytes, () => resolve())), close};
};

/** One counter for the whole process; the subscription from the start takes a number too. */
let nextSubscription = 0;
