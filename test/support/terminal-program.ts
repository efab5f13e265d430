// The built program in its own tmux, on a home that outlives the terminal; and the daemon that it started.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {askedAlready, programEnvironment, programLine, stopDaemonOf} from '../../scripts/screens/program.ts';
import {openTmux, type Size, type Tmux} from '../../scripts/screens/tmux.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {connectTo, type DaemonClient} from './daemon-client.ts';
import {shellWord} from './shell-command.ts';
import {removeFolder, tempDir} from './temp-dir.ts';

export type TerminalHome = AsyncDisposable & {
  readonly path: string;
  /** Opens the terminal UI in a terminal of this size, and waits until it is live, or shows something else. */
  readonly open: (size?: Size, ready?: RegExp) => Promise<OpenTerminal>;
  /** A client of the daemon that the terminal UI has started. */
  readonly connect: () => Promise<DaemonClient>;
};

export type OpenTerminal = Tmux & {
  /** The process of the terminal UI. */
  readonly pid: number;
  /** Alternate screen, cursor, autowrap, insert, origin, cursor keys, keypad, mouse: as tmux knows them. */
  readonly modes: () => Promise<string>;
  /** The terminal's line discipline, from `stty -g`: before the start, and after the end. */
  readonly lineModes: () => {readonly before: string; readonly after: string};
};

type TerminalHomeOptions = {
  /** The question of the first start comes. */
  readonly fresh?: boolean;
  /** Further environment variables of the terminal UI. */
  readonly env?: Readonly<Record<string, string>>;
};

export const terminalHome = ({fresh = false, env = {}}: TerminalHomeOptions = {}): TerminalHome => {
  const {path, ...folder} = tempDir();
  if (!fresh) askedAlready(path);
  let opened = 0;
  const open = async (size: Size = {columns: 80, rows: 24}, ready = /● /u): Promise<OpenTerminal> => {
    opened += 1;
    const file = (name: string): string => join(path, `${name}-${opened}`);
    const [before, after, pid] = [file('before'), file('after'), file('pid')];
    const program = `sh -c ${shellWord(`echo $$ >${pid}; exec ${programLine()}`)}`;
    await using opening = new AsyncDisposableStack();
    const tmux = await openTmux({
      socket: file('tmux'),
      size,
      cwd: path,
      env: {...programEnvironment(path), ...env},
      // Text typed afterwards shows the terminal's final state.
      command: `stty -g >${before}; ${program}; code=$?; stty -g >${after}; echo "left with $code"; exec cat -v`,
    });
    // If it doesn't start, no tmux server is left behind.
    opening.use(tmux);
    await tmux.shows(ready);
    opening.move();
    return {
      ...tmux,
      pid: Number(readFileSync(pid, 'utf8')),
      modes: () => terminalModes(tmux),
      lineModes: () => ({before: readFileSync(before, 'utf8'), after: readFileSync(after, 'utf8')}),
    };
  };
  return {
    path,
    open,
    connect: () => connectTo(placesOf({ROOSTER_HOME: path}, path).socket),
    [Symbol.asyncDispose]: async () => {
      await stopDaemonOf(path);
      folder[Symbol.dispose]();
      removeFolder(path);
    },
  };
};

/** Alternate screen, cursor, autowrap, insert, origin, cursor keys, keypad, mouse: as tmux knows them. */
export const terminalModes = (tmux: Tmux): Promise<string> => tmux.fact(MODES);

/** The value of `modes` while no program has changed them. */
export const PLAIN_MODES = '0 1 1 0 0 0 0 0';
const MODES =
  '#{alternate_on} #{cursor_flag} #{wrap_flag} #{insert_flag} #{origin_flag} #{keypad_cursor_flag} #{keypad_flag} #{mouse_any_flag}';
