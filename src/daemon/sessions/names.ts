// Names of addresses and conversations. The configuration names users; channels name groups and other contacts. Channel
// names are stored, so that lists are readable while the channel is down.

import type {Names} from '../../shared/record-text/names.ts';
import {type Address, channelOf, groupAddress, isGroup, isPushable} from '../../shared/records/address.ts';
import type {ReminderId, RunId} from '../../shared/records/ids.ts';
import type {KeptSession} from '../../shared/records/session.ts';
import {
  addressOfSession,
  agentOfSession,
  conversationOfSlug,
  reservedKind,
  type SessionKey,
  sessionAt,
  sessionName,
  sessionTitle,
  slugOf,
} from '../../shared/records/session-key.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {shortened} from '../../shared/text/shortened.ts';
import type {ContactNames} from '../ports/channel.ts';
import type {CursorStore, Emit, Store} from '../ports/store.ts';

type Cursors = Pick<CursorStore, 'get'>;

export const calledIn = (cursors: Cursors, session: SessionKey): string | undefined => {
  const address = addressOfSession(session);
  return address === undefined ? undefined : nameAt(cursors, address);
};

/** A session's default title: the configured user, or the channel's name of the group or contact. */
export const titleOf = (cursors: Cursors, session: SessionKey, user?: string): string =>
  sessionTitle(session, user, calledIn(cursors, session));

/** True if a person set the title, which then stays. `called`: the channel's previous name. */
export const isTitledByPerson = ({key, user, title}: KeptSession, called: string | undefined): boolean =>
  [
    sessionTitle(key),
    sessionTitle(key, user),
    sessionTitle(key, user, called),
    sessionTitle(key, undefined, called),
  ].every(own => own !== title);

/**
 * The title that people see. A reminder's session shows its message, a delegation's its task, a heartbeat's the
 * conversation it is about.
 */
export const shownTitle = (
  store: Pick<Store, 'reminders' | 'runs' | 'sessions'>,
  {key, title}: KeptSession,
): string => {
  const name = sessionName(key);
  const kind = name?.kind === 'cron' && title === name.name ? reservedKind(name.name) : undefined;
  if (kind === undefined || name?.kind !== 'cron') return title;
  const rest = name.name.slice(kind.length + 1);
  if (kind === 'reminder') {
    const message = store.reminders.get(rest as ReminderId)?.message;
    return message === undefined ? title : `reminder "${shortened(message, LONGEST_QUOTE)}"`;
  }
  if (kind === 'delegation') {
    const task = store.runs.get(rest as RunId)?.delegated?.task;
    return task === undefined ? title : `task "${shortened(task, LONGEST_QUOTE)}"`;
  }
  const about = conversationOf(store, agentOfSession(key), rest);
  return about === undefined ? title : `${kind} of ${about.title}`;
};

type ContactNamesDeps = {
  readonly store: Pick<Store, 'cursors' | 'sessions' | 'deliveries'>;
  /** The index of the conversations, which tells clients of a changed one. */
  readonly index: {readonly changed: (session: SessionKey, emit: Emit) => void};
  readonly agent: () => string;
  readonly isConfigured: (address: Address) => boolean;
};

export const createContactNames = ({store, index, agent, isConfigured}: ContactNamesDeps): ContactNames => ({
  learn: (address, published, emit) => {
    const name = shortened(printableLine(published), LONGEST_NAME);
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

type NameSources = {
  readonly store: Pick<Store, 'cursors' | 'sessions' | 'deliveries'>;
  readonly users: readonly {readonly name: string; readonly match: readonly Address[]}[];
  /** The Signal groups that the agent serves. */
  readonly groups: readonly string[];
};

/** Caches the known names until the store or the configuration changes, because every client's hello needs them. */
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
  /** The current configuration. A change creates a new object. */
  readonly config: () => C;
  readonly sourcesIn: (config: C) => Omit<NameSources, 'store'>;
};

/** The names of all addresses that a client may show, and the titles that people set. */
export const knownNames = ({store, users, groups}: NameSources): Names => {
  const sessions = store.sessions.list();
  const known = [
    ...groups.map(group => groupAddress('signal', group)),
    ...sessions.flatMap(({key}) => addressOfSession(key) ?? []),
    ...store.deliveries.list({limit: RECENT}).map(({address}) => address),
  ];
  return Object.fromEntries([
    ...[...new Set(known)].flatMap(address => pair(address, nameAt(store.cursors, address))),
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
/** Names are shown in a column beside other values. */
const LONGEST_NAME = 80;
const LONGEST_QUOTE = 40;
/** As many deliveries as a client shows at once. */
const RECENT = 200;
