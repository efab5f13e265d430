// The terminal UI with a terminal and a daemon in this process. Time is moved by hand; `frame` waits until everything pending is drawn.
import {render} from 'ink';
import {App} from '../../src/tui/app.tsx';
import type {ShownZone} from '../../src/tui/format/shown-zone.ts';
import {openApp} from '../../src/tui/open-app.tsx';
import {createChatView} from '../../src/tui/screens/chat-view.ts';
import type {AppState} from '../../src/tui/state/app-state.ts';
import {createAppStore} from '../../src/tui/store/reduce-app.ts';
import type {ClientFiles} from '../../src/tui/terminal/client-files.ts';
import {type ClientState, parseClientState} from '../../src/tui/terminal/client-state.ts';
import type {ExternalPrograms, ExternalProgramsDeps} from '../../src/tui/terminal/external-programs.ts';
import {codeColours} from '../../src/tui/text/code-colours.ts';
import {terminalLooks} from '../../src/tui/theme.ts';
import {type FakeClock, fakeClock, settle} from './fake-clock.ts';
import {type FakeGateway, fakeGateway} from './fake-gateway.ts';
import {type FakeLines, fakeLines} from './fake-lines.ts';
import {type TerminalEmulator, terminalEmulator} from './terminal-emulator.ts';

export type TestApp = AsyncDisposable & {
  readonly terminal: TerminalEmulator;
  readonly gateway: FakeGateway;
  readonly clock: FakeClock;
  readonly files: MemoryFiles;
  readonly state: () => AppState;
  /** The input of the person's own programs. */
  readonly saw: Saw;
  /** The person's shell. */
  readonly lines: FakeLines;
  /** True if the person has quit. */
  readonly left: () => boolean;
  /** Types, and waits until it is drawn. */
  type(...bytes: readonly string[]): Promise<void>;
  /** Reads the question on the screen, then presses a key. */
  answer(key: string): Promise<void>;
  /** Advances by `ms` and waits until everything is drawn; returns the screen as text. */
  frame(ms?: number): Promise<string>;
};

export type TestAppOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly gateway?: FakeGateway;
  readonly clock?: FakeClock;
  readonly files?: MemoryFiles;
  readonly session?: string;
  readonly watches?: boolean;
  /** The folder of the person's files. @default one that doesn't exist */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shownZone?: ShownZone;
  /** Runs while the program is suspended. */
  readonly suspend?: (terminal: TerminalEmulator) => void;
  /** The terminal's content before the program starts. */
  readonly before?: string;
};

export const openTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const {
    columns = 80,
    rows = 24,
    clock = fakeClock(),
    files = memoryFiles(),
    env = UTF8,
    session,
    suspend,
    shownZone,
  } = options;
  const {gateway = fakeGateway(clock)} = options;
  const terminal = terminalEmulator(columns, rows);
  terminal.stdout.write(options.before ?? '');
  const broken: unknown[] = [];
  const lines = fakeLines();
  const saw: Saw = {copied: [], paged: [], edited: [], saved: [], screened: [], edit: text => text};
  let keys = 0;
  let left = false;
  const app = openApp({
    connect: gateway.connect,
    files,
    env,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    clock,
    random: () => 0,
    newKey: () => `key-${++keys}`,
    onBroken: thrown => broken.push(thrown),
    loadHighlight: async () => highlight,
    externalPrograms: deps => fakeOutside(deps, saw),
    lines,
    folder: options.folder ?? '/nowhere',
    watches: options.watches === true,
    ...(session === undefined ? {} : {session}),
    ...(shownZone === undefined ? {} : {shownZone}),
    ...(suspend === undefined ? {} : {suspend: () => suspend(terminal)}),
  });
  void app.left.then(() => {
    left = true;
  });
  const frame = async (ms = PACE_MS): Promise<string> => {
    await clock.advance(ms);
    await settle();
    await app.drawn();
    return (await terminal.screen()).join('\n');
  };
  const type = async (...bytes: readonly string[]): Promise<void> => {
    for (const one of bytes) {
      terminal.type(one);
      await settle();
      // The beginning of a key is a key of its own when nothing follows.
      if (one === KEYS.esc) await frame();
    }
    await frame(0);
  };
  await frame();
  return {
    terminal,
    gateway,
    clock,
    files,
    state: app.state,
    left: () => left,
    saw,
    lines,
    frame,
    type,
    answer: async key => {
      await frame();
      await frame(READS_MS);
      await type(key);
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await terminal.screen();
      terminal[Symbol.dispose]();
      // Errors that only the log gets should still fail a test.
      if (broken.length > 0) throw broken[0];
    },
  };
};

export type Saw = {
  readonly copied: string[];
  readonly paged: string[];
  /** The files that were opened in the editor. */
  readonly edited: string[];
  readonly saved: {readonly name: string; readonly text: string}[];
  /** The command lines that had the terminal. */
  readonly screened: string[];
  /** The editor's result for a text. */
  edit: (text: string) => string;
};

const fakeOutside = ({aside}: ExternalProgramsDeps, saw: Saw): ExternalPrograms => ({
  copy: async text => {
    saw.copied.push(text);
    return `${text.length} characters copied`;
  },
  page: async text => {
    await aside(async () => {
      saw.paged.push(text);
    });
    return undefined;
  },
  editText: async text => {
    let changed = text;
    await aside(async () => {
      changed = saw.edit(text);
    });
    return {text: changed};
  },
  editFile: async path => {
    await aside(async () => {
      saw.edited.push(path);
    });
    return undefined;
  },
  runOnScreen: async line => {
    await aside(async () => {
      saw.screened.push(line);
    });
    return undefined;
  },
  saveFile: async (name, text) => {
    saw.saved.push({name, text});
    return `/tmp/${name}`;
  },
});

/** The cells of a screen on which this state is drawn for the first time. */
export const freshScreen = async (
  state: AppState,
  env: Readonly<Record<string, string>> = UTF8,
): Promise<readonly string[]> => {
  const {columns, rows} = state.ui.size;
  using terminal = terminalEmulator(columns, rows);
  const store = createAppStore(state, fakeClock());
  const commands = {press: () => {}, paste: () => {}, scroll: () => {}, mouse: () => {}, drawn: () => {}};
  terminal.stdout.write('\x1b[?7l');
  const ink = render(
    <App store={store} view={createChatView()} commands={commands} looks={terminalLooks(env)} onSuspend={() => {}} />,
    {
      stdin: terminal.stdin,
      stdout: terminal.stdout,
      interactive: true,
      alternateScreen: true,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  await ink.waitUntilRenderFlush();
  const cells = await terminal.cells();
  ink.unmount();
  return cells;
};

/** The stored state of a terminal UI, in memory; passed to the next one, it acts like a restart of the program. */
export type MemoryFiles = ClientFiles & {readonly state: () => ClientState; readonly history: readonly string[]};

/** `fresh`: of a first start, which asks what to set up. */
export const memoryFiles = ({fresh = false} = {}): MemoryFiles => {
  let kept: unknown = {setupAsked: !fresh};
  let last: string | undefined;
  const history: string[] = [];
  return {
    log: '/dev/null',
    load: () => parseClientState(JSON.parse(JSON.stringify(kept))),
    save: state => {
      kept = state;
    },
    saveLast: state => {
      last = JSON.stringify(state);
    },
    loadLast: () => (last === undefined ? undefined : JSON.parse(last)),
    loadHistory: () => [...history],
    appendHistory: entry => history.push(entry),
    keepCopy: () => '/dev/null',
    state: () => parseClientState(kept),
    history,
  };
};

/** Keys as an ordinary terminal sends them. */
export const KEYS = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  backspace: '\x7f',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  click: (x: number, y: number): string => `\x1b[<0;${x + 1};${y + 1}M\x1b[<0;${x + 1};${y + 1}m`,
  pageUp: '\x1b[5~',
  pageDown: '\x1b[6~',
  ctrlHome: '\x1b[1;5H',
  ctrlEnd: '\x1b[1;5F',
  altUp: '\x1b[1;3A',
  /** Ctrl+↑: selects a message. */
  select: '\x1b[1;5A',
  altEnter: '\x1b\r',
  ctrl: (letter: string): string => String.fromCharCode(letter.toUpperCase().charCodeAt(0) - 64),
  alt: (letter: string): string => `\x1b${letter}`,
} as const;

const PACE_MS = 60;
/** Longer than the pause before a question accepts an answer. */
const READS_MS = 500;
const UTF8: Readonly<Record<string, string>> = {LANG: 'C.UTF-8'};
const highlight = codeColours();
