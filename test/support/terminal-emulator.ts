// A terminal in this process: output becomes a readable screen, and typing arrives as bytes. Real cursor movement, erasing, wrapping,
// alternate screen and resizing; no operating system.
import {EventEmitter} from 'node:events';
import {createRequire} from 'node:module';
import {PassThrough} from 'node:stream';
import type {Terminal as HeadlessTerminal} from '@xterm/headless';

// Both are CommonJS without names that Node can detect.
const load = createRequire(import.meta.url);
const {Terminal} = load('@xterm/headless') as typeof import('@xterm/headless');

// The addon reads its tables from the start of a small Buffer's memory, which is right only if other small Buffers don't share that memory.
const shared = Buffer.poolSize;
Buffer.poolSize = 0;
const {UnicodeGraphemesAddon} = load(
  '@xterm/addon-unicode-graphemes',
) as typeof import('@xterm/addon-unicode-graphemes');
Buffer.poolSize = shared;

export type TerminalEmulator = Disposable & {
  readonly stdin: NodeJS.ReadableStream & {readonly isTTY: true; setRawMode(raw: boolean): unknown};
  readonly stdout: NodeJS.WritableStream & {readonly isTTY: true; readonly columns: number; readonly rows: number};
  /** The rows of the screen, without spaces at their ends. */
  screen(): Promise<readonly string[]>;
  /** The same with every cell's style, for comparing two screens. */
  cells(): Promise<readonly string[]>;
  cursor(): Promise<{readonly x: number; readonly y: number}>;
  /** Bytes as a keyboard sends them. */
  type(bytes: string): void;
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** All output so far. */
  readonly written: string;
  readonly raw: boolean;
  readonly alternate: boolean;
  readonly autowrap: boolean;
  readonly bracketedPaste: boolean;
  /** True if it reports the mouse. */
  readonly mouse: boolean;
};

/** Counts widths by grapheme, as newer terminals do. */
export const headlessTerminal = (columns: number, rows: number): HeadlessTerminal => {
  const terminal = new Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  terminal.loadAddon(new UnicodeGraphemesAddon());
  return terminal;
};

export const terminalEmulator = (columns = 80, rows = 24): TerminalEmulator => {
  const terminal = headlessTerminal(columns, rows);
  let written = '';
  let raw = false;

  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (on: boolean) => {
      raw = on;
    },
    ref: () => {},
    unref: () => {},
  });
  terminal.onData(answer => stdin.write(answer));

  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true as const,
    columns,
    rows,
    writable: true,
    write: (text: string | Uint8Array, ...rest: readonly unknown[]) => {
      written += String(text);
      // The terminal driver's handling of a line feed.
      terminal.write(String(text).replaceAll(/\r?\n/gu, '\r\n'));
      const done = rest.find(one => typeof one === 'function');
      if (typeof done === 'function') setImmediate(() => done());
      return true;
    },
    end: () => {},
  });

  const settled = (): Promise<void> => new Promise(resolve => terminal.write('', resolve));
  const read = async <T>(of: (row: number) => T): Promise<readonly T[]> => {
    await settled();
    return Array.from({length: terminal.rows}, (_, row) => of(row));
  };

  return {
    stdin,
    // The few used members replace the stream.
    stdout: stdout as unknown as TerminalEmulator['stdout'],
    screen: () => read(row => textOf(terminal, row)),
    cells: () => read(row => looksOf(terminal, row)),
    cursor: async () => {
      await settled();
      return {x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY};
    },
    type: bytes => {
      stdin.write(bytes);
    },
    paste: text => {
      stdin.write(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`);
    },
    resize: (toColumns, toRows) => {
      terminal.resize(toColumns, toRows);
      stdout.columns = toColumns;
      stdout.rows = toRows;
      stdout.emit('resize');
    },
    get written() {
      return written;
    },
    get raw() {
      return raw;
    },
    get alternate() {
      return terminal.buffer.active.type === 'alternate';
    },
    get autowrap() {
      return terminal.modes.wraparoundMode;
    },
    get mouse() {
      return terminal.modes.mouseTrackingMode !== 'none';
    },
    get bracketedPaste() {
      return terminal.modes.bracketedPasteMode;
    },
    [Symbol.dispose]: () => {
      terminal.dispose();
      stdin.destroy();
    },
  };
};

/** A non-breaking space looks like any other. */
const textOf = (terminal: HeadlessTerminal, row: number): string =>
  (terminal.buffer.active.getLine(row)?.translateToString(true) ?? '').replaceAll('\u00a0', ' ').trimEnd();

const looksOf = (terminal: HeadlessTerminal, row: number): string => {
  const line = terminal.buffer.active.getLine(row);
  let looks = '';
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    const style = cell
      ? [cell.isBold(), cell.isDim(), cell.isInverse(), cell.isUnderline(), cell.getFgColor()].join(',')
      : '';
    // A space looks the same in every colour.
    const chars = (cell?.getChars() || ' ').replace('\u00a0', ' ');
    looks += chars === ' ' && cell?.isInverse() === 0 && cell.isUnderline() === 0 ? ' ' : `${chars}{${style}}`;
  }
  return looks.trimEnd();
};
