// Looks up people in the current configuration.
import {type Address, channelOf, isGroup, TERMINAL, targetOf} from '../../shared/records/address.ts';
import {isOwnerRecorded, type SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {createPeople} from '../channels/signal/people/people.ts';
import type {Config} from '../config/config-schema.ts';
import {waysOf} from '../delivery/reach/ways.ts';
import type {CursorStore} from '../ports/store.ts';
import type {Person} from '../routing/actor.ts';
import type {Canonical} from '../routing/contacts.ts';
import {
  type Conversations,
  conversationAt,
  conversationOf,
  conversationsIn,
  userAt,
  userNamed,
} from '../routing/conversation.ts';
import {type ChatUser, ceilingOf, localeOf, userIn, zoneOf} from '../routing/resolve-route.ts';

export type KnownPeople = Conversations & {
  readonly canonical: Canonical;
  /** A configured person. Without a name: the owner. */
  readonly person: (name?: string) => Person | undefined;
  readonly personAt: (address: Address) => Person | undefined;
  /** The name of the owner, who uses the terminal. */
  readonly owner: () => string | undefined;
  /** The conversation of a configured person: the one over all their addresses, else that of their first address. */
  readonly conversationOf: (name: string) => SessionKey | undefined;
  /** The user that the agent talks with in a session. */
  readonly userIn: (session: SessionKey) => string | undefined;
  /** The highest trust of a turn in a session. */
  readonly ceilingOf: (session: SessionKey) => Trust;
  readonly chatUser: ChatUser;
  /** The current trust of a user. Undefined if the user isn't configured. */
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  readonly localeOf: (user: string | undefined) => string | undefined;
  readonly addressesOf: (user: string) => readonly Address[];
};

type KnownPeopleDeps = {
  readonly config: () => Config;
  readonly chatUser: ChatUser;
  /** The pairs of numbers and ACIs that Signal reported. */
  readonly cursors: CursorStore;
};

/** The one address of each person, from the configured users and the pairs of names that Signal reported. */
export const canonicalAmong = (users: () => Config['users'], cursors: CursorStore): Canonical => {
  const onSignal = createPeople({users, cursors});
  return address =>
    channelOf(address) === 'signal' && !isGroup(address)
      ? (onSignal.addressOf(onSignal.personAt(targetOf(address))) ?? address)
      : address;
};

export const knownPeople = ({config, chatUser, cursors}: KnownPeopleDeps): KnownPeople => {
  const canonical = canonicalAmong(() => config().users, cursors);
  const person = (name?: string): Person | undefined => personIn(config(), name);
  const conversations = conversationsIn(config, canonical);
  const ownOf = (name: string): SessionKey | undefined => {
    const user = userNamed(config(), name);
    if (user === undefined || user.conversation !== 'each') return user && conversationOf(config(), user);
    const [address] = user.match;
    return address && conversationAt(config(), address);
  };
  return {
    canonical,
    person,
    personAt: address => {
      const user = userAt(config(), canonical(address));
      return user && person(user.name);
    },
    owner: () => person()?.name,
    ...conversations,
    // The keys of chats and mail threads don't say where their person is.
    addressIn: session =>
      conversations.addressIn((isOwnerRecorded(session) && ownOf(chatUser(session) ?? '')) || session),
    conversationOf: ownOf,
    userIn: session => (isOwnerRecorded(session) ? chatUser(session) : userIn(config(), session)),
    ceilingOf: session => ceilingOf(config(), session, chatUser),
    chatUser,
    trustOf: user => person(user)?.trust,
    zoneOf: user => zoneOf(config(), user),
    localeOf: user => localeOf(config(), user),
    addressesOf: user => person(user)?.addresses ?? [],
  };
};

const personIn = (config: Config, name?: string): Person | undefined => {
  const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
  if (user === undefined) return undefined;
  const {name: known, trust, match: addresses, locale} = user;
  const ways = waysOf(user, 'reminder');
  return {name: known, trust, zone: zoneOf(config, known), addresses, locale, ways};
};
