// SessionKey: the name of one conversation, `<agent>:main`, `<agent>:dm:<channel>:<target>`, `<agent>:group:<channel>:<id>`
// or `<agent>:cron:<name>`.
import {type Address, addressOf, addressParts, groupAddress, groupOf, TERMINAL} from './address.ts';
import type {ReminderId} from './ids.ts';
import {RUN_KIND_FACTS, RUN_KINDS, type RunKind} from './run-kinds.ts';

export type SessionKey = `${string}:${string}`;
export type SessionKind = 'main' | 'dm' | 'group' | 'cron';

type SessionName =
  | {readonly kind: 'main'; readonly agent: string}
  | {readonly kind: 'dm'; readonly agent: string; readonly channel: string; readonly target: string}
  | {readonly kind: 'group'; readonly agent: string; readonly channel: string; readonly id: string}
  | {readonly kind: 'cron'; readonly agent: string; readonly name: string};

export const mainSession = (agent: string): SessionKey => `${agent}:main`;
const dmSession = (agent: string, channel: string, target: string): SessionKey => `${agent}:dm:${channel}:${target}`;
export const groupSession = (agent: string, channel: string, id: string): SessionKey =>
  `${agent}:group:${channel}:${id}`;
export const cronSession = (agent: string, name: string): SessionKey => `${agent}:cron:${name}`;

/** The parts of a session key, or undefined when the text is none. */
export const sessionName = (text: string): SessionName | undefined => {
  const [agent, kind, ...rest] = text.split(':');
  const tail = rest.join(':');
  if (!agent) return undefined;
  if (kind === 'main') return rest.length === 0 ? {kind, agent} : undefined;
  if (kind === 'cron') return tail === '' ? undefined : {kind, agent, name: tail};
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

/** Isolated sessions work, and never speak to the person directly. */
export const isIsolated = (key: SessionKey): boolean => kindOfSession(key) === 'cron';

/** The session in which a reminder is worked on. */
export const reminderSession = (agent: string, id: ReminderId): SessionKey => cronSession(agent, `reminder-${id}`);

/** The session in which the agent looks around after a conversation has gone quiet. */
export const heartbeatSession = (of: SessionKey): SessionKey =>
  cronSession(agentOfSession(of), `heartbeat-${slugOf(of)}`);

/** The session in which the agent looks back at a conversation. */
export const reflectionSession = (of: SessionKey): SessionKey =>
  cronSession(agentOfSession(of), `reflection-${slugOf(of)}`);

/** What an isolated session's name is kept for; undefined where it is the name of a cron job, which may be no such name. */
export const selfNamed = (name: string): RunKind | undefined =>
  RUN_KINDS.find(kind => {
    const {named, session} = RUN_KIND_FACTS[kind];
    if (session !== 'own' || !name.startsWith(`${kind}-`)) return false;
    const rest = name.slice(kind.length + 1);
    return named === 'by conversation' ? SLUG.test(rest) : rest.startsWith('rem_');
  });

/** Whether the daemon made it for one reminder, or for looking around in a conversation: it is no conversation that anybody knows. */
export const isOwnSession = (key: SessionKey): boolean => {
  const name = sessionName(key);
  return name?.kind === 'cron' && selfNamed(name.name) !== undefined;
};

/** What a session is for: talking with people, working off what is scheduled, or looking back at a conversation. */
export type Place = 'talk' | 'job' | 'reflection';

export const placeOf = (key: SessionKey): Place => {
  const name = sessionName(key);
  if (name?.kind !== 'cron') return 'talk';
  return selfNamed(name.name) === 'reflection' ? 'reflection' : 'job';
};

/** The conversation that a session belongs to, as a file is named for it: its own, or the one that a reflection looks back at. */
export const conversationSlug = (key: SessionKey): string => {
  const name = sessionName(key);
  return name?.kind === 'cron' && selfNamed(name.name) === 'reflection'
    ? name.name.slice('reflection-'.length)
    : slugOf(key);
};

/** The session in which whoever lives at an address talks with the agent. */
export const sessionAt = (agent: string, address: Address): SessionKey => {
  const parts = addressParts(address);
  if (parts === undefined || parts.channel === 'terminal') return mainSession(agent);
  const group = groupOf(address);
  if (group !== undefined) return groupSession(agent, parts.channel, group);
  return dmSession(agent, parts.channel, parts.target);
};

/** The session's own address: where a reply of its agent goes. Undefined for isolated sessions. */
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
 * A name for lists: whom it is with, or the part of the key that tells sessions apart. `called`: what its channel calls the group or
 * the contact; a configured user goes by the name in the configuration.
 */
export const sessionTitle = (session: SessionKey, user?: string, called?: string): string => {
  const name = sessionName(session);
  switch (name?.kind) {
    case 'dm': {
      const who = user ?? called;
      return who === undefined ? `${name.channel} ${name.target}` : `${who} on ${name.channel}`;
    }
    case 'group':
      return called ?? `${name.channel} group ${name.id}`;
    case 'cron':
      return name.name;
    default:
      return name?.kind ?? session;
  }
};

/** The file name of a session's readable copy, without its ending. */
export const slugOf = (key: SessionKey): string => key.replaceAll(/[/:]/gu, '_');

/** The conversation whose slug it is, where the slug can be read backwards: that of a group may hide a slash. */
export const conversationOfSlug = (agent: string, slug: string): SessionKey | undefined => {
  const rest = slug.startsWith(`${slugOf(`${agent}:`)}`) ? slug.slice(agent.length + 1) : '';
  if (rest === 'main') return mainSession(agent);
  const {channel, target} = DIRECT.exec(rest)?.groups ?? {};
  return channel === undefined || target === undefined ? undefined : dmSession(agent, channel, target);
};

const DIRECT = /^dm_(?<channel>[^_]+)_(?<target>.+)$/u;

/** The slug of a conversation: `rooster_main`, `rooster_dm_signal_…`. */
const SLUG = /^[\w-]+_(?:main$|dm_|group_)/u;
