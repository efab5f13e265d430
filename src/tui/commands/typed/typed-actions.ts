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
  const {store} = doors;
  store.dispatch({type: 'used', name});
  switch (name) {
    case 'help':
      store.dispatch({type: 'overlay', overlay: {kind: 'help', query: '', index: 0}});
      return true;
    case 'stop':
      if (runningTurn(store.get()) === undefined) say(doors, 'ok', 'No turn is running.');
      stopTurn(doors);
      return true;
    case 'new':
      if (rest === '') askReset(doors);
      else void newConversation(doors, rest);
      return true;
    case 'fork':
      void forkConversation(doors, rest);
      return true;
    case 'archive':
    case 'delete':
      return onOpen(doors, name);
    case 'model':
      void setModel(doors, rest);
      return true;
    case 'delegate':
      return delegateTyped(doors, rest);
    case 'delegations':
      showList(doors, 'timeline', {kind: 'tasks'});
      return true;
    case 'broadcast':
      return broadcastTyped(doors, rest);
    case 'trust':
      void trustSession(doors);
      return true;
    case 'compact':
      void compactSession(doors);
      return true;
    case 'rename':
      void renameSession(doors, rest);
      return true;
    case 'session':
      return openCalled(doors, rest);
    case 'remind':
      return remind(doors, rest, usage);
    case 'snooze':
      return snoozeTyped(doors, rest);
    case 'done':
      return doneTyped(doors);
    case 'cron':
      return cronTyped(doors, rest, usage);
    case 'job':
      draftDone(doors, rest === '' ? '/job' : `/job ${rest}`);
      askFor(doors, {kind: 'job-name', ...(rest === '' ? {} : {typed: rest})});
      return true;
    case 'find':
      if (rest !== '') draftDone(doors, `/find ${rest}`);
      store.dispatch({type: 'overlay', overlay: {kind: 'find', query: rest === '' ? '' : `#${rest}`, index: 0}});
      return true;
    case 'queue':
      showQueue(doors);
      return true;
    case 'context':
      showContext(doors);
      return true;
    case 'keys':
      openKeys(doors);
      return true;
    case 'chat':
      if (store.get().ui.view === 'chat') say(doors, 'ok', 'You are in the conversation.');
      showView(doors, 'chat');
      return true;
    case 'timeline':
    case 'plan':
    case 'outbox':
    case 'log':
      showView(doors, name);
      return true;
    case 'setup':
      openSetup(doors);
      return true;
    case 'signal':
      void openSignal(doors);
      return true;
    case 'why':
      return whyTyped(doors, rest);
    case 'copy': {
      const done = copyTyped(doors, rest);
      if (!done) say(doors, 'warn', usage);
      return done;
    }
    case 'export':
      void exportSession(doors);
      return true;
    case 'inject':
      draftDone(doors, '/inject');
      openInject(doors);
      return true;
    case 'pager':
      void pageSession(doors);
      return true;
    case 'editor':
      // The draft contains only this command.
      draftDone(doors, '/editor');
      void editDraft(doors);
      return true;
    case 'status':
      store.dispatch({type: 'overlay', overlay: {kind: 'status', top: 0}});
      void doors.link.refreshStatus();
      return true;
    case 'stats':
      void openStats(doors);
      return true;
    case 'bell':
      return setBell(doors, rest, usage);
    case 'motion':
    case 'mouse':
      return setSwitch(doors, name, rest, usage);
    case 'quiet':
      void setQuiet(doors, rest);
      return true;
    case 'digest':
      void askDigest(doors);
      return true;
    case 'theme':
      return setLook(doors, rest);
    case 'reconnect':
      if (store.get().ui.connection.kind === 'live') say(doors, 'ok', 'Already connected.');
      doors.link.poke();
      return true;
    case 'quit':
      draftDone(doors, '/quit');
      doors.terminal.leave();
      return true;
    default:
      return assertNever(name);
  }
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

const setReminder = async (doors: Doors, rest: string): Promise<void> => {
  const remind = await remindIn(doors, rest);
  if (remind === undefined) {
    say(doors, 'warn', `No time at the start. Try ${REMIND_EXAMPLE}`);
    backIntoDraft(doors, `/remind ${rest}`);
    return;
  }
  try {
    say(doors, 'ok', formatReminders(await setReminders(doors, remind), exactNow(doors)));
  } catch (thrown) {
    say(doors, 'error', errorMessage(thrown));
  }
};

const REMIND_EXAMPLE = '/remind 20m tea or /remind "next friday 9:00" call Bob';
