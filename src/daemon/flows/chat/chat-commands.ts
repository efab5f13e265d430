// Handles chat commands: answered at once through the outbox, without a model. A slash before another word is an
// ordinary message, unless it looks like a misspelt command.

import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {type Address, isGroup} from '../../../shared/records/address.ts';
import type {QuotedMessage} from '../../../shared/records/delivery/delivery.ts';
import {type Reminder, waitsForDone} from '../../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {reaches, type Trust} from '../../../shared/records/trust.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';
import {formatUntil, momentWithZone} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Actor} from '../../routing/actor.ts';
import {isOpen} from '../../schedule/reminder-moves.ts';
import type {ReminderService} from '../reminders/reminder-actions.ts';
import type {SessionService} from '../session-service.ts';
import {type ChatConversations, findMessages, goToChat, listChats, startChat} from './conversation-command.ts';
import {type ChatJobs, performJobCommand} from './job-command.ts';
import {performDigestCommand, performQuietCommand, quietSaid} from './quiet-command.ts';

type ChatCommandDeps = Core & {
  readonly reminderService: Pick<ReminderService, 'set' | 'list' | 'snooze' | 'done'>;
  readonly sessionService: Pick<SessionService, 'stop' | 'trust'>;
  readonly conversations: ChatConversations;
  readonly jobs: ChatJobs;
  /** Changes or plans a person's quiet hours by words. */
  readonly setQuiet: (person: string, words: string) => void;
  /** The lines of the status, for people who may see it. */
  readonly status: (session: SessionKey) => readonly string[];
};

type Commander = {
  readonly chat: Address;
  readonly session: SessionKey;
  readonly user: string;
  readonly trust: Trust;
  /** The message's key: a repeated command is answered once. */
  readonly key: string;
  /** Earlier than now if the message waited for the daemon. */
  readonly writtenAt?: EpochMs;
  /** The message that the answer quotes. */
  readonly quote?: QuotedMessage;
};

export type ChatCommands = {
  /** False if the text isn't a command. */
  readonly perform: (text: string, who: Commander) => Promise<boolean>;
};

export const createChatCommands = (deps: ChatCommandDeps): ChatCommands => ({
  perform: async (text, who) => {
    const given = readCommand(text);
    if (given === undefined) return false;
    const {store, outbox} = deps;
    const key = `${who.key}@answer`;
    if (store.deliveries.byKey(key) !== undefined) return true;
    const answer = await answered(deps, given, who);
    await store.transactBatched(emit =>
      outbox.enqueue({key, address: who.chat, text: answer, session: who.session, quote: who.quote}, emit),
    );
    return true;
  },
});

type GivenCommand =
  | {readonly name: CommandName; readonly rest: string}
  | {readonly unknown: string; readonly near: CommandName};

/** Pure. A word that resembles a command counts as one. */
export const readCommand = (text: string): GivenCommand | undefined => {
  const quietFor = quietSaid(text);
  if (quietFor !== undefined) return {name: 'quiet', rest: quietFor};
  const [, word = '', rest = ''] = /^\s*\/([a-z]+)(?:\s+([\s\S]*))?$/iu.exec(text) ?? [];
  const name = word.toLowerCase();
  if (name === '') return undefined;
  const known = name === 'cron' ? 'jobs' : NAMES.find(each => each === name);
  if (known !== undefined) return {name: known, rest: rest.trim()};
  const near = nearestWord(name, NAMES);
  return near === undefined ? undefined : {unknown: name, near};
};

const answered = async (deps: ChatCommandDeps, given: GivenCommand, who: Commander): Promise<string> => {
  if ('unknown' in given)
    return `Unknown command /${given.unknown}. Did you mean /${given.near}? /help lists the commands.`;
  const {needs, perform} = COMMANDS[given.name];
  if (!reaches(who.trust, needs)) {
    return isGroup(who.chat) ? `/${given.name} works only in a direct chat.` : `You may not use /${given.name} here.`;
  }
  try {
    return await perform({deps, who, rest: given.rest});
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'unavailable') return errorMessage(error);
    throw error;
  }
};

type Performing = {readonly deps: ChatCommandDeps; readonly who: Commander; readonly rest: string};
type CommandName =
  | 'help'
  | 'status'
  | 'stop'
  | 'new'
  | 'chats'
  | 'chat'
  | 'trust'
  | 'reminders'
  | 'timer'
  | 'snooze'
  | 'done'
  | 'quiet'
  | 'digest'
  | 'find'
  | 'jobs';

const actor = ({user, session}: Commander): Actor => ({user, session, operator: false});

const help = ({who}: Performing): string =>
  [
    'Write what you need, or use a command:',
    ...NAMES.filter(name => reaches(who.trust, COMMANDS[name].needs)).map(name => `/${COMMANDS[name].usage}`),
    'A reminder can also be answered by a reply ("done", "snooze 10m") or a reaction (👍 done, ⏰ snooze).',
  ].join('\n');

const status = ({deps, who}: Performing): string => {
  const until = deps.reach.quietUntil(who.user);
  const quietLine = until === undefined ? [] : [`Quiet until ${whenOf(deps, who, until)}.`];
  return [...deps.status(who.session), ...quietLine].join('\n');
};

const stop = async ({deps, who}: Performing): Promise<string> => {
  if (deps.store.sessions.get(who.session) === undefined) return 'No turn is running here.';
  deps.sessionService.stop(who.session, who.user);
  return 'Stopped.';
};

const trust = ({deps, who}: Performing): string => {
  if (deps.store.sessions.get(who.session) !== undefined) deps.sessionService.trust(who.session);
  return 'The agent may now act on messages from programs so far.';
};

const reminders = ({deps, who}: Performing): string => {
  const pending = deps.reminderService.list({state: 'pending', limit: MOST_LISTED}, actor(who));
  const fired = answerable(deps, who);
  if (pending.length === 0 && fired.length === 0) return 'No reminders.';
  return [
    ...fired.map(reminder => `${reminder.message} (was due ${whenOf(deps, who, reminder.firedAt ?? reminder.fireAt)})`),
    ...pending.map(
      reminder =>
        `${reminder.paused === true ? 'paused' : waitsForDone(reminder) ? 'not done' : waitsForEvent(reminder) ? waitingFor(reminder) : whenOf(deps, who, reminder.fireAt)}: ${reminder.message}${often(reminder)}`,
    ),
  ]
    .map(line => `- ${line}`)
    .join('\n');
};

/** ` (every weekday at 08:00)` */
const often = ({repeat}: Reminder): string => (repeat === undefined ? '' : ` (${repeat.words})`);

const timer = async ({deps, who, rest}: Performing): Promise<string> => {
  const {reminderService, clock} = deps;
  if (rest !== '') {
    // The key of the message: a command that is repeated after a kill starts one timer.
    const key = `${who.key}@timer`;
    const set = await reminderService.set(
      {message: rest, mode: 'verbatim', timer: true, key},
      {
        ...actor(who),
        askedAt: who.writtenAt,
      },
    );
    return `Timer until ${whenOf(deps, who, set.fireAt)}: ${set.message}`;
  }
  const running = reminderService.list({timer: true}, actor(who));
  return running.length === 0
    ? 'No timer is running. Start one: /timer 10m pasta'
    : running.map(({message, fireAt}) => `- ${formatUntil(fireAt, clock.now())} left: ${message}`).join('\n');
};

const snooze = async (performing: Performing): Promise<string> => {
  const {deps, who, rest} = performing;
  const reminder = lastAnswerable(performing);
  const moved = await deps.reminderService.snooze(reminder.id, {when: rest === '' ? '10 minutes' : rest}, actor(who));
  return `Snoozed until ${whenOf(deps, who, moved.fireAt)}: ${moved.message}`;
};

const done = async (performing: Performing): Promise<string> => {
  const {deps, who} = performing;
  const reminder = lastAnswerable(performing);
  await deps.reminderService.done(reminder.id, actor(who));
  return `Done: ${reminder.message}`;
};

const quiet = ({deps, who, rest}: Performing): string =>
  performQuietCommand(deps.reach, deps.setQuiet, {...who, rest}, at => whenOf(deps, who, at));

/** Fired reminders without an answer, newest first. A series waits for its next instant meanwhile. */
const answerable = ({reminderService}: ChatCommandDeps, who: Commander): readonly Reminder[] =>
  (['fired', 'pending'] as const)
    .flatMap(state => reminderService.list({state, limit: MOST_SEARCHED}, actor(who)))
    .filter(isOpen)
    .toSorted((a, b) => (b.firedAt ?? 0) - (a.firedAt ?? 0))
    .slice(0, MOST_LISTED);

const lastAnswerable = ({deps, who}: Performing): Pick<Reminder, 'id' | 'message'> => {
  const [last] = answerable(deps, who);
  if (last === undefined) throw new GatewayError('not_found', 'No reminder is open.');
  const {firedAt = 0} = last;
  // A clock that was set back makes the reminder look newer than now.
  if (who.writtenAt !== undefined && who.writtenAt < firedAt && firedAt <= deps.clock.now())
    throw new GatewayError(
      'conflict',
      `"${last.message}" came after you wrote this. Send it again if you mean that one.`,
    );
  return last;
};

const whenOf = ({clock, people: {zoneOf}}: ChatCommandDeps, {user}: Commander, at: number): string =>
  momentWithZone(at, clock.now(), zoneOf(user));

type Command = {
  readonly usage: string;
  readonly needs: Trust;
  readonly perform: (performing: Performing) => string | Promise<string>;
};

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  help: {usage: 'help – list the commands', needs: 'familiar', perform: help},
  status: {
    usage: 'status – show the state of the agent',
    needs: 'inner',
    perform: status,
  },
  stop: {usage: 'stop – stop the running turn', needs: 'familiar', perform: stop},
  new: {
    usage: 'new [NAME] – start a conversation; without a name, archive this one and start over',
    needs: 'inner',
    perform: ({deps, who, rest}) => startChat(deps.conversations, who, rest),
  },
  chats: {
    usage: 'chats – list your conversations',
    needs: 'inner',
    perform: ({deps, who}) => listChats(deps.conversations, who, at => whenOf(deps, who, at)),
  },
  chat: {
    usage: 'chat NAME – go to another conversation',
    needs: 'inner',
    perform: ({deps, who, rest}) => goToChat(deps.conversations, who, rest),
  },
  trust: {usage: 'trust – let the agent act on texts of programs in this chat', needs: 'inner', perform: trust},
  reminders: {usage: 'reminders – list your reminders', needs: 'inner', perform: reminders},
  timer: {usage: 'timer [10m NAME] – start a timer, or list the running ones', needs: 'inner', perform: timer},
  snooze: {usage: 'snooze [10m] – repeat the last reminder later', needs: 'inner', perform: snooze},
  done: {usage: 'done – mark the last reminder as done', needs: 'inner', perform: done},
  quiet: {
    usage: 'quiet [2h | saturday 8 to 18] – hold back what can wait; /quiet off ends it',
    needs: 'familiar',
    perform: quiet,
  },
  digest: {
    usage: 'digest – send held messages now',
    needs: 'familiar',
    perform: ({deps, who, rest}) => performDigestCommand(deps.reach, {...who, rest}),
  },
  find: {
    usage: 'find TEXT – search your messages',
    needs: 'inner',
    perform: ({deps, who, rest}) => findMessages(deps.conversations, {...who, rest}, at => whenOf(deps, who, at)),
  },
  jobs: {
    usage: 'jobs [run|pause|resume NAME] – list the jobs, or change one',
    needs: 'full',
    perform: ({deps, who, rest}) => performJobCommand(deps.jobs, {rest, user: who.user}, at => whenOf(deps, who, at)),
  },
};
const NAMES = [
  'help',
  'status',
  'stop',
  'new',
  'chats',
  'chat',
  'trust',
  'reminders',
  'timer',
  'snooze',
  'done',
  'quiet',
  'digest',
  'find',
  'jobs',
] as const satisfies readonly CommandName[];
const MOST_LISTED = 20;
const MOST_SEARCHED = 500;
