// The terminal UI on given streams: opens store, connection, keyboard and screen, and closes them in reverse order. It
// doesn't use the process, so tests pass their own terminal.

import {render} from 'ink';
import type {Clock} from '../shared/time/clock.ts';
import {localeIn} from '../shared/time/locale.ts';
import type {EpochMs} from '../shared/time/time.ts';
import {App} from './app.tsx';
import {type Commands, createCommands} from './commands/commands.ts';
import {leaveLocal} from './commands/typed/local-typed.ts';
import type {ShownZone} from './format/shown-zone.ts';
import type {SuspendTerminal} from './hooks/hooks.ts';
import type {Connect} from './link/gateway-client.ts';
import {createLink} from './link/link.ts';
import {createChatView} from './screens/chat-view.ts';
import {formatNarrowed} from './screens/list-view.ts';
import {nextChangeAt} from './screens/next-change.ts';
import {type AppState, initialAppState} from './state/app-state.ts';
import type {LineRunner} from './state/local-command.ts';
import {startAskingSetup} from './store/ask-setup.ts';
import {startColouring} from './store/colour-code.ts';
import {type AppStore, createAppStore} from './store/reduce-app.ts';
import {startTicker} from './store/ticker.ts';
import {addToast, changeFocus, selectItem} from './store/ui-changes.ts';
import {startCalling} from './terminal/calling.ts';
import type {ClientFiles} from './terminal/client-files.ts';
import {withClientState} from './terminal/client-state.ts';
import {type ExternalPrograms, type ExternalProgramsDeps, externalPrograms} from './terminal/external-programs.ts';
import {keepLast} from './terminal/keep-last.ts';
import {keepState} from './terminal/keep-state.ts';
import {openKeyboard, type TerminalInput} from './terminal/keyboard.ts';
import {localFiles, startLocalFiles} from './terminal/local-files.ts';
import {startMouse} from './terminal/mouse.ts';
import {type Repaint, sizeOf, startRepaint} from './terminal/repaint.ts';
import {lineRunner} from './terminal/run-line.ts';
import {
  ASK_BACKGROUND,
  homedOnEntry,
  MODES_OFF,
  MODES_ON,
  type TerminalOutput,
  writeQuietly,
} from './terminal/terminal-modes.ts';
import {startTitle} from './terminal/title.ts';
import {startWorkspaceFiles} from './terminal/workspace-files.ts';
import type {Highlight} from './text/highlight.ts';
import type {Report} from './text/keys.ts';
import {terminalLooks} from './theme.ts';

export type AppOptions = {
  readonly connect: Connect;
  readonly files: ClientFiles;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput & NodeJS.WritableStream;
  readonly clock: Clock;
  /** The first session: a key, or part of a title. */
  readonly session?: string;
  /** The other machine whose daemon is used, and the version here. */
  readonly host?: {readonly name: string; readonly version: string; readonly called?: string | undefined};
  /** Nothing can be changed from this terminal. */
  readonly watches?: boolean;
  /** Between 0 and 1. @default Math.random */
  readonly random?: () => number;
  readonly newKey: () => string;
  /** The zone in which times are shown. @default the machine's */
  readonly shownZone?: ShownZone;
  /** Reports an internal error for the log, not for the person. */
  readonly onBroken: (thrown: unknown) => void;
  /** Loads the code highlighter. @default lowlight, on first use */
  readonly loadHighlight?: () => Promise<Highlight>;
  /** External programs: pager, editor, clipboard. */
  readonly externalPrograms?: (deps: ExternalProgramsDeps) => ExternalPrograms;
  /** The folder of the person's files and command lines. @default the working directory */
  readonly folder?: string;
  /** Runs the person's command lines. @default in their shell */
  readonly lines?: LineRunner & Disposable;
  /** Stops the process until it is continued; the terminal is restored meanwhile. */
  readonly suspend?: () => void | Promise<void>;
};

type OpenApp = AsyncDisposable & {
  /** Resolves when the person quits or the terminal closes; rejects if drawing fails. */
  readonly left: Promise<void>;
  /** Quits, like the person's own command. */
  leave(): void;
  /**
   * Sets up the terminal again after a stop and continue from externalPrograms, because the shell used it meanwhile.
   */
  retake(): void;
  /** The current screen state. */
  state(): AppState;
  /** Resolves once all changes so far have been written to the terminal. */
  drawn(): Promise<void>;
};

/** A list that reopens with its old filter may look empty, so a notice names the filter. */
const noteNarrowed = (store: AppStore, now: EpochMs): void => {
  const {view, lists} = store.get().ui;
  const narrowed = view === 'chat' ? '' : formatNarrowed(lists[view]);
  if (narrowed === '') return;
  store.update(addToast({tone: 'ok', text: `${view} is still filtered: ${narrowed}; Esc clears it`, now}));
};

const firstState = ({stdout, clock, files, watches = false, host}: AppOptions): AppState => {
  const initial = initialAppState(sizeOf(stdout), clock.now());
  return {...initial, ui: {...withClientState(initial.ui, files.load(), files.loadHistory()), watches, host}};
};

export const openApp = (options: AppOptions): OpenApp => {
  const {clock, stdout, stdin, files, folder = process.cwd()} = options;
  const left = Promise.withResolvers<void>();
  const leave = (): void => left.resolve();
  const stack = new DisposableStack();

  const store = createAppStore(firstState(options), clock);
  const view = createChatView();
  const {connect, newKey, onBroken, session, random = Math.random} = options;
  const wanted = {
    session,
    shownZone: options.shownZone,
  };
  const link = createLink({
    connect,
    store,
    clock,
    random,
    newKey,
    onBroken,
    locale: localeIn(options.env),
    ...wanted,
  });
  let repaint: Repaint | undefined;
  const screen = createHandover(stdout, () => repaint?.now());
  const {aside} = screen;

  const programs = (options.externalPrograms ?? externalPrograms)({
    env: options.env,
    folder,
    write: bytes => writeQuietly(stdout, bytes),
    aside,
    keep: files.keepCopy,
  });
  const lines = options.lines ?? lineRunner(options.env, folder, clock);
  const roots = {folder, home: options.env['HOME']};
  const terminal = {
    lines,
    ...localFiles(roots),
    repaint: () => repaint?.now(),
    suspend: () => void (options.suspend && aside(options.suspend)),
    leave,
    ...programs,
  };
  const commands = createCommands({store, clock, link, view, terminal, newKey, draws: true});

  stack.use(keepState(store, files, clock));
  stack.use(lines);
  stack.defer(() => leaveLocal({store}));
  stack.use(keepLast(store, files, clock, onBroken));
  stack.use(startTicker(store, clock, nextChangeAt));
  stack.use(startCalling({store, stdout, clock, env: options.env}));
  stack.use(startTitle(store, stdout));
  stack.use(startAskingSetup(store));
  stack.use(startWorkspaceFiles(store, clock));
  stack.use(startLocalFiles(store, clock, roots));
  stack.use(startColouring(store, options.loadHighlight ?? loadHighlight));
  const onReport = reportTo(store, clock, commands);
  const keyboard = openKeyboard({stdin, clock, onScroll: commands.scroll, onReport, onKey: link.key, onEnd: leave});
  // Before the first frame: until raw mode, the terminal echoes keys into the drawing.
  stdin.setRawMode?.(true);
  writeQuietly(stdout, MODES_ON);
  const looks = terminalLooks(options.env);
  const homed = homedOnEntry(stdout);
  const ink = render(<App store={store} view={view} commands={commands} looks={looks} onSuspend={screen.onSuspend} />, {
    stdin: keyboard,
    stdout,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    // The store batches events, but keys must show at once.
    maxFps: 120,
    exitOnCtrlC: false,
    patchConsole: false,
    onRender: () => commands.drawn(view.drawn()),
    kittyKeyboard: {mode: 'auto'},
  });
  homed[Symbol.dispose]();
  // Some terminals reset modes when they change to the alternate screen. The background query only affects colours.
  writeQuietly(stdout, MODES_ON + (looks.colours === 'none' ? '' : ASK_BACKGROUND));
  /** Keeps the selection visible. */
  const resized = (): void => {
    const item = store.get().ui.browse?.item;
    if (item !== undefined) store.update(selectItem(item, view.revealed(store.get(), item)));
  };
  stack.use(startMouse(store, stdout, screen.isAway));
  repaint = stack.use(startRepaint({stdout, store, clock, forget: ink.clear, aside: screen.isAway, resized}));
  ink.waitUntilExit().then(leave, left.reject);
  noteNarrowed(store, clock.now());
  link.open();

  return {
    left: left.promise,
    leave,
    retake: () => void aside(() => {}),
    state: store.get,
    drawn: ink.waitUntilRenderFlush,
    [Symbol.asyncDispose]: async () => {
      ink.unmount();
      writeQuietly(stdout, MODES_OFF);
      stack.dispose();
      await link[Symbol.asyncDispose]();
    },
  };
};

/** Takes the terminal's reports: focus, background and mouse. */
const reportTo = (store: AppStore, clock: Clock, commands: Pick<Commands, 'mouse'>): ((report: Report) => void) => {
  let focusedAt = Number.NEGATIVE_INFINITY;
  return report => {
    switch (report.kind) {
      case 'focus':
        focusedAt = clock.now();
        store.update(changeFocus(report.focus, focusedAt));
        return;
      case 'background':
        store.update(ui => (ui.background === report.background ? ui : {...ui, background: report.background}));
        return;
      case 'mouse':
        // A click that brings the terminal to the front chooses nothing.
        if (clock.now() - focusedAt > FOCUS_CLICK_MS) commands.mouse(report, report.pressed);
    }
  };
};

type Handover = {
  /** Restores the terminal while `meanwhile` runs, then takes it again. */
  readonly aside: (meanwhile: () => void | Promise<void>) => Promise<void>;
  readonly isAway: () => boolean;
  /** Gets Ink's way to let go of the terminal. */
  readonly onSuspend: (handed: SuspendTerminal) => void;
};

const createHandover = (stdout: AppOptions['stdout'], onReturn: () => void): Handover => {
  let suspendTerminal: SuspendTerminal | undefined;
  let away = false;
  return {
    aside: async meanwhile => {
      if (suspendTerminal === undefined || away) return;
      away = true;
      writeQuietly(stdout, MODES_OFF);
      try {
        await suspendTerminal(meanwhile);
      } finally {
        away = false;
      }
      onReturn();
    },
    isAway: () => away,
    onSuspend: handed => {
      suspendTerminal = handed;
    },
  };
};

const FOCUS_CLICK_MS = 150;

const loadHighlight = async (): Promise<Highlight> => (await import('./text/code-colours.ts')).codeColours();
