// SessionKey: the key of one conversation, `<agent>:main`, `<agent>:person:<name>`, `<agent>:chat:<slug>`,
// `<agent>:dm:<channel>:<target>`, `<agent>:group:<channel>:<id>`, `<agent>:mail:<thread>` or `<agent>:cron:<name>`.
import {
  type Address,
  addressOf,
  addressParts,
  groupAddress,
  groupOf,
  isAddress,
  isProgram,
  TERMINAL,
} from './address.ts';
import type {ReminderId, RequestId, RunId} from './ids.ts';
import {RUN_KIND_FACTS, RUN_KINDS, type RunKind} from './jobs/run-kinds.ts';

export type SessionKey = `${string}:${string}`;
export const SESSION_KINDS = ['main', 'person', 'chat', 'dm', 'group', 'mail', 'cron'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

type SessionName =
  | {readonly kind: 'main'; readonly agent: string}
  | {readonly kind: 'person'; readonly agent: string; readonly name: string}
  | {readonly kind: 'chat'; readonly agent: string; readonly slug: string}
  | {readonly kind: 'dm'; readonly agent: string; readonly channel: string; readonly target: string}
  | {readonly kind: 'group'; readonly agent: string; readonly channel: string; readonly id: string}
  | {readonly kind: 'mail'; readonly agent: string; readonly thread: string}
  | {readonly kind: 'cron'; readonly agent: string; readonly name: string};

export const mainSession = (agent: string): SessionKey => `${agent}:main`;
/** The one conversation of a configured person other than the owner, over all their addresses. */
export const personSession = (agent: string, name: string): SessionKey => `${agent}:person:${name}`;
/** A conversation that somebody made by hand. */
export const chatSession = (agent: string, slug: string): SessionKey => `${agent}:chat:${slug}`;
/** The conversation that a wake-up opens: one request, one conversation. */
export const wakeSession = (agent: string, id: RequestId): SessionKey =>
  chatSession(agent, `${WAKE}${id.slice('req_'.length)}`);
/** Common beginning of the keys of all conversations that wake-ups opened. */
export const wakeSessions = (agent: string): SessionKey => chatSession(agent, WAKE);
const WAKE = 'wake-';
const dmSession = (agent: string, channel: string, target: string): SessionKey => `${agent}:dm:${channel}:${target}`;
export const groupSession = (agent: string, channel: string, id: string): SessionKey =>
  `${agent}:group:${channel}:${id}`;
/** One mail thread of a person. */
export const mailSession = (agent: string, thread: string): SessionKey => `${agent}:mail:${thread}`;
export const cronSession = (agent: string, name: string): SessionKey => `${agent}:cron:${name}`;

/** The parts of a session key; undefined when the text isn't one. */
export const sessionName = (text: string): SessionName | undefined => {
  const first = text.indexOf(':');
  if (first <= 0) return undefined;
  const agent = text.slice(0, first);
  const second = text.indexOf(':', first + 1);
  const kind = second < 0 ? text.slice(first + 1) : text.slice(first + 1, second);
  if (kind === 'main') return second < 0 ? {kind, agent} : undefined;
  const tail = second < 0 ? '' : text.slice(second + 1);
  if (kind === 'chat') return CHAT_SLUG.test(tail) ? {kind, agent, slug: tail} : undefined;
  if (kind === 'mail') return MAIL_THREAD.test(tail) ? {kind, agent, thread: tail} : undefined;
  if (kind === 'cron' || kind === 'person') return tail === '' ? undefined : {kind, agent, name: tail};
  const parts = addressParts(tail);
  if (parts === undefined) return undefined;
  if (kind === 'dm') return {kind, agent, ...parts};
  if (kind === 'group') return {kind, agent, channel: parts.channel, id: parts.target};
  return undefined;
};

export const isSessionKey = (text: string): text is SessionKey => sessionName(text) !== undefined;

export const kindOfSession = (key: SessionKey): SessionKind => sessionName(key)?.kind ?? 'main';

/** The agent that a session belongs to: the first part of its key. */
export const agentOfSession = (key: SessionKey): string => key.slice(0, key.indexOf(':'));

/** True if the user is stored in the record of the session, because the key doesn't contain them. */
export const isOwnerRecorded = (key: SessionKey): boolean => isChat(key) || kindOfSession(key) === 'mail';

/**
 * The name of a mail thread's own ledger: a person may write in several threads at once. Undefined for other sessions.
 */
export const threadLedger = (key: SessionKey | undefined): Address | undefined =>
  key !== undefined && kindOfSession(key) === 'mail' ? key : undefined;

/** The mail thread that a text names: its session key, or `mail:` and its id. */
export const mailThreadIn = (text: string): string | undefined => {
  const [, thread = ''] = /^(?:[^:]+:)?mail:([^:]+)$/u.exec(text) ?? [];
  return MAIL_THREAD.test(thread) ? thread : undefined;
};

/** Isolated sessions work in the background and never address people directly. */
export const isIsolated = (key: SessionKey): boolean => kindOfSession(key) === 'cron';

/** A conversation that people make, archive and delete. It exists only after it was made. */
export const isChat = (key: SessionKey): boolean => kindOfSession(key) === 'chat';

/**
 * True if a turn in this session executes the run. Otherwise it announces the result of a run in a session of its own.
 */
export const isRunIn = (session: SessionKey, run: {readonly session: SessionKey}): boolean =>
  // A run of a conversation may have been claimed under an earlier key of it.
  run.session === session || !isIsolated(run.session);

/** The session in which the agent works on a reminder. */
export const reminderSession = (agent: string, id: ReminderId): SessionKey => cronSession(agent, `reminder-${id}`);

/** The reminder on which the agent works in a session. */
export const reminderOfSession = (key: SessionKey): ReminderId | undefined => {
  const start = reminderSession(agentOfSession(key), 'rem_');
  return key.startsWith(start) ? (`rem_${key.slice(start.length)}` as const) : undefined;
};

/** The session in which the agent works on a delegated task. */
export const delegationSession = (agent: string, id: RunId): SessionKey => cronSession(agent, `delegation-${id}`);

/** The session of the heartbeats of a conversation. */
export const heartbeatSession = (of: SessionKey): SessionKey =>
  cronSession(agentOfSession(of), `heartbeat-${slugOf(of)}`);

/** The session of the reflections on a conversation. */
export const reflectionSession = (of: SessionKey): SessionKey =>
  cronSession(agentOfSession(of), `reflection-${slugOf(of)}`);

/**
 * The run kind that reserves an isolated session's name; undefined for a cron job's session. Jobs may not use reserved
 * names.
 */
export const reservedKind = (name: string): RunKind | undefined =>
  RUN_KINDS.find(kind => {
    const {named, session} = RUN_KIND_FACTS[kind];
    if (session !== 'own' || !name.startsWith(`${kind}-`)) return false;
    const rest = name.slice(kind.length + 1);
    return named === 'by conversation' ? SLUG.test(rest) : OWN_ID.test(rest);
  });

/**
 * True if the daemon created the session for a reminder, delegation, heartbeat or reflection. People never see such a
 * session as a conversation.
 */
export const isDaemonSession = (key: SessionKey): boolean => {
  const name = sessionName(key);
  return name?.kind === 'cron' && reservedKind(name.name) !== undefined;
};

/** Purpose of a session: conversation, scheduled work, or reflection. */
export type SessionPurpose = 'conversation' | 'job' | 'reflection';

export const purposeOf = (key: SessionKey): SessionPurpose => {
  const name = sessionName(key);
  if (name?.kind !== 'cron') return 'conversation';
  return reservedKind(name.name) === 'reflection' ? 'reflection' : 'job';
};

/** The file-name form of a session's conversation: its own, or the one that a reflection is about. */
export const conversationSlug = (key: SessionKey): string => {
  const name = sessionName(key);
  return name?.kind === 'cron' && reservedKind(name.name) === 'reflection'
    ? name.name.slice('reflection-'.length)
    : slugOf(key);
};

/** The session of one address by itself. The configuration may give its person one conversation over all addresses. */
export const sessionAt = (agent: string, address: Address): SessionKey => {
  const parts = addressParts(address);
  if (parts === undefined || parts.channel === 'terminal') return mainSession(agent);
  const group = groupOf(address);
  if (group !== undefined) return groupSession(agent, parts.channel, group);
  return dmSession(agent, parts.channel, parts.target);
};

/**
 * The conversation of a hook's target, which is a conversation's key or an address. Undefined for another agent's
 * conversation, a job's session, and text that is neither.
 */
export const sessionOfTarget = (agent: string, target: string): SessionKey | undefined => {
  const name = sessionName(target);
  const key = target as SessionKey;
  if (name !== undefined) return name.agent === agent && !isIsolated(key) ? key : undefined;
  return isAddress(target) && !isProgram(target) ? sessionAt(agent, target) : undefined;
};

/**
 * The address that the key itself names. Undefined for isolated sessions, for a person's conversation over all
 * addresses and for chats: replies there go back the way the question came.
 */
export const addressOfSession = (key: SessionKey): Address | undefined => {
  const name = sessionName(key);
  switch (name?.kind) {
    case 'main':
      return TERMINAL;
    case 'dm':
      return addressOf({channel: name.channel, target: name.target});
    case 'group':
      return groupAddress(name.channel, name.id);
    default:
      return undefined;
  }
};

/**
 * A name for lists: the person or group, or the part of the key that tells sessions apart. `called`: the channel's name
 * of the group or contact. A configured user's name comes first.
 */
export const sessionTitle = (session: SessionKey, user?: string, called?: string): string => {
  const name = sessionName(session);
  switch (name?.kind) {
    case 'dm': {
      const who = user ?? called;
      return who === undefined ? `${name.channel} ${name.target}` : `${who} on ${name.channel}`;
    }
    case 'chat':
      return name.slug;
    case 'mail':
      return `mail ${name.thread}`;
    case 'group':
      return called ?? `${name.channel} group ${name.id}`;
    case 'person':
    case 'cron':
      return name.name;
    default:
      return name?.kind ?? session;
  }
};

/** The file name of a session's readable copy, without extension. */
export const slugOf = (key: SessionKey): string => key.replaceAll(/[/:]/gu, '_');

/** The conversation of a slug, where the slug can be reversed: a group's slug may hide a slash. */
export const conversationOfSlug = (agent: string, slug: string): SessionKey | undefined => {
  const rest = slug.startsWith(`${slugOf(`${agent}:`)}`) ? slug.slice(agent.length + 1) : '';
  if (rest === 'main') return mainSession(agent);
  if (rest.startsWith('mail_')) return mailSession(agent, rest.slice('mail_'.length));
  if (rest.startsWith('chat_')) return chatSession(agent, rest.slice('chat_'.length));
  if (rest.startsWith(PERSON)) return personSession(agent, rest.slice(PERSON.length));
  const {channel, target} = DIRECT.exec(rest)?.groups ?? {};
  return channel === undefined || target === undefined ? undefined : dmSession(agent, channel, target);
};

const PERSON = 'person_';
const DIRECT = /^dm_(?<channel>[^_]+)_(?<target>.+)$/u;

/** The slug of a conversation: `rooster_main`, `rooster_person_bob`, `rooster_dm_signal_…`. */
const SLUG = /^[\w-]+_(?:main$|person_|dm_|group_|chat_|mail_)/u;

/** As in a file name and on a command line. */
const CHAT_SLUG = /^[\p{L}\p{N}][\p{L}\p{N}-]{0,63}$/u;

const MAIL_THREAD = /^[a-z\d]{8,32}$/u;

/** The ids that name an own session: of a reminder, or of the run of a delegation. */
const OWN_ID = /^(?:rem|run)_/u;
