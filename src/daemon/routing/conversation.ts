// Finds the conversation of a message, in one place: given an address, or a key that may be of an earlier time. Pure.

import {type Address, groupOf, isGroup, isPushable, TERMINAL} from '../../shared/records/address.ts';
import {
  addressOfSession,
  mainSession,
  personSession,
  type SessionKey,
  sessionAt,
  sessionName,
} from '../../shared/records/session-key.ts';
import type {Config, UserConfig} from '../config/config-schema.ts';

/** The rules of the current configuration. */
export type Conversations = {
  /** The conversation of the person or group at an address. */
  readonly conversationAt: (address: Address) => SessionKey;
  /** The current conversation of a key. */
  readonly current: (session: SessionKey) => SessionKey;
  /** The address for messages that answer none. Undefined for isolated sessions. */
  readonly addressIn: (session: SessionKey) => Address | undefined;
};

export const conversationsIn = (config: () => Config, canonical: (address: Address) => Address): Conversations => ({
  conversationAt: address => conversationAt(config(), canonical(address)),
  current: session => currentConversation(config(), session, canonical),
  addressIn: session => addressIn(config(), session),
});

/**
 * The conversation of the person or group at an address. A configured person has one over all their addresses: the
 * owner's is the main one. With `conversation: "each"`, as for everybody who isn't configured, each address has its
 * own.
 */
export const conversationAt = (config: Config, address: Address): SessionKey => {
  const user = groupOf(address) === undefined ? userAt(config, address) : undefined;
  const isJoined = user !== undefined && user.conversation !== 'each';
  return isJoined ? conversationOf(config, user) : sessionAt(config.agent.id, address);
};

/** A person's conversation over all their addresses. */
export const conversationOf = (config: Config, {name}: Pick<UserConfig, 'name'>): SessionKey =>
  userAt(config, TERMINAL)?.name === name ? mainSession(config.agent.id) : personSession(config.agent.id, name);

/** The current conversation of a key. The key of a person's single address leads to their one conversation. */
export const currentConversation = (
  config: Config,
  session: SessionKey,
  canonical = (address: Address): Address => address,
): SessionKey => {
  const name = sessionName(session);
  if (name?.agent !== config.agent.id) return session;
  if (name.kind === 'dm') return conversationAt(config, canonical(`${name.channel}:${name.target}`));
  const person = name.kind === 'person' ? userNamed(config, name.name) : undefined;
  return person === undefined ? session : conversationOf(config, person);
};

/**
 * The address for messages that answer none: the one in the key, else the person's first address away from the
 * terminal. Undefined for isolated sessions.
 */
export const addressIn = (config: Config, session: SessionKey): Address | undefined => {
  const name = sessionName(session);
  if (name?.kind !== 'person') return addressOfSession(session);
  return userNamed(config, name.name)?.match.find(address => isPushable(address) && !isGroup(address));
};

export const userNamed = ({users}: Pick<Config, 'users'>, name: string): UserConfig | undefined =>
  lookupOf(users).byName.get(name);

export const userAt = ({users}: Pick<Config, 'users'>, address: Address): UserConfig | undefined =>
  lookupOf(users).byAddress.get(address);

/** Made once for each configuration: a cell has a thousand people, and each reminder asks for its own several times. */
const lookupOf = (users: readonly UserConfig[]): Lookup => lookups.get(users) ?? newLookup(users);

const newLookup = (users: readonly UserConfig[]): Lookup => {
  // The first one of several counts.
  const backwards = users.toReversed();
  const lookup = {
    byName: new Map(backwards.map(user => [user.name, user])),
    byAddress: new Map(backwards.flatMap(user => user.match.map(address => [address, user]))),
  };
  lookups.set(users, lookup);
  return lookup;
};

type Lookup = {
  readonly byName: ReadonlyMap<string, UserConfig>;
  readonly byAddress: ReadonlyMap<Address, UserConfig>;
};
const lookups = new WeakMap<readonly UserConfig[], Lookup>();
