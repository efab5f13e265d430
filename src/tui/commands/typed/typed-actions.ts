// Enter on a draft: sends a message, runs a command, or asks about an unknown one.

import {assertNever, errorMessage} from '../../../shared/records/gateway-error.ts';
import {sessionCalled} from '../../input/find.ts';
import {readTyped, type SlashCommand} from '../../input/slash-commands.ts';
import {NOTHING_TO_SEND, READ_ONLY_HERE} from '../../input/why-no-effect.ts';
import {openChild, openSession, openTranscript, runningTurn} from '../../state/selectors.ts';
import {
  archiveConversation,
  askDelete,
  forkConversation,
  newConversation,
  restoreConversation,
  setModel,
} from '../conversation-actions.ts';
import {type Doors, exactNow} from '../doors.ts';
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
import {copyTyped, editDraft, exportSession, pageSession} from './export-actions.ts';
import {formatReminders} from './format-reminder.ts';
import {setLook} from './look-actions.ts';
import {showContext, showQueue} from './look-typed.ts';
import {broadcastTyped, delegateTyped} from './talk-typed.ts';
import {cronTyped, doneTyped, snoozeTyped} from './time-typed.ts';

export const sendTyped = (doors: Doors): void => {
  const {store} = doors;
  const {sender} = doors.link;
  const text = draftText(doors).trimEnd();
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
      doors.link.poke();
      sender.send(typed.text, text);
      return;
    case 'command':
      if (runCommand(doors, typed.command, typed.rest)) draftDone(doors, text);
      return;
    case 'unknown': {
      const question = `Unknown command /${typed.name.slice(0, 40)}. Send it as a message?`;
      store.dispatch({type: 'overlay', overlay: {kind: 'confirm', question, ifYes: {kind: 'send', text}}});
      return;
    }
    default:
      assertNever(typed);
  }
};

/** Runs a command; returns false if it is incomplete, so that the person can fix it. */
export const runCommand = (doors: Doors, {name, usage}: SlashCommand, rest: string): boolean => {
  doors.store.dispatch({type: 'used', name});
  return COMMANDS[name](doors, rest, usage);
};

type RunTyped = (doors: Doors, rest: string, usage: string) => boolean;

const COMMANDS: Readonly<Record<SlashCommand['name'], RunTyped>> = {
  help: doors => {
    doors.store.dispatch({type: 'overlay', overlay: {kind: 'help', query: '', index: 0}});
    return true;
  },
  stop: doors => {
    if (runningTurn(doors.store.get()) === undefined) say(doors, 'ok', 'No turn is running.');
    stopTurn(doors);
    return true;
  },
  'new': (doors, rest) => {
    if (rest === '') askReset(doors);
    else void newConversation(doors, rest);
    return true;
  },
  fork: (doors, rest) => {
    void forkConversation(doors, rest);
    return true;
  },
  archive: doors => onOpen(doors, 'archive'),
  delete: doors => onOpen(doors, 'delete'),
  model: (doors, rest) => {
    void setModel(doors, rest);
    return true;
  },
  delegate: (doors, rest) => delegateTyped(doors, rest),
  delegations: doors => {
    showList(doors, 'timeline', {kind: 'tasks'});
    return true;
  },
  broadcast: (doors, rest) => broadcastTyped(doors, rest),
  trust: doors => {
    void trustSession(doors);
    return true;
  },
  compact: doors => {
    void compactSession(doors);
    return true;
  },
  rename: (doors, rest) => {
    void renameSession(doors, rest);
    return true;
  },
  session: (doors, rest) => openCalled(doors, rest),
  remind: (doors, rest, usage) => remind(doors, rest, usage),
  snooze: (doors, rest) => snoozeTyped(doors, rest),
  done: doors => doneTyped(doors),
  cron: (doors, rest, usage) => cronTyped(doors, rest, usage),
  job: (doors, rest) => {
    draftDone(doors, rest === '' ? '/job' : `/job ${rest}`);
    askFor(doors, {kind: 'job-name', ...(rest !== '' && {typed: rest})});
    return true;
  },
  find: (doors, rest) => {
    if (rest !== '') draftDone(doors, `/find ${rest}`);
    doors.store.dispatch({type: 'overlay', overlay: {kind: 'find', query: rest === '' ? '' : `#${rest}`, index: 0}});
    return true;
  },
  queue: doors => {
    showQueue(doors);
    return true;
  },
  context: doors => {
    showContext(doors);
    return true;
  },
  keys: doors => {
    openKeys(doors);
    return true;
  },
  chat: doors => {
    if (doors.store.get().ui.view === 'chat') say(doors, 'ok', 'You are in the conversation.');
    showView(doors, 'chat');
    return true;
  },
  timeline: doors => {
    showView(doors, 'timeline');
    return true;
  },
  plan: doors => {
    showView(doors, 'plan');
    return true;
  },
  outbox: doors => {
    showView(doors, 'outbox');
    return true;
  },
  log: doors => {
    showView(doors, 'log');
    return true;
  },
  setup: doors => {
    openSetup(doors);
    return true;
  },
  signal: doors => {
    void openSignal(doors);
    return true;
  },
  why: (doors, rest) => whyTyped(doors, rest),
  copy: (doors, rest, usage) => {
    const done = copyTyped(doors, rest);
    if (!done) say(doors, 'warn', usage);
    return done;
  },
  export: doors => {
    void exportSession(doors);
    return true;
  },
  inject: doors => {
    draftDone(doors, '/inject');
    openInject(doors);
    return true;
  },
  pager: doors => {
    void pageSession(doors);
    return true;
  },
  editor: doors => {
    // The draft contains only this command.
    draftDone(doors, '/editor');
    void editDraft(doors);
    return true;
  },
  status: doors => {
    doors.store.dispatch({type: 'overlay', overlay: {kind: 'status', top: 0}});
    void doors.link.refreshStatus();
    return true;
  },
  stats: doors => {
    void openStats(doors);
    return true;
  },
  bell: (doors, rest, usage) => setBell(doors, rest, usage),
  motion: (doors, rest, usage) => setSwitch(doors, 'motion', rest, usage),
  mouse: (doors, rest, usage) => setSwitch(doors, 'mouse', rest, usage),
  quiet: (doors, rest) => {
    void setQuiet(doors, rest);
    return true;
  },
  digest: doors => {
    void askDigest(doors);
    return true;
  },
  theme: (doors, rest) => setLook(doors, rest),
  reconnect: doors => {
    if (doors.store.get().ui.connection.kind === 'live') say(doors, 'ok', 'Already connected.');
    doors.link.poke();
    return true;
  },
  quit: doors => {
    draftDone(doors, '/quit');
    doors.terminal.leave();
    return true;
  },
};

/** `/archive` and `/delete` are about the open conversation. */
const onOpen = (doors: Doors, name: 'archive' | 'delete'): boolean => {
  const session = openSession(doors.store.get());
  if (name === 'archive' && session.archived === true) void restoreConversation(doors, session);
  else if (name === 'archive' && session.kind === 'main') askReset(doors);
  else if (name === 'archive') void archiveConversation(doors, session);
  else if (session.kind === 'main')
    say(doors, 'warn', "This conversation can't be deleted. /new archives its messages.");
  else askDelete(doors, session);
  return true;
};

const whyTyped = (doors: Doors, id: string): boolean => {
  const last = openTranscript(doors.store.get())?.messages.findLast(({role}) => role === 'assistant')?.id;
  const about = id === '' ? last : id;
  if (about === undefined) {
    say(doors, 'ok', 'No answers here yet. Use /why ID for a reminder, run, delivery or message.');
    return false;
  }
  void openWhy(doors, about);
  return true;
};

const openCalled = (doors: Doors, text: string): boolean => {
  if (text === '') {
    openChats(doors);
    return true;
  }
  const session = sessionCalled(doors.store.get(), text);
  if (session === undefined) {
    say(doors, 'warn', `No conversation "${text}". /session lists them.`);
    return false;
  }
  doors.store.dispatch({type: 'open', session: session.key});
  return true;
};

const remind = (doors: Doors, rest: string, usage: string): boolean => {
  if (rest === '') {
    say(doors, 'warn', `${usage}, like ${REMIND_EXAMPLE}`);
    return false;
  }
  void setReminder(doors, rest);
  return true;
};

/** A recurrence and an ambiguous time are shown before they are set. */
const setReminder = async (doors: Doors, rest: string): Promise<void> => {
  try {
    const remind = await remindIn(doors, rest);
    const choices = await choicesIn(doors, remind);
    if (doors.draws && (choices !== undefined || remind.preview?.repeat !== undefined)) {
      askFor(doors, {kind: 'remind', typed: rest});
      return;
    }
    if (choices !== undefined) {
      const times = choices.map(({label}) => label).join(' or ');
      say(doors, 'warn', `Which time: ${times}? Nothing was set. Type the line again with one of them.`);
      return;
    }
    say(doors, 'ok', formatReminders(await setReminders(doors, remind), exactNow(doors)));
  } catch (thrown) {
    say(doors, 'warn', errorMessage(thrown));
    backIntoDraft(doors, `/remind ${rest}`);
  }
};

const REMIND_EXAMPLE = '/remind 20m tea or /remind "next friday 9:00" call Bob';
