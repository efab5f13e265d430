// What leaves on a socket: everything of one turn of the event loop in one write (measured: 1.2 to 1.6 times the rate). How
// much waits is asked of the socket, and only those who wait for the rest cost a callback: one for each write would cost half
// as much again as the stream's own part in it.
import type {Socket} from 'node:net';
import type {Encoded} from './transport.ts';
import type {TurnEnd} from './turn-end.ts';

export type Outgoing = {
  /** Leaves with the end of this turn. */
  readonly add: (piece: Encoded) => void;
  /** Hands over what was added, now. */
  readonly flush: () => void;
  /** The socket is closed: nothing is pending any more. */
  readonly end: () => void;
  readonly pending: () => number;
  readonly drained: () => Promise<void>;
};

export const createOutgoing = (socket: Socket, turnEnd: TurnEnd): Outgoing => {
  // Nearly always there is one piece; it gets by without a list.
  let first: Encoded | undefined;
  let others: Encoded[] = [];
  let gathered = 0;
  let ended = false;
  let waiting: (() => void)[] = [];
  let watching = false;

  const add = (piece: Encoded): void => {
    if (first === undefined) {
      first = piece;
      turnEnd.run(flush);
    } else {
      others.push(piece);
    }
    gathered += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  };

  const flush = (): void => {
    if (first === undefined) return;
    if (others.length === 0) write(socket, first, gathered);
    else writeTogether(socket, [first, ...others], gathered);
    forget();
    if (waiting.length > 0) settle();
  };

  const forget = (): void => {
    first = undefined;
    if (others.length > 0) others = [];
    gathered = 0;
  };

  /** Releases those who wait, as soon as everything has left. */
  const settle = (): void => {
    // What is gathered is handed over soon, and then this is asked again.
    if (first !== undefined) return;
    if (socket.writableLength === 0) {
      release();
      return;
    }
    // After the last word it is `finish` that tells.
    if (watching || socket.writableEnded) return;
    watching = true;
    // A write of nothing comes back once all that waits before it has left.
    socket.write(NOTHING, failed => {
      watching = false;
      // Of a connection that broke the end tells, which is to come.
      if (!failed && waiting.length > 0) settle();
    });
  };

  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };

  const pending = (): number => (ended ? 0 : gathered + socket.writableLength);

  socket.on('finish', release);

  return {
    add,
    flush,
    end: () => {
      ended = true;
      forget();
      release();
    },
    pending,
    drained: () => {
      if (pending() === 0) return Promise.resolve();
      const {promise, resolve} = Promise.withResolvers<void>();
      waiting.push(resolve);
      settle();
      return promise;
    },
  };
};

/** Such that what the socket counts while it waits are bytes: it counts a text in characters. */
const write = (socket: Socket, piece: Encoded, bytes: number): void => {
  if (typeof piece !== 'string') socket.write(piece);
  // All of it is ASCII, which goes the shortest way as it is.
  else if (piece.length === bytes) socket.write(piece, 'latin1');
  else socket.write(Buffer.from(piece));
};

/** In one write, or in several where one would be larger than a text can be. */
const writeTogether = (socket: Socket, pieces: readonly Encoded[], bytes: number): void => {
  if (bytes <= MOST_JOINED_BYTES) {
    write(socket, joined(pieces), bytes);
    return;
  }
  for (const piece of pieces) write(socket, piece, Buffer.byteLength(piece));
};

const joined = (pieces: readonly Encoded[]): Encoded =>
  pieces.every(piece => typeof piece === 'string')
    ? pieces.join('')
    : Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

const MOST_JOINED_BYTES = 4 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);
