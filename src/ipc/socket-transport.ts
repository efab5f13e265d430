// A transport over a socket. It listens to the socket's end from the first moment, so an early one is told to `start`.
import type {Socket} from 'node:net';
import {createLineReader} from './lines.ts';
import {createOutgoing} from './outgoing.ts';
import type {Transport, TransportHandlers} from './transport.ts';
import type {TurnEnd} from './turn-end.ts';

type SocketTransportDeps = {
  /** Must allow half-open connections: otherwise the last answers to a client that has said its last word are lost. */
  readonly socket: Socket;
  readonly lineCap: number;
  /** Shared by the connections of a listener. */
  readonly turnEnd: TurnEnd;
};

export const socketTransport = ({socket, lineCap, turnEnd}: SocketTransportDeps): Transport => {
  let handlers: TransportHandlers | undefined;
  let closing = false;
  let why = 'The other side closed the connection.';
  let closedBecause: string | undefined;

  const outgoing = createOutgoing(socket, turnEnd);
  const reader = createLineReader({
    cap: lineCap,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
  });

  /** All that was called begins in microtasks; a tick that is asked for in one comes when none of them is left. */
  const afterMicrotasks = (): void => process.nextTick(turnEnd.expect);

  const close = (): void => {
    if (closing) return;
    closing = true;
    reader.pause();
    outgoing.flush();
    socket.end();
    // Read on and throw away: a socket that is closed with unread bytes in it takes its last words back.
    socket.resume();
  };

  const ended = (): void => {
    if (closing) return;
    if (handlers?.end === undefined) close();
    else handlers.end();
  };

  const closed = (): void => {
    closing = true;
    closedBecause = why;
    outgoing.end();
    handlers?.close(why);
  };

  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') why = `The connection broke: ${error.message}.`;
  });
  socket.on('close', closed);

  return {
    start: given => {
      handlers = given;
      if (closedBecause !== undefined) {
        const reason = closedBecause;
        queueMicrotask(() => given.close(reason));
        return;
      }
      socket.on('end', ended);
      socket.on('data', chunk => {
        if (closing || typeof chunk === 'string') return;
        reader.push(chunk);
        if (!turnEnd.isExpected()) void NOW.then(afterMicrotasks);
      });
    },
    send: lines => {
      if (!closing) outgoing.add(lines);
    },
    close: () => {
      if (!closing) why = CLOSED_HERE;
      close();
    },
    abort: () => {
      if (!closing) why = CLOSED_HERE;
      closing = true;
      socket.destroy();
    },
    pending: outgoing.pending,
    drained: outgoing.drained,
    pause: () => {
      if (closing || reader.isPaused()) return;
      reader.pause();
      socket.pause();
    },
    resume: () => {
      if (closing || !reader.isPaused()) return;
      reader.resume();
      // The lines it held back may have paused it again.
      if (!reader.isPaused() && !closing) socket.resume();
    },
  };
};

/** What follows it is a microtask, without the tracking that `queueMicrotask` adds to each. */
const NOW = Promise.resolve();
const CLOSED_HERE = 'The connection was closed on this side.';
