// Where a message from a channel goes, and who sent it: pure. Trust comes from the configuration and from the transport that
// received the bytes, never from what is in the message. Whoever is not known gets no answer.
import {type Address, TERMINAL} from '../../shared/records/address.ts';
import type {Inbound} from '../../shared/records/injection.ts';
import {
  addressOfSession,
  groupSession,
  kindOfSession,
  mainSession,
  type SessionKey,
  sessionAt,
  sessionName,
} from '../../shared/records/session-key.ts';
import {capped, GROUP_CEILING, type Trust} from '../../shared/records/trust.ts';
import {type Config, servesGroup, type UserConfig} from '../config/config-schema.ts';

export type RefusalReason = 'unknown-sender' | 'unknown-group';

export type Route =
  | {
      readonly kind: 'route';
      readonly session: SessionKey;
      readonly trust: Trust;
      readonly user: string;
      readonly zone: string;
    }
  | {readonly kind: 'refused'; readonly reason: RefusalReason};

/**
 * A person is met at exactly the addresses of their `match`; the first of the users wins. A group must be one the agent
 * serves, and its speaker a user: a stranger is a stranger there too.
 *
 * At the terminal there is always somebody: whoever holds the socket. A user who matches `terminal:default` is that person,
 * at their own trust; the configuration in force always has one (`owner`, trust full, where the file names nobody).
 */
export const resolveRoute = (config: Config, {channel, sender, group, session}: Inbound): Route => {
  if (channel === TERMINAL_CHANNEL) return atTheTerminal(config, session);
  if (group !== undefined && !servesGroup(config, channel, group)) return {kind: 'refused', reason: 'unknown-group'};
  const user = userAt(config, `${channel}:${sender}`);
  if (user === undefined) return {kind: 'refused', reason: 'unknown-sender'};
  const target =
    group === undefined
      ? sessionAt(config.agent.id, `${channel}:${sender}`)
      : groupSession(config.agent.id, channel, group);
  return routeTo(config, target, user);
};

/** The user of that name, as long as they are configured. */
export const userNamed = (config: Config, name: string): UserConfig | undefined =>
  config.users.find(user => user.name === name);

/** The user who is met at an address. */
export const userAt = (config: Config, address: Address): UserConfig | undefined =>
  config.users.find(({match}) => match.includes(address));

/** The user with whom the agent talks in a session; undefined in a group, where nobody is met, and for nobody configured. */
export const userIn = (config: Config, session: SessionKey): string | undefined => {
  const address = addressOfSession(session);
  return address === undefined ? undefined : userAt(config, address)?.name;
};

/** The trust of a user now. Undefined for one who is not, or no longer, configured: they have none. */
export const trustOf = (config: Config, name: string): Trust | undefined => userNamed(config, name)?.trust;

/** The zone a user lives in; of nobody in particular, everybody's. */
export const zoneOf = (config: Config, name: string | undefined): string =>
  (name === undefined ? undefined : userNamed(config, name)?.timezone) ?? config.timezone;

/**
 * The most trust a turn in a session may have, whoever asks for it: what others wrote there stands in its context. A group's
 * is the group ceiling; a direct conversation's is the trust of the person in it, and the group ceiling when that person is
 * not, or no longer, configured.
 */
export const ceilingOf = (config: Config, session: SessionKey): Trust => {
  const name = sessionName(session);
  switch (name?.kind) {
    case 'group':
      return GROUP_CEILING;
    case 'dm':
      return userAt(config, `${name.channel}:${name.target}`)?.trust ?? GROUP_CEILING;
    default:
      return 'full';
  }
};

const atTheTerminal = (config: Config, wanted: SessionKey | undefined): Route => {
  const user = userAt(config, TERMINAL);
  // No configuration in force is without one. Should it happen, the socket still proves who it is: its owner.
  const person = user ?? {name: 'owner', trust: 'full' as const, match: [TERMINAL]};
  return routeTo(config, wanted ?? mainSession(config.agent.id), person);
};

const routeTo = (config: Config, session: SessionKey, {name, trust}: UserConfig): Route => ({
  kind: 'route',
  session,
  trust: kindOfSession(session) === 'group' ? capped(trust, GROUP_CEILING) : trust,
  user: name,
  zone: zoneOf(config, name),
});

const TERMINAL_CHANNEL = 'terminal';
