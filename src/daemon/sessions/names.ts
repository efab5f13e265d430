// What addresses and conversations are called. The configuration names its people; groups and other contacts are called what their
// channel said last. That is kept, so that lists are readable while the channel is down.
import {type Address, channelOf, groupAddress, isGroup, isPushable} from '../../shared/records/address.ts';
import type {ReminderId} from '../../shared/records/ids.ts';
import {
  addressOfSession,
  agentOfSession,
  conversationOfSlug,
  type SessionKey,
  selfNamed,
  sessionAt,
  sessionName,
  sessionTitle,
  slugOf,
} from '../../shared/records/session-key.ts';
import type {Names} from '../../shared/text/names.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {shortened} from '../../shared/text/shortened.ts';
import type {ContactNames} from '../ports/channel.ts';
import type {KeptSession} from '../ports/conversation-store.ts';
import type {CursorStore, Store} from '../ports/store.ts';
import type {SessionIndex} from './session-index.ts';

type Cursors = Pick<CursorStore, 'get'>;

/** What the channel calls who is at the session's address. */
export const calledIn = (cursors: Cursors, session: SessionKey): string | undefined => {
  const address = addressOfSession(session);
  return address === undefined ? undefined : nameAt(cursors, address);
};

/** The session's own title: by the configured user, else by what the channel calls the group or the contact. */
export const titleOf = (cursors: Cursors, session: SessionKey, user?: string): string =>
  sessionTitle(session, user, calledIn(cursors, session));

/** Whether a person gave it its title, which then stays. `called`: what its channel has called it until now. */
export const isTitledByPerson = ({key, user, title}: KeptSession, called: string | undefined): boolean =>
  [
    sessionTitle(key),
    sessionTitle(key, user),
    sessionTitle(key, user, called),
    sessionTitle(key, undefined, called),
  ].every(own => own !== title);

/** As people see it: the session of a reminder bears its words, and that of a heartbeat the conversation it is about. */
export const shownTitle = (store: Pick<Store, 'reminders' | 'sessions'>, {key, title}: KeptSession): string => {
  const name = sessionName(key);
  const kind = name?.kind === 'cron' && title === name.name ? selfNamed(name.name) : undefined;
  if (kind === undefined || name?.kind !== 'cron') return title;
  const rest = name.name.slice(kind.length + 1);
  if (kind === 'reminder') {
    const message = store.reminders.get(rest as ReminderId)?.message;
    return message === undefined ? title : `reminder "${shortened(message, LONGEST_QUOTE)}"`;
  }
  const about = conversationOf(store, agentOfSession(key), rest);
  return about === undefined ? title : `${kind} of ${about.title}`;
};

type ContactNamesDeps = {
  readonly store: Pick<Store, 'cursors' | 'sessions' | 'deliveries'>;
  readonly index: Pick<SessionIndex, 'changed'>;
  readonly agent: () => string;
  readonly isConfigured: (address: Address) => boolean;
};

export const createContactNames = ({store, index, agent, isConfigured}: ContactNamesDeps): ContactNames => ({
  learn: (address, told, emit) => {
    const name = shortened(printableLine(told), LONGEST_NAME);
    const before = nameAt(store.cursors, address);
    if (name === '' || name === before) return;
    store.cursors.set(`${NAME}${address}`, name);
    const kept = store.sessions.get(sessionAt(agent(), address));
    if (kept === undefined || isTitledByPerson(kept, before)) return;
    const title = sessionTitle(kept.key, kept.user, name);
    if (title === kept.title) return;
    store.sessions.put({...kept, title});
    index.changed(kept.key, emit);
  },
  nameless: channel => {
    const recent = new Set(store.deliveries.list({limit: RECENT}).map(({address}) => address));
    return [...recent].filter(
      address =>
        channelOf(address) === channel &&
        !isGroup(address) &&
        !isConfigured(address) &&
        nameAt(store.cursors, address) === undefined,
    );
  },
});

/** Where the kept names come from. */
type NameSources = {
  readonly store: Pick<Store, 'cursors' | 'sessions' | 'deliveries'>;
  readonly users: readonly {readonly name: string; readonly match: readonly Address[]}[];
  /** Groups on Signal that are served. */
  readonly groups: readonly string[];
};

/** The known names, read again only when the store or the configuration has changed: every hello asks for them. */
export const createNames = <C>({store, config, sourcesIn}: NamesDeps<C>): (() => Names) => {
  let last: {readonly config: C; readonly writes: number; readonly names: Names} | undefined;
  return () => {
    const now = {config: config(), writes: store.writes()};
    if (last?.config !== now.config || last.writes !== now.writes)
      last = {...now, names: knownNames({store, ...sourcesIn(now.config)})};
    return last.names;
  };
};

type NamesDeps<C> = {
  readonly store: NameSources['store'] & Pick<Store, 'writes'>;
  /** What is in force: another object once it has changed. */
  readonly config: () => C;
  readonly sourcesIn: (config: C) => Omit<NameSources, 'store'>;
};

/** Everything that a client may meet by its address and that has a name, and the titles that people gave. */
export const knownNames = ({store, users, groups}: NameSources): Names => {
  const sessions = store.sessions.list();
  const met = [
    ...groups.map(group => groupAddress('signal', group)),
    ...sessions.flatMap(({key}) => addressOfSession(key) ?? []),
    ...store.deliveries.list({limit: RECENT}).map(({address}) => address),
  ];
  return Object.fromEntries([
    ...[...new Set(met)].flatMap(address => pair(address, nameAt(store.cursors, address))),
    ...users.flatMap(({name, match}) => match.filter(isPushable).map(address => [address, name] as const)),
    ...sessions
      .filter(kept => isTitledByPerson(kept, calledIn(store.cursors, kept.key)))
      .map(({key, title}) => [key, title] as const),
  ]);
};

const nameAt = (cursors: Cursors, address: Address): string | undefined => cursors.get(`${NAME}${address}`);

const conversationOf = ({sessions}: Pick<Store, 'sessions'>, agent: string, slug: string): KeptSession | undefined => {
  const key = conversationOfSlug(agent, slug);
  const direct = key === undefined ? undefined : sessions.get(key);
  return direct ?? sessions.list().find(kept => slugOf(kept.key) === slug);
};

const pair = (address: Address, name: string | undefined): readonly (readonly [string, string])[] =>
  name === undefined ? [] : [[address, name]];

const NAME = 'name:';
/** A name stands in a column, beside other things. */
const LONGEST_NAME = 80;
const LONGEST_QUOTE = 40;
/** As many deliveries as a client is shown at once. */
const RECENT = 200;
