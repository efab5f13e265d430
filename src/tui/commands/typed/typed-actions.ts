// Enter on a draft: sends a message, runs a command, or asks about an unknown one.

import {assertNever, errorMessage} from '../../../shared/text/gateway-error.ts';
import {sessionCalled} from '../../input/find.ts';
import {readTyped, type SlashCommand} from '../../input/slash-commands.ts';
import {NOTHING_TO_SEND, READ_ONLY_HERE} from '../../input/why-no-effect.ts';
import {showOverlay} from '../../state/overlay.ts';
import {openChild, openSession, openTranscript, runningTurn} from '../../state/selectors.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {
  archiveConversation,
  askDelete,
  forkConversation,
  newConversation,
  restoreConversation,
  setModel,
} from '../conversation-actions.ts';
import {backIntoDraft, draftDone, draftText} from '../draft.ts';
import {showList, showView} from '../items/list-actions.ts';
import {askFor} from '../overlays/ask-actions.ts';
import {choicesIn} from '../overlays/ask-reminder.ts';
import {openChats} from '../overlays/chats-actions.ts';
import {openInject} from '../overlays/inject-actions.ts';
import {openKeys} from '../overlays/keys-actions.ts';
import {remindIn, setReminders} from '../overlays/read-remind.ts';
import {openSetup} from '../overlays/setup-actions.ts';
import {openSignal} from '../overlays/signal-actions.ts';
import {openStats} from '../overlays/stats-actions.ts';
import {openWhy} from '../overlays/why-actions.ts';
import {askReset, compactSession, renameSession, say, stopTurn, trustSession} from '../session-actions.ts';
import {askDigest, setBell, setQuiet, setSwitch} from './bell-actions.ts';
import {broadcastTyped, delegateTyped} from './cross-session-typed.ts';
import {copyTyped, editDraft, exportSession, pageSession} from './export-actions.ts';
import {formatReminders} from './format-reminder.ts';
import {setLook} from './look-actions.ts';
import {showContext, showQueue} from './look-typed.ts';
import {cronTyped, doneTyped, snoozeTyped} from './time-typed.ts';

export const sendTyped = (ports: CommandPorts): void => {
  const {store} = ports;
  const {sender} = ports.link;
  const text = draftText(ports).trimEnd();
  const typed = readTyped(text);
  switch (typed.kind) {
    case 'nothing':
      store.dispatch({type: 'idle-key', why: NOTHING_TO_SEND});
      return;
    case 'message':
      if (openChild(store.get()) !== undefined) {
        store.dispatch({type: 'idle-key', why: READ_ONLY_HERE});
        return;
      }
      ports.link.poke();
      sender.send(typed.text, text);
      return;
    case 'command':
      if (runSlashCommand(ports, typed.command, typed.rest)) draftDone(ports, text);
      return;
    case 'unknown': {
      const question = `Unknown command /${typed.name.slice(0, 40)}. Send it as a message?`;
      store.update(showOverlay({kind: 'confirm', question, ifYes: {kind: 'send', text}}));
      return;
    }
    default:
      assertNever(typed);
  }
};

/** Runs a command; returns false if it is incomplete, so that the person can fix it. */
export const runSlashCommand = (ports: CommandPorts, {name, usage}: SlashCommand, rest: string): boolean => {
  ports.store.dispatch({type: 'used', name});
  return COMMANDS[name](ports, rest, usage);
};

type RunTyped = (ports: CommandPorts, rest: string, usage: string) => boolean;

const COMMANDS: Readonly<Record<SlashCommand['name'], RunTyped>> = {
  help: ports => {
    ports.store.update(showOverlay({kind: 'help', query: '', index: 0}));
    return true;
  },
  stop: ports => {
    if (runningTurn(ports.store.get()) === undefined) say(ports, 'ok', 'No turn is running.');
    stopTurn(ports);
    return true;
  },
  'new': (ports, rest) => {
    if (rest === '') askReset(ports);
    else void newConversation(ports, rest);
    return true;
  },
  fork: (ports, rest) => {
    void forkConversation(ports, rest);
    return true;
  },
  archive: ports => onOpen(ports, 'archive'),
  delete: ports => onOpen(ports, 'delete'),
  model: (ports, rest) => {
    void setModel(ports, rest);
    return true;
  },
  delegate: (ports, rest) => delegateTyped(ports, rest),
  delegations: ports => {
    showList(ports, 'timeline', {kind: 'tasks'});
    return true;
  },
  broadcast: (ports, rest) => broadcastTyped(ports, rest),
  trust: ports => {
    void trustSession(ports);
    return true;
  },
  compact: ports => {
    void compactSession(ports);
    return true;
  },
  rename: (ports, rest) => {
    void renameSession(ports, rest);
    return true;
  },
  session: (ports, rest) => openCalled(ports, rest),
  remind: (ports, rest, usage) => remind(ports, rest, usage),
  snooze: (ports, rest) => snoozeTyped(ports, rest),
  done: ports => doneTyped(ports),
  cron: (ports, rest, usage) => cronTyped(ports, rest, usage),
  job: (ports, rest) => {
    draftDone(ports, rest === '' ? '/job' : `/job ${rest}`);
    askFor(ports, {kind: 'job-name', typed: rest !== '' ? rest : undefined});
    return true;
  },
  find: (ports, rest) => {
    if (rest !== '') draftDone(ports, `/find ${rest}`);
    ports.store.update(showOverlay({kind: 'find', query: rest === '' ? '' : `#${rest}`, index: 0}));
    return true;
  },
  queue: ports => {
    showQueue(ports);
    return true;
  },
  context: ports => {
    showContext(ports);
    return true;
  },
  keys: ports => {
    openKeys(ports);
    return true;
  },
  chat: ports => {
    if (ports.store.get().ui.view === 'chat') say(ports, 'ok', 'You are in the conversation.');
    showView(ports, 'chat');
    return true;
  },
  timeline: ports => {
    showView(ports, 'timeline');
    return true;
  },
  plan: ports => {
    showView(ports, 'plan');
    return true;
  },
  outbox: ports => {
    showView(ports, 'outbox');
    return true;
  },
  log: ports => {
    showView(ports, 'log');
    return true;
  },
  setup: ports => {
    openSetup(ports);
    return true;
  },
  signal: ports => {
    void openSignal(ports);
    return true;
  },
  why: (ports, rest) => whyTyped(ports, rest),
  copy: (ports, rest, usage) => {
    const done = copyTyped(ports, rest);
    if (!done) say(ports, 'warn', usage);
    return done;
  },
  export: ports => {
    void exportSession(ports);
    return true;
  },
  inject: ports => {
    draftDone(ports, '/inject');
    openInject(ports);
    return true;
  },
  pager: ports => {
    void pageSession(ports);
    return true;
  },
  editor: ports => {
    // The draft contains only this command.
    draftDone(ports, '/editor');
    void editDraft(ports);
    return true;
  },
  status: ports => {
    ports.store.update(showOverlay({kind: 'status', top: 0}));
    void ports.link.refreshStatus();
    return true;
  },
  stats: ports => {
    void openStats(ports);
    return true;
  },
  bell: (ports, rest, usage) => setBell(ports, rest, usage),
  motion: (ports, rest, usage) => setSwitch(ports, 'motion', rest, usage),
  mouse: (ports, rest, usage) => setSwitch(ports, 'mouse', rest, usage),
  quiet: (ports, rest) => {
    void setQuiet(ports, rest);
    return true;
  },
  digest: ports => {
    void askDigest(ports);
    return true;
  },
  theme: (ports, rest) => setLook(ports, rest),
  reconnect: ports => {
    if (ports.store.get().ui.connection.kind === 'live') say(ports, 'ok', 'Already connected.');
    ports.link.poke();
    return true;
  },
  quit: ports => {
    draftDone(ports, '/quit');
    ports.terminal.leave();
    return true;
  },
};

/** `/archive` and `/delete` are about the open conversation. */
const onOpen = (ports: CommandPorts, name: 'archive' | 'delete'): boolean => {
  const session = openSession(ports.store.get());
  if (name === 'archive' && session.archived === true) void restoreConversation(ports, session);
  else if (name === 'archive' && session.kind === 'main') askReset(ports);
  else if (name === 'archive') void archiveConversation(ports, session);
  else if (session.kind === 'main')
    say(ports, 'warn', "This conversation can't be deleted. /new archives its messages.");
  else askDelete(ports, session);
  return true;
};

const whyTyped = (ports: CommandPorts, id: string): boolean => {
  const last = openTranscript(ports.store.get())?.messages.findLast(({role}) => role === 'assistant')?.id;
  const about = id === '' ? last : id;
  if (about === undefined) {
    say(ports, 'ok', 'No answers here yet. Use /why ID for a reminder, run, delivery or message.');
    return false;
  }
  void openWhy(ports, about);
  return true;
};

const openCalled = (ports: CommandPorts, text: string): boolean => {
  if (text === '') {
    openChats(ports);
    return true;
  }
  const session = sessionCalled(ports.store.get(), text);
  if (session === undefined) {
    say(ports, 'warn', `No conversation "${text}". /session lists them.`);
    return false;
  }
  ports.store.dispatch({type: 'open', session: session.key});
  return true;
};

const remind = (ports: CommandPorts, rest: string, usage: string): boolean => {
  if (rest === '') {
    say(ports, 'warn', `${usage}, like ${REMIND_EXAMPLE}`);
    return false;
  }
  void setReminder(ports, rest);
  return true;
};

/** A recurrence and an ambiguous time are shown before they are set. */
const setReminder = async (ports: CommandPorts, rest: string): Promise<void> => {
  try {
    const remind = await remindIn(ports, rest);
    const choices = await choicesIn(ports, remind);
    if (ports.draws && (choices !== undefined || remind.preview?.repeat !== undefined)) {
      askFor(ports, {kind: 'remind', typed: rest});
      return;
    }
    if (choices !== undefined) {
      const times = choices.map(({label}) => label).join(' or ');
      say(ports, 'warn', `Which time: ${times}? Nothing was set. Type the line again with one of them.`);
      return;
    }
    say(ports, 'ok', formatReminders(await setReminders(ports, remind), exactNow(ports)));
  } catch (thrown) {
    say(ports, 'warn', errorMessage(thrown));
    backIntoDraft(ports, `/remind ${rest}`);
  }
};

const REMIND_EXAMPLE = '/remind 20m tea or /remind "next friday 9:00" call Bob';
