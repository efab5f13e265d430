// Notifies the person: a bell, and a desktop notification if enabled, once for all new calls. Silent in quiet hours,
// and for messages that were read on another terminal.
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {isSilent} from '../state/silent.ts';
import type {Call} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {BELL, type TerminalOutput, writeQuietly} from './terminal-modes.ts';

type CallingDeps = {
  readonly store: AppStore;
  readonly stdout: TerminalOutput;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export const startCalling = ({store, stdout, clock, env}: CallingDeps): Disposable => {
  let seen = store.get().ui.called;
  let held: Call[] = [];
  let timer: Disposable | undefined;
  const notification = notificationFor(env);

  const ring = (calls: readonly Call[]): void => {
    const {ui} = store.get();
    const last = calls.at(-1);
    if (last === undefined || ui.bell === 'off' || isSilent(ui, clock.now())) return;
    const more = calls.length === 1 ? '' : ` (and ${calls.length - 1} more)`;
    const shown = ui.bell === 'notify' ? notification({...last, title: `rooster, ${last.title}${more}`}) : '';
    writeQuietly(stdout, shown + BELL);
  };

  /** A person who left this terminal may be at another one, which shows them the message now. */
  const release = (): void => {
    timer = undefined;
    const {sessions} = store.get().gateway;
    const unseen = held.filter(({session}) => session === undefined || (sessions.get(session)?.unread ?? 1) > 0);
    held = [];
    ring(unseen);
  };

  const unsubscribe = store.subscribe(() => {
    const {called, calls, focus} = store.get().ui;
    if (called === seen) return;
    const fresh = calls.slice(seen - called);
    seen = called;
    if (focus !== 'away') {
      ring(fresh);
      return;
    }
    held.push(...fresh);
    timer ??= clock.after(SEEN_ELSEWHERE_MS, release);
  });
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      timer?.[Symbol.dispose]();
    },
  };
};

const SEEN_ELSEWHERE_MS = SECOND / 2;

type Note = {readonly title: string; readonly text: string};

/**
 * The bytes of a notification for this environment's terminal: OSC 9, or OSC 777 on terminals that know only that,
 * because some terminals show both. tmux forwards it if `allow-passthrough` is on. Empty where the terminal would
 * print them as text.
 */
export const notificationFor = (env: Readonly<Record<string, string | undefined>>): ((note: Note) => string) => {
  const term = env['TERM'] ?? '';
  if (PLAIN_TERMINALS.test(term)) return () => '';
  const inTmux = (env['TMUX'] ?? '') !== '';
  // GNU screen would show the sequence in its status line.
  if (!inTmux && (env['STY'] ?? '') !== '') return () => '';
  const form = KNOWS_777.test(term) || (env['VTE_VERSION'] ?? '') !== '' ? osc777 : osc9;
  return inTmux ? note => throughTmux(form(note)) : form;
};

const osc9 = ({title, text}: Note): string => `\x1b]9;${inOneLine(`${title}: ${text}`)}${END}`;

const osc777 = ({title, text}: Note): string =>
  `\x1b]777;notify;${inOneLine(title).replaceAll(';', ',')};${inOneLine(text)}${END}`;

const throughTmux = (sequence: string): string => `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}${END}`;

/** The text is sanitized already; this also removes line ends and anything that could end the sequence. */
const inOneLine = (text: string): string => {
  const line = [...text.replaceAll(/[\x00-\x20\x7f-\x9f]+/gu, ' ').trim()];
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('');
};

const END = '\x1b\\';
const LONGEST = 200;
const PLAIN_TERMINALS = /^(?:linux|dumb|vt\d+)?$/u;
const KNOWS_777 = /^rxvt/u;
