// Loads a server over open connections and reports the rate. Each connection has one request in flight. It begins when it is told to.
import {once} from 'node:events';
import type {Socket} from 'node:net';
import {quantile} from './figures.ts';

type Load = {
  readonly sockets: readonly Socket[];
  readonly total: number;
  readonly request: (number: number) => string;
  /** Calls back for each complete answer. Throws if the server refused. */
  readonly onAnswers: (socket: Socket, answered: () => void) => void;
};

export const measureLoad = async ({sockets, total, request, onAnswers}: Load): Promise<void> => {
  process.send?.('connected');
  await once(process, 'message');
  const {promise: done, resolve} = Promise.withResolvers<void>();
  const took: number[] = [];
  let sent = 0;
  const begin = performance.now();
  for (const socket of sockets) {
    let sentAt = 0;
    const send = (): void => {
      if (sent >= total) return;
      sent += 1;
      const text = request(sent);
      sentAt = performance.now();
      socket.write(text);
    };
    onAnswers(socket, () => {
      took.push(performance.now() - sentAt);
      if (took.length === total) resolve();
      else send();
    });
    send();
  }
  await done;
  const seconds = (performance.now() - begin) / 1000;
  process.send?.({seconds, perSecond: total / seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99)});
  for (const socket of sockets) socket.destroy();
  process.disconnect?.();
};
