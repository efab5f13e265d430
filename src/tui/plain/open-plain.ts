// The line-by-line front end: the same state, connection and commands as the screen, printed as finished sentences.
// Uses no control codes: for screen readers, dumb terminals and logs.
import {counted, stopped} from '../../shared/text/sentences.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {formatWhen} from '../../shared/time/format-time.ts';
import type {CommandPorts, Measures} from '../commands/command-ports.ts';
import {setDraft} from '../commands/draft.ts';
import {answerAsked, editAnswer} from '../commands/overlays/ask.ts';
import {confirmed, denied} from '../commands/overlays/confirm.ts';
import {overlayLines} from '../commands/overlays/overlays.ts';
import {stopTurn} from '../commands/session-actions.ts';
import {leaveLocal, stopLocal} from '../commands/typed/local-typed.ts';
import {sendTyped} from '../commands/typed/typed-actions.ts';
import type {ShownZone} from '../format/shown-zone.ts';
import {readTyped} from '../input/slash-commands.ts';
import {emptyText} from '../layout/lists/format-empty.ts';
import type {Connect} from '../link/gateway-client.ts';
import {createLink} from '../link/link.ts';
import type {ListRow} from '../lists/list-row.ts';
import {listRows} from '../lists/list-rows.ts';
import type {NounContext} from '../nouns/noun-view.ts';
import {withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';
import {type AppState, initialAppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {type LineRunner, runningCommand} from '../state/local-command.ts';
import {closeOverlay} from '../state/overlay.ts';
import {daemonNow, openSends, runningTurn} from '../state/selectors.ts';
import {createAppStore} from '../store/reduce-app.ts';
import {startTicker} from '../store/ticker.ts';
import {openView} from '../store/ui-changes.ts';
import type {ClientFiles} from '../terminal/client-files.ts';
import {withClientState} from '../terminal/client-state.ts';
import {keepLast} from '../terminal/keep-last.ts';
import {keepState} from '../terminal/keep-state.ts';
import {inAscii} from '../text/glyphs.ts';
import {drawnLine} from '../text/width.ts';
import {createNarrator} from './narrator.ts';

export type PlainOptions = {
  readonly connect: Connect;
  readonly files: ClientFiles;
  readonly clock: Clock;
  /** The typed lines. */
  readonly lines: AsyncIterable<string>;
  readonly write: (line: string) => void;
  /** Runs the person's command lines. */
  readonly runner: LineRunner & Disposable;
  /** True if the terminal echoes typed lines, so that they aren't printed again. */
  readonly echoes: boolean;
  /** Use ASCII only. */
  readonly ascii: boolean;
  readonly session?: string;
  readonly newKey: () => string;
  /** The zone in which times are shown. @default the machine's */
  readonly shownZone?: ShownZone;
  /** Reports an internal error. */
  readonly onBroken: (thrown: unknown) => void;
};

export type OpenPlain = AsyncDisposable & {
  /** Resolves when the person quits, or when the input has ended and its requests are answered. */
  readonly left: Promise<void>;
  /** Stops the person's own command, otherwise the running turn; returns false if none runs. */
  interrupt(): boolean;
  state(): AppState;
};

export const openPlain = (options: PlainOptions): OpenPlain => {
  const {clock, files, connect, newKey, onBroken, session, ascii} = options;
  const left = Promise.withResolvers<void>();
  const stack = new DisposableStack();
  const initial = initialAppState({columns: 80, rows: 24}, clock.now());
  const ui = withClientState(initial.ui, files.load(), files.loadHistory());
  const store = createAppStore({...initial, ui: {...ui, view: 'chat', lists: initial.ui.lists}}, clock);
  const wanted = {
    session,
    shownZone: options.shownZone,
  };
  const link = createLink({connect, store, clock, random: Math.random, newKey, onBroken, ...wanted});
  const narrator = createNarrator();
  const say = (lines: readonly string[]): void => {
    for (const line of lines) options.write(ascii ? inAscii(line) : line);
  };
  const terminal = {...terminalOf(left.resolve, say), lines: options.runner};
  const ports: CommandPorts = {store, clock, link, view: NOTHING_DRAWN, newKey, terminal, draws: false};

  /** Questions that were printed. */
  const asked = new WeakSet<object>();
  let ending = false;
  let writing = false;
  const follow = (): void => {
    // Printing may change the state: the running loop continues with it.
    if (writing) return;
    writing = true;
    try {
      for (let state = store.get(); ; state = store.get()) {
        say(narrator.narrate(state));
        shown(ports, say, asked);
        if (store.get() === state) break;
      }
    } finally {
      writing = false;
    }
    if (ending && isDone(store.get())) left.resolve();
  };

  const read = async (): Promise<void> => {
    for await (const line of options.lines) {
      // Before that, the lists are empty, and a command would say so.
      await hasDialled(store);
      take(ports, line, text => options.echoes && narrator.typed(text));
    }
    ending = true;
    follow();
  };

  stack.use(keepState(store, files, clock));
  stack.use(options.runner);
  stack.defer(() => leaveLocal({store}));
  stack.use(keepLast(store, files, clock, onBroken));
  stack.use(startTicker(store, clock, nextToastEnd));
  stack.defer(store.subscribe(follow));
  say([WELCOME]);
  follow();
  link.open();
  read().catch(left.reject);

  return {
    left: left.promise,
    interrupt: () => {
      const state = store.get();
      if (runningCommand(state) !== undefined) stopLocal(ports);
      else if (runningTurn(state) === undefined) return false;
      else stopTurn(ports);
      return true;
    },
    state: store.get,
    [Symbol.asyncDispose]: async () => {
      stack.dispose();
      await link[Symbol.asyncDispose]();
    },
  };
};

/** Resolves once the daemon is reached, or can't be. */
const hasDialled = async ({get, subscribe}: CommandPorts['store']): Promise<void> => {
  if (get().ui.connection.kind !== 'dialing') return;
  const {promise, resolve} = Promise.withResolvers<void>();
  const unsubscribe = subscribe(() => {
    if (get().ui.connection.kind !== 'dialing') resolve();
  });
  await promise;
  unsubscribe();
};

/** Handles a typed line: the answer to a question, a command, or a message. */
const take = (ports: CommandPorts, line: string, typed: (text: string) => void): void => {
  const {store} = ports;
  const {overlay} = store.get().ui;
  if (overlay.kind === 'confirm') {
    if (/^y(?:es)?$/iu.test(line.trim())) {
      confirmed(ports);
      return;
    }
    if (/^no?$/iu.test(line.trim())) denied(ports);
    else store.update(closeOverlay);
    if (/^(?:no?)?$/iu.test(line.trim())) return;
    // A whole sentence typed before the question was readable means no, and is handled as usual.
  }
  if (overlay.kind === 'ask') {
    if (line.trim() === '') store.update(closeOverlay);
    else {
      editAnswer(ports, overlay.asking, {kind: 'set', text: line});
      const {overlay: edited} = store.get().ui;
      if (edited.kind === 'ask') void answerAsked(ports, edited.asking);
    }
    return;
  }
  const read = readTyped(line);
  if (read.kind === 'message') typed(read.text);
  setDraft(ports, line);
  sendTyped(ports);
  // A refused line is answered already; the person types it again instead of editing it.
  if (/^[/!]/u.test(line)) setDraft(ports, '');
};

/** Prints an overlay that a command opened and closes it; a question stays until it is answered. */
const shown = ({store}: CommandPorts, say: (lines: readonly string[]) => void, asked: WeakSet<object>): void => {
  const state = store.get();
  const {overlay, view} = state.ui;
  if (view !== 'chat') {
    const {oldAt} = state.ui;
    if (oldAt !== undefined) say([`As of ${formatWhen(oldAt, daemonNow(state))}:`]);
    say(listSentences(view, listRows(state, view), {now: daemonNow(state), names: knownNames(state)}));
    store.update(openView('chat'));
  }
  const lines = overlayLines(state);
  if (lines === undefined) return;
  const question = overlay.kind === 'ask' ? overlay.asking.ask : overlay;
  if (asked.has(question)) {
    const understood = overlay.kind === 'ask' ? overlay.asking.understood : undefined;
    if (understood === undefined || understood.ok || asked.has(understood)) return;
    asked.add(understood);
    say([understood.label]);
    return;
  }
  say(lines);
  if (overlay.kind === 'confirm' || overlay.kind === 'ask') asked.add(question);
  else store.update(closeOverlay);
};

/** True if all requests are answered. */
const isDone = (state: AppState): boolean =>
  openSends(state).every(({state: {kind}}) => kind === 'refused') &&
  runningTurn(state) === undefined &&
  runningCommand(state) === undefined &&
  (state.gateway.sessions.get(state.ui.session ?? 'rooster:main')?.queued ?? 0) === 0;

const nextToastEnd = ({ui}: AppState): number | undefined =>
  ui.toasts.length === 0 ? undefined : Math.min(...ui.toasts.map(({until}) => until));

const terminalOf = (
  leave: () => void,
  say: (lines: readonly string[]) => void,
): Omit<CommandPorts['terminal'], 'lines'> => ({
  repaint: () => {},
  suspend: () => {},
  leave,
  copy: async () => "Copying isn't available in plain mode.",
  page: async text => {
    say(text.split('\n'));
    return undefined;
  },
  editText: async () => ({problem: "The editor isn't available in plain mode."}),
  editFile: async () => "The editor isn't available in plain mode.",
  runOnScreen: async () => "A program that draws on the whole screen isn't available in plain mode.",
  // Nothing shows its size before it is sent.
  readFile: () => undefined,
  namesIn: () => [],
  saveFile: async () => {
    throw new Error("Saving isn't available in plain mode.");
  },
});

/** The output only grows, so nothing scrolls. */
const NOTHING_DRAWN: Measures = {
  scrolled: () => ({kind: 'follow'}),
  isNear: () => false,
  oldest: () => ({kind: 'follow'}),
  items: () => [],
  pinned: () => ({kind: 'follow'}),
  revealed: () => ({kind: 'follow'}),
  lastOnScreen: () => undefined,
  hitAt: () => undefined,
  listHeight: () => 24,
};

const WELCOME = 'Rooster, plain mode. Type a message and press Enter. /help lists commands, /quit quits.';

/** The newest or next rows up to a limit; a longer list says so. */
const listSentences = (name: ListName, rows: readonly ListRow[], by: NounContext): readonly string[] => {
  const nouns = rows.flatMap(row => (row.kind === 'noun' ? [row.noun] : []));
  if (nouns.length === 0) return [`${TITLES[name]}: ${emptyText(name)}`];
  const shown = name === 'log' ? nouns.slice(-MOST) : nouns.slice(0, MOST);
  const more = nouns.length > shown.length ? `, ${shown.length} of them here` : '';
  return [
    `${TITLES[name]}, ${counted(nouns.length, 'entry', 'entries')}${more}:`,
    ...shown.map((noun, index) => {
      const sentence = withView(noun, (view, item) => view.sentence(item, by));
      return `${index + 1}. ${stopped(drawnLine(sentence))}`;
    }),
  ];
};

const TITLES: Readonly<Record<ListName, string>> = {
  timeline: 'Timeline',
  plan: 'Plan',
  outbox: 'Outbox',
  log: 'Log',
};
const MOST = 30;
