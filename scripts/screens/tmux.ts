// A program in a real terminal that nobody sits at: a tmux server with a socket of its own and none of the user's settings.
// Every call to it is bounded in time, and the server ends with the object.
import {execFile, execFileSync} from 'node:child_process';
import {promisify} from 'node:util';

export type Size = {readonly columns: number; readonly rows: number};

/** `80x24` */
export const formatSize = ({columns, rows}: Size): string => `${columns}x${rows}`;

export type TmuxOptions = {
  /** The server's socket; the path must be short. */
  readonly socket: string;
  readonly size: Size;
  /** A line for `sh`. */
  readonly command: string;
  readonly cwd: string;
  /** All that the program finds in its environment, besides what tmux itself sets. */
  readonly env: Readonly<Record<string, string>>;
};

export type Tmux = AsyncDisposable & {
  /** The screen's text, one row per line. */
  readonly text: () => Promise<string>;
  /** The same with its colours, as escape sequences, spaces at the ends of the lines included. */
  readonly styled: () => Promise<string>;
  /** Presses keys by their tmux names: `Enter`, `C-d`, `PPage`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types a text as it stands. */
  readonly type: (text: string) => Promise<void>;
  /** Pastes as a terminal does: in brackets where the program asked for them. */
  readonly paste: (text: string) => Promise<void>;
  readonly resize: (size: Size) => Promise<void>;
  /** A value that tmux knows, as a format: `#{alternate_on}`. */
  readonly fact: (format: string) => Promise<string>;
  /** Hands on to a shell command whatever the program writes from now on. */
  readonly pipeTo: (shellCommand: string) => Promise<void>;
  /** Waits for the screen to show it and returns the screen; rejects with the screen when it does not come. */
  readonly shows: (marker: RegExp, withinMs?: number) => Promise<string>;
};

export const openTmux = async ({socket, size, command, cwd, env}: TmuxOptions): Promise<Tmux> => {
  const tmux = async (...args: readonly string[]): Promise<string> => {
    const {stdout} = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {timeout: PATIENCE_MS, env, cwd});
    return stdout;
  };
  const {columns, rows} = size;
  await tmux(
    ...['start-server', ';', 'set', '-g', 'status', 'off', ';', 'set', '-sg', 'escape-time', '0', ';'],
    ...[
      'new-session',
      '-d',
      '-x',
      `${columns}`,
      '-y',
      `${rows}`,
      command,
      ';',
      'set',
      '-w',
      'remain-on-exit',
      'on',
      ';',
    ],
    // Not before there is a window: tmux 3.3 would crash.
    ...['set', '-g', 'window-size', 'manual'],
  );
  const text = (): Promise<string> => tmux('capture-pane', '-p');
  return {
    text,
    styled: () => tmux('capture-pane', '-p', '-e', '-N'),
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    type: async typed => void (await tmux('send-keys', '-l', '--', typed)),
    paste: async pasted => {
      execFileSync('tmux', ['-S', socket, 'load-buffer', '-'], {input: pasted, timeout: PATIENCE_MS, env});
      await tmux('paste-buffer', '-p', '-d');
    },
    resize: async to => void (await tmux('resize-window', '-x', `${to.columns}`, '-y', `${to.rows}`)),
    fact: async format => (await tmux('display-message', '-p', format)).trim(),
    pipeTo: async shellCommand => void (await tmux('pipe-pane', '-O', shellCommand)),
    shows: (marker, withinMs = PATIENCE_MS) => shows(text, marker, withinMs),
    [Symbol.asyncDispose]: async () => {
      // A server that has ended already cannot be ended again, and that is as good.
      await tmux('kill-server').catch(() => undefined);
    },
  };
};

/** True if tmux is installed. */
export const hasTmux = (): boolean => {
  try {
    execFileSync('tmux', ['-V'], {stdio: 'ignore', timeout: PATIENCE_MS});
    return true;
  } catch {
    return false;
  }
};

const shows = async (text: () => Promise<string>, marker: RegExp, withinMs: number): Promise<string> => {
  const deadline = performance.now() + withinMs;
  while (true) {
    const screen = await text();
    if (marker.test(screen)) return screen;
    if (performance.now() > deadline) throw new Error(`${marker} did not come within ${withinMs} ms:\n${screen}`);
    await new Promise<void>(resolve => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

const run = promisify(execFile);
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 20;
