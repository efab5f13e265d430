// A client of raw bytes: it can send anything, stop reading, or die.
import {connect, type Socket} from 'node:net';
import {until} from './until.ts';

export type RawClient = AsyncDisposable & {
  readonly socket: Socket;
  write(bytes: string | Buffer): void;
  /** Every whole line so far. */
  readonly lines: readonly string[];
  /** The lines as JSON-RPC messages. */
  readonly messages: readonly RawMessage[];
  /** Waits for so many lines. */
  hear(count: number): Promise<readonly RawMessage[]>;
  /** Waits until the other side has ended its side. */
  heardEnd(): Promise<void>;
};

export type RawMessage = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: {readonly code: number; readonly message: string; readonly data?: unknown};
};

export const rawClient = async (path: string): Promise<RawClient> => {
  const socket = connect({path, allowHalfOpen: true});
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines: string[] = [];
  let rest = '';
  let over = false;
  socket.setEncoding('utf8');
  socket.on('data', text => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  // Some tests cut the connection under it.
  socket.on('error', () => {});
  socket.on('end', () => {
    over = true;
  });
  socket.on('close', () => {
    over = true;
  });
  const messages = (): readonly RawMessage[] => lines.map(line => JSON.parse(line));
  return {
    socket,
    write: bytes => {
      if (socket.writable) socket.write(bytes);
    },
    lines,
    get messages() {
      return messages();
    },
    hear: async count => {
      await until(`${count} lines (there are ${lines.length})`, () => lines.length >= count);
      return messages();
    },
    heardEnd: () => until('the end of the connection', () => over),
    [Symbol.asyncDispose]: async () => {
      if (socket.closed) return;
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
      socket.destroy();
      await closed;
    },
  };
};
