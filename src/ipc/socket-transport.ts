// A transport over a socket. It listens to the socket's end from the first moment, so an early one is told to `start`.
import type {Socket} from 'node:net';
import {createLineReader} from './lines.ts';
import type {Encoded, Transport, TransportHandlers} from './transport.ts';

/** The socket must allow half-open connections: otherwise the last answers to a client that has said its last word are lost. */
export const socketTransport = (socket: Socket, lineCap: number): Transport => {
  let handlers: TransportHandlers | undefined;
  let closing = false;
  let why = 'The other side closed the connection.';
  let closedBecause: string | undefined;

  const outgoing = createOutgoing(socket);
  const reader = createLineReader({
    cap: lineCap,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
  });

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
        if (!closing && typeof chunk !== 'string') reader.push(chunk);
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
    get pending() {
      return outgoing.pending;
    },
    drained: outgoing.drained,
    pause: () => {
      if (closing || reader.paused) return;
      reader.pause();
      socket.pause();
    },
    resume: () => {
      if (closing || !reader.paused) return;
      reader.resume();
      // The lines it held back may have paused it again.
      if (!reader.paused && !closing) socket.resume();
    },
    raiseCap: reader.raiseCap,
  };
};

/** What leaves: everything of one turn of the event loop in one write (measured: 1.2 to 1.6 times the rate). */
const createOutgoing = (socket: Socket) => {
  let lines: Encoded[] = [];
  let gathered = 0;
  let waiting: (() => void)[] = [];
  let ended = false;

  const pendingNow = (): number => (ended ? 0 : gathered + socket.writableLength);

  const add = (more: Encoded): void => {
    if (lines.length === 0) setImmediate(flush);
    lines.push(more);
    gathered += Buffer.byteLength(more);
  };

  const flush = (): void => {
    if (lines.length === 0) return;
    // As bytes, because a socket counts a string that waits in characters.
    const bytes = joined(lines);
    lines = [];
    gathered = 0;
    if (socket.writable) socket.write(bytes, written);
  };

  const written = (): void => {
    if (pendingNow() === 0) release();
  };

  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };

  return {
    add,
    flush,
    end: () => {
      ended = true;
      lines = [];
      release();
    },
    get pending() {
      return pendingNow();
    },
    drained: (): Promise<void> =>
      pendingNow() === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve)),
  };
};

const joined = (lines: readonly Encoded[]): Buffer => {
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return typeof first === 'string' ? Buffer.from(first) : first;
  if (lines.every(line => typeof line === 'string')) return Buffer.from(lines.join(''));
  return Buffer.concat(lines.map(line => (typeof line === 'string' ? Buffer.from(line) : line)));
};

const CLOSED_HERE = 'The connection was closed on this side.';
