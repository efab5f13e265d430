// A transport over a socket. It listens to the socket's end from the first moment, so an early one is told to `start`.
import type {Socket} from 'node:net';
import {type Clock, systemClock} from '../shared/time/clock.ts';
import type {LineRoom} from './line-room.ts';
import {createLineReader} from './lines.ts';
import {createOutgoing} from './outgoing.ts';
import type {Transport, TransportHandlers} from './transport.ts';
import type {TurnEnd} from './turn-end.ts';

type SocketTransportDeps = {
  /** Must allow half-open connections: otherwise the last answers to a client that has said its last word are lost. */
  readonly socket: Socket;
  readonly lineCap: number;
  /** The longest line until `longLines`. @default lineCap */
  readonly firstLineCap?: number;
  /** Shared by the connections of a listener. @default no bound over all of them */
  readonly room?: LineRoom;
  /** Each line waits for what the one before it began: for who answers calls. Who makes them takes what comes together at once. */
  readonly lineByLine?: true;
  readonly clock?: Pick<Clock, 'now'>;
  /** Shared by the connections of a listener. */
  readonly turnEnd: TurnEnd;
};

export const socketTransport = (deps: SocketTransportDeps): Transport => {
  const {socket, lineCap, turnEnd, clock = systemClock()} = deps;
  let readSince = 0;
  let handlers: TransportHandlers | undefined;
  let closing = false;
  let why = 'The other side closed the connection.';
  let closedBecause: string | undefined;

  const outgoing = createOutgoing(socket, turnEnd);
  const share = deps.room?.join(() => reader.giveUp());

  /**
   * What a line asks for is mostly answered in microtasks. The next line waits for them, so that its reader sees what the
   * answers weigh before it asks for more; and where lines take long, for the other connections.
   */
  const between = (goOn: () => void): void => {
    const next = (): void => {
      goOn();
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

  /** Lines that were read already come first; until then the socket keeps what comes in. */
  const readOn = (): void => {
    if (!closing && !reader.isPaused() && !reader.hasMore() && socket.isPaused()) socket.resume();
  };

  const reader = createLineReader({
    cap: deps.firstLineCap ?? lineCap,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
    ...(deps.lineByLine && {between}),
    ...(share !== undefined && {onKept: share.keep}),
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
    share?.keep(0);
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

/** What follows it is a microtask, without the tracking that `queueMicrotask` adds to each. */
const NOW = Promise.resolve();
/** How long the lines of one connection are worked on before the others get their turn. */
const MOST_READING_MS = 10;
const CLOSED_HERE = 'The connection was closed on this side.';
