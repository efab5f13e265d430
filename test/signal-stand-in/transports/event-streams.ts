// Server-sent events as signal-cli writes them: no space after the colon, no ids, a keep-alive without a blank line. A disconnected client
// is noticed only by writing: the first write after that still counts as done, and its message is lost.
import type {IncomingMessage, ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import type {World} from '../rpc/context.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

export const createEventStreams = (world: World) => {
  const open = new Set<{end(how: 'fin' | 'rst'): void}>();

  const stream = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = world.server.get('sse');
    if (fault.headerDelayMs !== undefined) await sleep(fault.headerDelayMs);
    if (fault.status !== undefined) {
      response.writeHead(fault.status, {'Content-Length': 0});
      response.end();
      return;
    }
    response.writeHead(200, {'Content-Type': 'text/event-stream'});
    // Before 0.14.4 the head waits for the first byte of the body.
    if (world.server.get('level') !== '0.13.19') response.flushHeaders();
    let writesAfterEnd = 0;
    let pending = '';

    const write = async (text: string): Promise<void> => {
      if (response.destroyed || request.socket.destroyed) {
        writesAfterEnd += 1;
        if (writesAfterEnd > 1) leave();
        return;
      }
      const {frozen, pieces} = world.server.get('sse');
      if (frozen === true) return;
      const bytes = Buffer.from(text);
      const step = pieces ?? bytes.length;
      for (let at = 0; at < bytes.length; at += step) {
        if (response.write(bytes.subarray(at, at + step))) {
          if (pieces !== undefined) await sleep(1);
          continue;
        }
        await new Promise<void>(resolve => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
      }
    };

    const deliver = async (line: string): Promise<void> => {
      const event = `event:receive\ndata:${line}\n\n`;
      if (world.server.get('sse').inPairs === true && pending === '') {
        pending = event;
        return;
      }
      const text = pending + event;
      pending = '';
      await write(text);
    };

    const handler = {strong: true, deliver};
    const alive = setInterval(() => void write(':\n'), world.server.get('keepAliveMs'));
    const entry = {
      end: (how: 'fin' | 'rst') => {
        if (how === 'fin') response.end();
        else request.socket.resetAndDestroy();
      },
    };
    const leave = (): void => {
      clearInterval(alive);
      open.delete(entry);
      world.receiving.forget(handler);
      world.receiving.wake();
    };
    open.add(entry);
    response.on('error', () => undefined);
    await world.receiving.add(handler);
  };

  return {
    open: stream,
    /** All of them, with or without a proper end. */
    drop: (how: 'fin' | 'rst'): void => {
      for (const one of open) one.end(how);
    },
    close: (): void => {
      for (const one of open) one.end('fin');
    },
  };
};
