// Looks up people in the current configuration.
import {channelOf, isGroup, TERMINAL, targetOf} from '../../shared/records/address.ts';
import {isOwnerRecorded, type SessionKey} from '../../shared/records/session-key.ts';
import {createPeople} from '../channels/signal/people/people.ts';
import {type Config, isServed} from '../config/config-schema.ts';
import type {People} from '../core.ts';
import {waysOf} from '../delivery/reach/ways.ts';
import type {CursorStore} from '../ports/store.ts';
import type {Person} from '../routing/actor.ts';
import type {Canonical} from '../routing/contacts.ts';
import {conversationAt, conversationOf, conversationsIn, userAt, userNamed} from '../routing/conversation.ts';
import {type ChatUser, ceilingOf, localeOf, userIn, zoneOf} from '../routing/resolve-route.ts';

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

export const knownPeople = ({config, chatUser, cursors}: KnownPeopleDeps): People => {
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
    isServed: address => isServed(config(), canonical(address)),
  };
};

const personIn = (config: Config, name?: string): Person | undefined => {
  const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
  if (user === undefined) return undefined;
  const {name: known, trust, match: addresses, locale} = user;
  const ways = waysOf(user, 'reminder');
  return {name: known, trust, zone: zoneOf(config, known), addresses, locale, ways};
};
