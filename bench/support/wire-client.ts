// A client of the daemon that costs next to nothing, so that what is measured is the daemon. It keeps no promise the real
// client keeps: an error ends the bench.

import {once} from 'node:events';
import {connect, type Socket} from 'node:net';

export type WireClient = Disposable & {
  readonly socket: Socket;
  readonly call: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** Hears each event, once subscribed. */
  readonly onEvent: (hear: (event: WireEvent) => void) => void;
};

export type WireEvent = Readonly<Record<string, unknown>> & {readonly type: string; readonly at: string};

/** Connects and says hello. */
export const connectTo = async (path: string): Promise<WireClient> => {
  const socket = connect(path);
  await once(socket, 'connect');
  const waiting = new Map<
    number,
    {resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void}
  >();
  let hear = (_: WireEvent): void => {};
  let last = 0;
  onLines(socket, line => {
    const message = JSON.parse(line);
    if (message.method === 'event') return hear(message.params);
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) caller?.resolve(message.result);
    else caller?.reject(new Error(message.error.message));
  });
  const client: WireClient = {
    socket,
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, {resolve, reject});
        socket.write(`${JSON.stringify({jsonrpc: '2.0', id: last, method, params})}\n`);
      }),
    onEvent: listener => {
      hear = listener;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
  await client.call('hello', {protocol: 1, client: 'bench'});
  return client;
};

/** Calls `on` with each line that comes. */
export const onLines = (socket: Socket, on: (line: string) => void): void => {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    let start = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
      on(rest.slice(start, end));
      start = end + 1;
    }
    rest = rest.slice(start);
  });
};
