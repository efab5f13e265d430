// The terminal UI on the streams it is given: store, connection, keyboard and screen are opened here and closed here, in the
// reverse order. It knows no process, so a test opens it on a terminal of its own.
import {render} from 'ink';
import type {Clock} from '../shared/time/clock.ts';
import type {EpochMs} from '../shared/time/time.ts';
import {App} from './app.tsx';
import {createCommands} from './commands/commands.ts';
import type {ShownZone} from './format/shown-zone.ts';
import type {SuspendTerminal} from './hooks/use-suspend.ts';
import type {Highlight} from './layout/text/highlight.ts';
import type {Connect} from './link/gateway-client.ts';
import {createLink} from './link/link.ts';
import {createChatView} from './screens/chat-view.ts';
import {formatNarrowed} from './screens/list-view.ts';
import {nextChangeAt} from './screens/next-change.ts';
import {type AppState, initialAppState} from './state/app-state.ts';
import {startColouring} from './store/colour-code.ts';
import {type AppStore, reduceApp} from './store/reduce-app.ts';
import {createStore} from './store/store.ts';
import {startTicker} from './store/ticker.ts';
import {asCalled, type CalledAs, INSTALLED} from './terminal/called-as.ts';
import {startCalling} from './terminal/calling.ts';
import type {ClientFiles} from './terminal/client-files.ts';
import {withClientState} from './terminal/client-state.ts';
import {keepState} from './terminal/keep-state.ts';
import {openKeyboard, type TerminalInput} from './terminal/keyboard.ts';
import {type Outside, type OutsideDeps, outside} from './terminal/outside.ts';
import {type Repaint, sizeOf, startRepaint} from './terminal/repaint.ts';
import type {Report} from './terminal/stdin-filter.ts';
import {
  ASK_BACKGROUND,
  homedOnEntry,
  MODES_BACK,
  MODES_ON,
  type TerminalOutput,
  writeQuietly,
} from './terminal/terminal-modes.ts';
import {startTitle} from './terminal/title.ts';
import {startWorkspaceFiles} from './terminal/workspace-files.ts';
import {terminalLooks} from './theme.ts';

export type AppOptions = {
  readonly connect: Connect;
  readonly files: ClientFiles;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput & NodeJS.WritableStream;
  readonly clock: Clock;
  /** The session to begin in: a key, or a part of a title. */
  readonly session?: string;
  /** Between 0 and 1. @default Math.random */
  readonly random?: () => number;
  readonly newKey: () => string;
  /** How the program is started here. @default by its name */
  readonly called?: CalledAs;
  /** On whose clocks times are shown. @default the machine's */
  readonly shownZone?: ShownZone;
  /** Something went wrong that the person need not be told: it belongs into the log. */
  readonly onBroken: (thrown: unknown) => void;
  /** Fetches what colours code. @default lowlight, loaded when it is needed first */
  readonly loadHighlight?: () => Promise<Highlight>;
  /** The person's own programs: a pager, an editor, a clipboard. */
  readonly outside?: (deps: OutsideDeps) => Outside;
  /** Stops the process until it is continued, with the terminal given back meanwhile. */
  readonly suspend?: () => void | Promise<void>;
};

type OpenApp = AsyncDisposable & {
  /** Resolves when the person left or the terminal went away; rejects if drawing failed. */
  readonly left: Promise<void>;
  /** Leaves as if the person had. */
  leave(): void;
  /** Sets up the terminal again: somebody stopped and continued this process from outside, and a shell had it meanwhile. */
  retake(): void;
  /** What is on the screen now. */
  state(): AppState;
  /** Resolves once everything that happened so far has been written to the terminal. */
  drawn(): Promise<void>;
};

/** A list that is opened as it was left may look empty for what narrows it down. */
const tellNarrowed = (store: AppStore, now: EpochMs): void => {
  const {view, lists} = store.get().ui;
  const narrowed = view === 'chat' ? '' : formatNarrowed(lists[view]);
  if (narrowed === '') return;
  store.dispatch({type: 'toast', tone: 'ok', text: `${view} is still filtered: ${narrowed}; Esc clears it`, now});
};

export const openApp = (options: AppOptions): OpenApp => {
  const {clock, stdout, stdin, files} = options;
  const left = Promise.withResolvers<void>();
  const leave = (): void => left.resolve();
  const stack = new DisposableStack();

  const initial = initialAppState(sizeOf(stdout), clock.now());
  const store = createStore({
    reduce: reduceApp,
    initial: {...initial, ui: withClientState(initial.ui, files.load(), files.loadHistory())},
    clock,
  });
  const view = createChatView();
  const {connect, newKey, onBroken, session, random = Math.random, called = INSTALLED} = options;
  const inPlace = (sentence: string): string => asCalled(sentence, called);
  const wanted = {
    ...(session === undefined ? {} : {session}),
    ...(options.shownZone === undefined ? {} : {shownZone: options.shownZone}),
  };
  const link = createLink({connect, store, clock, random, newKey, onBroken, inPlace, ...wanted});
  let suspendTerminal: SuspendTerminal | undefined;
  let repaint: Repaint | undefined;
  let away = false;

  const suspend = async (): Promise<void> => {
    const stop = options.suspend;
    if (stop === undefined || suspendTerminal === undefined) return;
    await aside(stop);
  };

  /** Gives the terminal away meanwhile, and takes it again. */
  const aside = async (meanwhile: () => void | Promise<void>): Promise<void> => {
    if (suspendTerminal === undefined || away) return;
    away = true;
    writeQuietly(stdout, MODES_BACK);
    try {
      await suspendTerminal(meanwhile);
    } finally {
      away = false;
    }
    repaint?.now();
  };

  const programs = (options.outside ?? outside)({
    env: options.env,
    folder: process.cwd(),
    write: bytes => writeQuietly(stdout, bytes),
    aside,
    keep: files.keepCopy,
  });
  const terminal = {repaint: () => repaint?.now(), suspend: () => void suspend(), leave, ...programs};
  const commands = createCommands({store, clock, link, view, terminal, newKey});

  stack.use(keepState(store, files, clock));
  stack.use(startTicker(store, clock, nextChangeAt));
  stack.use(startCalling({store, stdout, clock, env: options.env}));
  stack.use(startTitle(store, stdout));
  stack.use(startWorkspaceFiles(store, clock));
  stack.use(startColouring(store, options.loadHighlight ?? loadHighlight));
  const onReport = (report: Report): void =>
    store.dispatch(
      report.kind === 'focus'
        ? {type: 'focus', focus: report.focus, now: clock.now()}
        : {type: 'background', background: report.background},
    );
  const keyboard = openKeyboard({stdin, clock, onScroll: commands.scroll, onReport, onEnd: leave});
  // Before the first frame: until then the terminal echoes each key, into the middle of what is drawn.
  stdin.setRawMode?.(true);
  writeQuietly(stdout, MODES_ON);
  const onSuspend = (handed: SuspendTerminal): void => {
    suspendTerminal = handed;
  };
  const looks = terminalLooks(options.env);
  const homed = homedOnEntry(stdout);
  const ink = render(<App store={store} view={view} commands={commands} looks={looks} onSuspend={onSuspend} />, {
    stdin: keyboard,
    stdout,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    // Events are gathered by the store; a key is to be seen at once.
    maxFps: 120,
    exitOnCtrlC: false,
    patchConsole: false,
    onRender: () => commands.drawn(view.drawn()),
    kittyKeyboard: {mode: 'auto'},
  });
  homed[Symbol.dispose]();
  // Some terminals forget it when they change to the alternate screen. The answer to the question changes colours only.
  writeQuietly(stdout, MODES_ON + (looks.colours === 'none' ? '' : ASK_BACKGROUND));
  /** What is selected stays on the screen. */
  const resized = (): void => {
    const item = store.get().ui.browse?.item;
    if (item !== undefined) store.dispatch({type: 'browse', item, scroll: view.revealed(store.get(), item)});
  };
  repaint = stack.use(startRepaint({stdout, store, clock, forget: ink.clear, aside: () => away, resized}));
  ink.waitUntilExit().then(leave, left.reject);
  tellNarrowed(store, clock.now());
  link.open();

  return {
    left: left.promise,
    leave,
    retake: () => void aside(() => {}),
    state: store.get,
    drawn: ink.waitUntilRenderFlush,
    [Symbol.asyncDispose]: async () => {
      ink.unmount();
      writeQuietly(stdout, MODES_BACK);
      stack.dispose();
      await link[Symbol.asyncDispose]();
    },
  };
};

const loadHighlight = async (): Promise<Highlight> => (await import('./layout/text/code-colours.ts')).codeColours();
