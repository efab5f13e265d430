// Enter on a draft: sends a message, runs a command, or asks about an unknown one.

import type {SentText} from '../../../shared/records/message-details.ts';
import {assertNever, errorMessage} from '../../../shared/text/gateway-error.ts';
import {CHIP, messageIn} from '../../editor/draft.ts';
import {sessionCalled} from '../../input/find.ts';
import {readTyped, type SlashCommand} from '../../input/slash-commands.ts';
import {NOTHING_TO_SEND, READ_ONLY_HERE} from '../../input/why-no-effect.ts';
import {showOverlay} from '../../state/overlay.ts';
import {openChild, openEditor, openSession, openTranscript, runningTurn} from '../../state/selectors.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {
  archiveConversation,
  askDelete,
  forkConversation,
  newConversation,
  restoreConversation,
  setModel,
} from '../conversation-actions.ts';
import {backIntoDraft, draftDone} from '../draft.ts';
import {showList, showView} from '../items/list-actions.ts';
import {askFor} from '../overlays/ask.ts';
import {choicesIn} from '../overlays/ask-reminder.ts';
import {openSetup} from '../overlays/connect/setup.ts';
import {openSignal} from '../overlays/connect/signal-requests.ts';
import {openInject} from '../overlays/inject.ts';
import {openKeys} from '../overlays/keys.ts';
import {openStats} from '../overlays/stats.ts';
import {openWhy} from '../overlays/why.ts';
import {askReset, compactSession, renameSession, request, say, stopTurn, trustSession} from '../session-actions.ts';
import {approvalsTyped, approveTyped, denyTyped} from './approval-typed.ts';
import {askDigest, setBell, setQuiet, setSwitch} from './bell-actions.ts';
import {copyTyped, editDraft, exportSession, pageSession} from './export-actions.ts';
import {formatReminders} from './format-reminder.ts';
import {runLocal} from './local-typed.ts';
import {setLook, showContext, showQueue} from './look-typed.ts';
import {remindIn, setReminders} from './read-remind.ts';
import {doneTyped, jobsTyped, pauseTyped, snoozeTyped, timerTyped} from './time-typed.ts';

/** Runs the command in the draft, or sends the draft. `steer`: into the running turn. */
export const sendTyped = (ports: CommandPorts, steer = false): void => {
  const {store} = ports;
  const {sender} = ports.link;
  const message = messageIn(openEditor(store.get()).draft);
  const text = message.text.trimEnd();
  // A long paste is never a command, even if it begins like one.
  const isPasted = openEditor(store.get()).draft.text.startsWith(CHIP);
  const typed: ReturnType<typeof readTyped> = isPasted ? {kind: 'message', text} : readTyped(text);
  switch (typed.kind) {
    case 'nothing':
      store.update(ui => ({...ui, idleKey: NOTHING_TO_SEND}));
      return;
    case 'message':
      if (openChild(store.get()) !== undefined) {
        store.update(ui => ({...ui, idleKey: READ_ONLY_HERE}));
        return;
      }
      ports.link.poke();
      sender.send(withoutBeginning(message, typed.text), text, steer);
      return;
    case 'local':
      runLocal(ports, typed.line, text);
      return;
    case 'command':
      if (runSlashCommand(ports, typed.command, typed.rest)) draftDone(ports, text);
      return;
    case 'unknown': {
      const question = `Unknown command /${typed.name.slice(0, 40)}. Send it as a message?`;
      store.update(showOverlay({kind: 'confirm', question, ifYes: {kind: 'send', message: {...message, text}}}));
      return;
    }
    default:
      assertNever(typed);
  }
};

/** Without the mark that kept the text from being a command: the parts of the text move with it. */
const withoutBeginning = ({text, enclosed}: SentText, sent: string): SentText => {
  const cut = text.trimEnd().length - sent.length;
  const moved = enclosed?.map(part => ({...part, from: part.from - cut, to: part.to - cut}));
  return moved === undefined ? {text: sent} : {text: sent, enclosed: moved};
};

/** Runs a command; returns false if it is incomplete, so that the person can fix it. */
export const runSlashCommand = (ports: CommandPorts, {name, usage}: SlashCommand, rest: string): boolean => {
  ports.store.update(ui => ({...ui, uses: {...ui.uses, [name]: (ui.uses[name] ?? 0) + 1}}));
  return COMMANDS[name](ports, rest, usage);
};

/** `/archive` and `/delete` are about the open conversation. */
const onOpen = (ports: CommandPorts, name: 'archive' | 'delete'): void => {
  const session = openSession(ports.store.get());
  if (name === 'archive' && session.archived === true) void restoreConversation(ports, session);
  else if (name === 'archive' && session.kind === 'main') askReset(ports);
  else if (name === 'archive') void archiveConversation(ports, session);
  else if (session.kind === 'main')
    say(ports, 'warn', "This conversation can't be deleted. /new archives its messages.");
  else askDelete(ports, session);
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
    ports.store.update(showOverlay({kind: 'chats', query: '', index: 0, archived: false}));
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

type RunTyped = (ports: CommandPorts, rest: string, usage: string) => boolean;

/** A command that is always complete. */
const complete =
  (run: (ports: CommandPorts, rest: string) => unknown): RunTyped =>
  (ports, rest) => {
    run(ports, rest);
    return true;
  };

const delegateTyped = (ports: CommandPorts, task: string): boolean => {
  if (task === '') return incomplete(ports, '/delegate TASK');
  const {key} = openSession(ports.store.get());
  void request(ports, 'session.delegate', {session: key, task}).then(run => {
    if (run !== undefined) say(ports, 'ok', 'Delegated. The result will appear here.');
  });
  return true;
};

const broadcastTyped = (ports: CommandPorts, rest: string): boolean => {
  const {names, text} = /^(?<names>\S+)\s+(?<text>[\s\S]+)$/u.exec(rest)?.groups ?? {};
  if (names === undefined || text === undefined) return incomplete(ports, '/broadcast NAME,NAME TEXT');
  const to = names.split(',').filter(name => name !== '');
  void request(ports, 'session.broadcast', {to, text}).then(result => {
    if (result === undefined) return;
    const [refused] = result.refused;
    if (refused === undefined) say(ports, 'ok', `Queued for ${result.sent.map(each => each.to).join(', ')}.`);
    else say(ports, 'warn', `Not sent to ${refused.to}: ${refused.reason}`);
  });
  return true;
};

const incomplete = (ports: CommandPorts, usage: string): boolean => {
  say(ports, 'warn', usage);
  return false;
};

const COMMANDS: Readonly<Record<SlashCommand['name'], RunTyped>> = {
  help: complete(({store}) => store.update(showOverlay({kind: 'help', query: '', index: 0}))),
  stop: complete(ports => {
    if (runningTurn(ports.store.get()) === undefined) say(ports, 'ok', 'No turn is running.');
    stopTurn(ports);
  }),
  'new': complete((ports, rest) => (rest === '' ? askReset(ports) : newConversation(ports, rest))),
  fork: complete((ports, rest) => forkConversation(ports, rest)),
  archive: complete(ports => onOpen(ports, 'archive')),
  delete: complete(ports => onOpen(ports, 'delete')),
  model: complete(setModel),
  delegate: delegateTyped,
  delegations: complete(ports => showList(ports, 'timeline', {kind: 'tasks'})),
  broadcast: broadcastTyped,
  trust: complete(trustSession),
  approvals: approvalsTyped,
  approve: approveTyped,
  deny: denyTyped,
  compact: complete(compactSession),
  rename: complete(renameSession),
  session: openCalled,
  remind,
  timer: timerTyped,
  snooze: snoozeTyped,
  done: doneTyped,
  pause: pauseTyped,
  jobs: jobsTyped,
  job: complete((ports, rest) => {
    draftDone(ports, rest === '' ? '/job' : `/job ${rest}`);
    askFor(ports, {kind: 'job-name', typed: rest !== '' ? rest : undefined});
  }),
  find: complete((ports, rest) => {
    if (rest !== '') draftDone(ports, `/find ${rest}`);
    ports.store.update(showOverlay({kind: 'find', query: rest === '' ? '' : `#${rest}`, index: 0}));
  }),
  queue: complete(showQueue),
  context: complete(showContext),
  keys: complete(openKeys),
  chat: complete(ports => {
    if (ports.store.get().ui.view === 'chat') say(ports, 'ok', 'You are in the conversation.');
    showView(ports, 'chat');
  }),
  timeline: complete(ports => showView(ports, 'timeline')),
  plan: complete(ports => showView(ports, 'plan')),
  outbox: complete(ports => showView(ports, 'outbox')),
  log: complete(ports => showView(ports, 'log')),
  setup: complete(openSetup),
  signal: complete(openSignal),
  why: whyTyped,
  copy: (ports, rest, usage) => {
    const done = copyTyped(ports, rest);
    if (!done) say(ports, 'warn', usage);
    return done;
  },
  export: complete(exportSession),
  inject: complete(ports => {
    draftDone(ports, '/inject');
    openInject(ports);
  }),
  pager: complete(pageSession),
  editor: complete(ports => {
    // The draft contains only this command.
    draftDone(ports, '/editor');
    void editDraft(ports);
  }),
  status: complete(({store, link}) => {
    store.update(showOverlay({kind: 'status', top: 0}));
    void link.refreshStatus();
  }),
  stats: complete(openStats),
  bell: setBell,
  motion: (ports, rest, usage) => setSwitch(ports, 'motion', rest, usage),
  mouse: (ports, rest, usage) => setSwitch(ports, 'mouse', rest, usage),
  quiet: complete(setQuiet),
  digest: complete(askDigest),
  theme: setLook,
  reconnect: complete(ports => {
    if (ports.store.get().ui.connection.kind === 'live') say(ports, 'ok', 'Already connected.');
    ports.link.poke();
  }),
  quit: complete(ports => {
    draftDone(ports, '/quit');
    ports.terminal.leave();
  }),
};

const REMIND_EXAMPLE = '/remind 20m tea or /remind "next friday 9:00" call Bob';
