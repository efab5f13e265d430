// The built program in a terminal of the operating system, with an emulator behind it that answers like a terminal. A surrounding shell
// reports its exit, and the line discipline before and after.
import {spawn} from '@lydell/node-pty';
import {programEnvironment, programLine} from '../../scripts/screens/program.ts';
import {shellWord} from './shell-command.ts';
import {headlessTerminal} from './terminal-emulator.ts';
import {PATIENCE_MS} from './until.ts';

export type PtyProgram = AsyncDisposable & {
  /** Everything that was written to the terminal. */
  readonly written: () => string;
  /** Notifications of the desktop, and titles, as they came. */
  readonly notes: readonly string[];
  readonly titles: readonly string[];
  readonly screen: () => Promise<string>;
  /** Waits until the screen matches. */
  shows(pattern: RegExp): Promise<string>;
  type(bytes: string): void;
  resize(columns: number, rows: number): void;
  /** The process of the terminal UI. */
  readonly pid: () => number;
  readonly modes: () => {
    readonly alternate: boolean;
    readonly autowrap: boolean;
    readonly paste: boolean;
    readonly focus: boolean;
  };
  /** The colour of the first cell that shows this character, by its number; -1 for none. */
  readonly colourOf: (character: string) => Promise<number>;
};

export type PtyOptions = {
  readonly home: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The terminal's answer to the request for its background. */
  readonly background?: string;
  /** Arguments of the program. */
  readonly words?: string;
};

export const openPty = ({home, columns = 80, rows = 24, env, background, words = ''}: PtyOptions): PtyProgram => {
  const terminal = headlessTerminal(columns, rows);
  const [notes, titles]: [string[], string[]] = [[], []];
  const line = `sh -c ${shellWord(`echo pid $$; exec ${programLine()} ${words}`)}`;
  const program = spawn(
    'sh',
    ['-c', `echo before $(stty -g); ${line}; echo left with $?; echo after $(stty -g); cat`],
    {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: home,
      env: {...programEnvironment(home), ...env},
    },
  );
  const ended = new Promise<void>(resolve => program.onExit(() => resolve()));
  const lookers = new Set<() => void>();
  let written = '';
  terminal.onData(answer => program.write(answer));
  terminal.onTitleChange(title => titles.push(title));
  terminal.parser.registerOscHandler(9, text => notes.push(text) > 0);
  terminal.parser.registerOscHandler(11, () => {
    if (background !== undefined) program.write(`\x1b]11;${background}\x1b\\`);
    return true;
  });
  program.onData(data => {
    written += data;
    terminal.write(data, () => {
      for (const look of lookers) look();
    });
  });
  const text = (): string =>
    Array.from(
      {length: terminal.rows},
      (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '',
    ).join('\n');
  const settled = (): Promise<void> => new Promise(resolve => terminal.write('', resolve));

  return {
    notes,
    titles,
    written: () => written,
    screen: async () => {
      await settled();
      return text();
    },
    shows: async pattern => {
      const {promise, resolve, reject} = Promise.withResolvers<string>();
      const look = (): void => {
        // A person never sees half a frame: the program marks the beginning and the end of each.
        if (terminal.modes.synchronizedOutputMode) return;
        if (pattern.test(text())) resolve(text());
      };
      const tooLong = setTimeout(
        () => reject(new Error(`The screen never showed ${pattern}:\n${text()}`)),
        PATIENCE_MS,
      );
      lookers.add(look);
      look();
      try {
        return await promise;
      } finally {
        clearTimeout(tooLong);
        lookers.delete(look);
      }
    },
    type: bytes => program.write(bytes),
    resize: (toColumns, toRows) => {
      terminal.resize(toColumns, toRows);
      program.resize(toColumns, toRows);
    },
    pid: () => Number(/pid (\d+)/u.exec(written)?.[1]),
    modes: () => ({
      alternate: terminal.buffer.active.type === 'alternate',
      autowrap: terminal.modes.wraparoundMode,
      paste: terminal.modes.bracketedPasteMode,
      focus: terminal.modes.sendFocusMode,
    }),
    colourOf: async character => {
      await settled();
      for (let y = 0; y < terminal.rows; y += 1) {
        const row = terminal.buffer.active.getLine(y);
        for (let x = 0; x < terminal.cols; x += 1) {
          const cell = row?.getCell(x);
          if (cell?.getChars() === character) return cell.isFgPalette() ? cell.getFgColor() : -1;
        }
      }
      throw new Error(`The screen shows no ${character}.`);
    },
    [Symbol.asyncDispose]: async () => {
      program.kill('SIGHUP');
      await Promise.race([ended, new Promise<void>(resolve => setTimeout(resolve, 5_000))]);
      terminal.dispose();
    },
  };
};
