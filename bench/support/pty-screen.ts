// The terminal UI in a terminal of the operating system, with an emulator behind it that answers as a terminal does: what is
// on the screen, what was written to it, and when.
import {spawn} from '@lydell/node-pty';
import {headlessTerminal} from '../../test/support/terminal-emulator.ts';
import {COMMAND, environment, pause} from './real-daemon.ts';

export type PtyScreen = AsyncDisposable & {
  readonly pid: number;
  /** Bytes written to the terminal so far. */
  readonly written: () => number;
  readonly type: (bytes: string) => void;
  /** The screen's text now, one row per line. */
  readonly text: () => Promise<string>;
  /** Milliseconds from now until the screen fits; looks after every piece that is written. */
  readonly until: (fits: (screen: string) => boolean, what: string) => Promise<number>;
};

export const openScreen = (home: string, columns: number, rows: number): PtyScreen => {
  const terminal = headlessTerminal(columns, rows);
  const program = spawn(process.execPath, [COMMAND], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: home,
    env: {...environment(home), LANG: 'C.UTF-8'},
  });
  const ended = new Promise<void>(resolve => program.onExit(() => resolve()));
  const lookers = new Set<() => void>();
  let written = 0;
  terminal.onData(answer => program.write(answer));
  program.onData(data => {
    written += Buffer.byteLength(data);
    terminal.write(data, () => {
      for (const look of lookers) look();
    });
  });
  const screen = (): string =>
    Array.from({length: rows}, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '').join('\n');

  return {
    pid: program.pid,
    written: () => written,
    type: bytes => program.write(bytes),
    text: () => new Promise(resolve => terminal.write('', () => resolve(screen()))),
    until: async (fits, what) => {
      const since = performance.now();
      const {promise, resolve, reject} = Promise.withResolvers<number>();
      const look = (): void => {
        if (fits(screen())) resolve(performance.now() - since);
      };
      const tooLong = setTimeout(() => reject(new Error(`The screen never showed ${what}:\n${screen()}`)), PATIENCE_MS);
      lookers.add(look);
      look();
      try {
        return await promise;
      } finally {
        clearTimeout(tooLong);
        lookers.delete(look);
      }
    },
    [Symbol.asyncDispose]: async () => {
      program.kill('SIGTERM');
      await Promise.race([ended, pause(PATIENCE_MS)]);
      terminal.dispose();
    },
  };
};

const PATIENCE_MS = 20_000;
