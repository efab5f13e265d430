// A transport over a socket. It watches for the socket's end from creation, so `start` learns of an early end.
import type {Duplex} from 'node:stream';
import {type Clock, systemClock} from '../../shared/time/clock.ts';
import {createLineReader, type LineRoom} from './lines.ts';
import {createOutgoing, type LoopTurnEnd} from './outgoing.ts';
import type {CloseReason, Transport, TransportHandlers} from './transport.ts';

type SocketTransportDeps = {
  /** Must allow half-open connections. Otherwise the last responses to a client that ended its side are lost. */
  readonly socket: Duplex;
  readonly lineCap: number;
  /** The line limit before `longLines`. @default lineCap */
  readonly firstLineCap?: number;
  /** Shared by the connections of a listener. @default no common limit */
  readonly room?: LineRoom;
  /**
   * For the answering end: each line waits for the work that the previous one started. The calling end takes all lines
   * at once.
   */
  readonly lineByLine?: true;
  readonly clock?: Pick<Clock, 'now'>;
  /** Shared by the connections of a listener. */
  readonly turnEnd: LoopTurnEnd;
};

export const socketTransport = (deps: SocketTransportDeps): Transport => {
  const {socket, lineCap, turnEnd, clock = systemClock()} = deps;
  let readSince = 0;
  let handlers: TransportHandlers | undefined;
  let closing = false;
  let why: CloseReason = {kind: 'there'};
  let closedBecause: CloseReason | undefined;

  const outgoing = createOutgoing(socket, turnEnd);
  const share = deps.room?.join(() => reader.giveUp());

  /**
   * Most requests are answered in microtasks. The next line waits for them, so that backpressure counts the responses
   * first. Slow lines also give other connections a turn.
   */
  const between = (resume: () => void): void => {
    const next = (): void => {
      resume();
      readOn();
    };
    const inTurn = (): void => {
      if (clock.now() - readSince < MOST_READING_MS) next();
      else giveWay(next);
    };
    void NOW.then(() => process.nextTick(inTurn));
  };

  const giveWay = (next: () => void): void => {
    if (!closing) socket.pause();
    setImmediate(() => {
      readSince = clock.now();
      next();
    });
  };

  /** Lines that were read come first. Meanwhile the socket holds new data. */
  const readOn = (): void => {
    if (!closing && !reader.isPaused() && !reader.hasMore() && socket.isPaused()) socket.resume();
  };

  const reader = createLineReader({
    cap: deps.firstLineCap ?? lineCap,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
    between: deps.lineByLine ? between : undefined,
    onKept: share?.keep,
  });

  /** Requests start in microtasks; a tick scheduled in one runs after all of them. */
  const afterMicrotasks = (): void => process.nextTick(turnEnd.expect);

  const close = (): void => {
    if (closing) return;
    closing = true;
    reader.pause();
    outgoing.flush();
    socket.end();
    // Reads and discards: a socket closed with unread bytes drops its last output.
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
    share?.keep(0);
    handlers?.close(why);
  };

  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') why = {kind: 'broken', error: error.message};
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
        readSince = clock.now();
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
      readOn();
    },
    longLines: () => reader.raiseCap(lineCap),
  };
};

/** Runs the next step as a microtask, without the tracking cost of `queueMicrotask`. */
const NOW = Promise.resolve();
/** Time for one connection's lines before other connections get a turn. */
const MOST_READING_MS = 10;
const CLOSED_HERE: CloseReason = {kind: 'here'};
