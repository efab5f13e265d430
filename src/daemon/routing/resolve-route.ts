// Resolves the session, user and trust of a message from a channel. Pure. Trust comes from the configuration and the
// transport, never from the message. Unknown senders get no answer.
import {type Address, groupAddress, TERMINAL} from '../../shared/records/address.ts';
import type {Origin} from '../../shared/records/delivery/injection.ts';
import {
  addressOfSession,
  groupSession,
  kindOfSession,
  mailSession,
  mainSession,
  type SessionKey,
  sessionName,
} from '../../shared/records/session-key.ts';
import {capped, GROUP_CEILING, type Trust} from '../../shared/records/trust.ts';
import {type Config, servesGroup, type UserConfig} from '../config/config-schema.ts';
import {conversationAt, currentConversation, userAt, userNamed} from './conversation.ts';

/** The route of a message. It is resolved once, where the message is handled, and handed on. */
export type Route = {
  readonly kind: 'route';
  readonly session: SessionKey;
  /** The address that the message came from; its answer goes there. */
  readonly replyTo: Address;
  readonly trust: Trust;
  readonly user: string;
  readonly zone: string;
};

type Refusal = {readonly kind: 'refused'; readonly reason: 'unknown-sender' | 'unknown-group'};

/** The route of a message from this origin. */
export type ResolveRoute = (origin: Origin) => Route | Refusal;

/**
 * An address belongs to the first user whose `match` contains it exactly. A group needs to be served, and its sender to
 * be a user. The terminal's user is the one who matches `terminal:default`; the loaded configuration always has one
 * (`owner` with full trust, if the file names nobody).
 */
export const resolveRoute = (
  config: Config,
  {channel, sender, group, session, thread}: Origin,
): ReturnType<ResolveRoute> => {
  if (channel === TERMINAL_CHANNEL) return terminalRoute(config, session);
  if (group !== undefined && !servesGroup(config, channel, group)) return {kind: 'refused', reason: 'unknown-group'};
  const user = userAt(config, `${channel}:${sender}`);
  if (user === undefined) return {kind: 'refused', reason: 'unknown-sender'};
  const replyTo: Address = group === undefined ? `${channel}:${sender}` : groupAddress(channel, group);
  const {id} = config.agent;
  const direct = thread === undefined ? conversationAt(config, replyTo) : mailSession(id, thread.id);
  const target = group === undefined ? direct : groupSession(id, channel, group);
  return routeTo(config, {session: target, replyTo}, user);
};

/** The user that the agent talks with in a session. Undefined in a group, or if nobody is configured for it. */
export const userIn = (config: Config, session: SessionKey): string | undefined => {
  const name = sessionName(session);
  if (name?.kind === 'person') return userNamed(config, name.name)?.name;
  const address = addressOfSession(session);
  return address === undefined ? undefined : userAt(config, address)?.name;
};

/** The current trust of a user. Undefined if the user isn't configured. */
export const trustOf = (config: Config, name: string): Trust | undefined => userNamed(config, name)?.trust;

/** The time zone of a user, or the default zone without one. */
export const zoneOf = (config: Config, name: string | undefined): string =>
  (name === undefined ? undefined : userNamed(config, name)?.timezone) ?? config.timezone;

/** The configured locale of a user. */
export const localeOf = (config: Config, name: string | undefined): string | undefined =>
  name === undefined ? undefined : userNamed(config, name)?.locale;

/**
 * The highest trust of a turn in a session, whoever starts it, because others' messages are in its context. A group has
 * the group ceiling. A chat has the trust of the person who made it, a mail thread that of the person who wrote it. A
 * direct conversation has its person's trust, or the group ceiling if that person isn't configured.
 */
export const ceilingOf = (config: Config, session: SessionKey, chatUser: ChatUser = () => undefined): Trust => {
  const name = sessionName(session);
  switch (name?.kind) {
    case 'group':
      return GROUP_CEILING;
    case 'chat':
    case 'mail':
      return trustOf(config, chatUser(session) ?? '') ?? GROUP_CEILING;
    case 'person':
      return userNamed(config, name.name)?.trust ?? GROUP_CEILING;
    case 'dm':
      return userAt(config, `${name.channel}:${name.target}`)?.trust ?? GROUP_CEILING;
    default:
      return 'full';
  }
};

/** The user of a chat or mail thread: its key doesn't tell. */
export type ChatUser = (session: SessionKey) => string | undefined;

/** The route of a message at the terminal. `wanted`: the session that the person picked. */
export const terminalRoute = (config: Config, wanted: SessionKey | undefined): Route => {
  const user = userAt(config, TERMINAL);
  // A loaded configuration always has one. If it hasn't, the socket still proves that this is the owner.
  const person = user ?? {name: 'owner', trust: 'full' as const, match: [TERMINAL]};
  const session = currentConversation(config, wanted ?? mainSession(config.agent.id));
  return routeTo(config, {session, replyTo: TERMINAL}, person);
};

const routeTo = (
  config: Config,
  {session, replyTo}: {readonly session: SessionKey; readonly replyTo: Address},
  {name, trust}: UserConfig,
): Route => ({
  kind: 'route',
  session,
  replyTo,
  trust: kindOfSession(session) === 'group' ? capped(trust, GROUP_CEILING) : trust,
  user: name,
  zone: zoneOf(config, name),
});

const TERMINAL_CHANNEL = 'terminal';
