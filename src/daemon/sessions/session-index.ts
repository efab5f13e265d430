// Lists the sessions with their state, and limits how many turns may wait in one.

import type {KeptSession, Session} from '../../shared/records/session.ts';
import {isOwnerRecorded, kindOfSession, type SessionKey, type SessionKind} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Emit, Store} from '../ports/store.ts';
import {calledIn, isTitledByPerson, shownTitle, titleOf} from './names.ts';
import type {Sessions} from './session-registry.ts';

export type SessionIndex = {
  /** Reserves a place in the queue while a message is stored. Rejects with `busy` when too many wait. */
  readonly reserve: (session: SessionKey) => Disposable;
  /**
   * Creates the session if needed and updates its activity, in the current transaction. A new one is published at once,
   * so that clients know it and its user before its first message. An archived one comes back. Throws `not_found` for a
   * chat or mail thread that doesn't exist.
   */
  readonly touch: (visit: Visit, emit: Emit) => KeptSession;
  /** Publishes the session's current state in the current transaction. */
  readonly changed: (session: SessionKey, emit: Emit, now?: Partial<Pick<Session, 'busy' | 'queued'>>) => void;
  readonly get: (session: SessionKey) => Session | undefined;
  /** Last active first. */
  readonly list: () => readonly Session[];
};

export type Visit = {
  readonly session: SessionKey;
  readonly user?: string;
  readonly trust: Trust;
  readonly at: EpochMs;
  /** The message is a person's, by a channel: the session takes their trust. An internal message never changes it. */
  readonly routed: boolean;
  /** The title of a conversation that has none yet: a person's first words. */
  readonly words?: string | undefined;
  /** The conversation that a new one continues. */
  readonly earlier?: SessionKey;
};

type SessionIndexDeps = {
  readonly store: Store;
  readonly sessions: Sessions;
  /** The configured person of a conversation, even before they write in it. */
  readonly personIn?: (session: SessionKey) => string | undefined;
  /** The current conversation of a key. @default the key's own */
  readonly current?: (session: SessionKey) => SessionKey;
};

export const createSessionIndex = ({
  store,
  sessions,
  personIn,
  current = key => key,
}: SessionIndexDeps): SessionIndex => {
  const reserved = new Map<SessionKey, number>();
  const waitingIn = (session: SessionKey): number => sessions.queued(session) + (reserved.get(session) ?? 0);

  const continuationOf = (key: SessionKey): SessionKey | undefined => {
    const now = current(key);
    return now === key ? undefined : now;
  };

  const describe = (kept: KeptSession & Pick<Session, 'messages' | 'unread'>): Session => {
    const {summary, summarizedTo, summaryLimits, trustedAt, titling, madeWith, ...session} = kept;
    return {
      ...session,
      continuedIn: continuationOf(kept.key),
      title: shownTitle(store, kept),
      person: personOf(kept),
      busy: sessions.busy(kept.key),
      queued: waitingIn(kept.key),
    };
  };

  const personOf = ({key, kind, user}: KeptSession): string | undefined =>
    isOwnerRecorded(key) ? user : kind === 'group' || kind === 'cron' ? undefined : personIn?.(key);

  const changed: SessionIndex['changed'] = (session, emit, now = {}) => {
    const kept = store.sessions.counted(session);
    if (kept !== undefined) emit({type: 'session.updated', session, state: {...describe(kept), ...now}});
  };

  return {
    reserve: session => {
      if (waitingIn(session) >= LONGEST_LINE) {
        throw new GatewayError(
          'busy',
          `${LONGEST_LINE} messages already wait in ${session}. Let the agent answer some first.`,
        );
      }
      reserved.set(session, (reserved.get(session) ?? 0) + 1);
      let held = true;
      return {
        [Symbol.dispose]: () => {
          const left = (reserved.get(session) ?? 0) - (held ? 1 : 0);
          held = false;
          if (left > 0) reserved.set(session, left);
          else reserved.delete(session);
        },
      };
    },
    touch: ({session, user: comes, trust, at, routed, words, earlier}, emit) => {
      const known = store.sessions.get(session);
      if (known === undefined && isOwnerRecorded(session))
        throw new GatewayError('not_found', `No conversation ${session}.`);
      const user = comes ?? (ONE_PERSONS.has(kindOfSession(session)) ? personIn?.(session) : undefined);
      const kept: KeptSession = {
        ...(known === undefined
          ? {key: session, kind: kindOfSession(session), trust, earlier}
          : {...known, archived: undefined}),
        user: user ?? known?.user,
        title:
          known !== undefined && (isOwnerRecorded(session) || isTitledByPerson(known, calledIn(store.cursors, session)))
            ? known.title
            : titleOf(store.cursors, session, user ?? known?.user),
        ...(known?.titling === 'open' && words !== undefined && {title: words, titling: 'words' as const}),
        ...(routed && {trust}),
        lastActivityAt: Math.max(at, known?.lastActivityAt ?? 0),
      };
      store.sessions.put(kept, known);
      if (known === undefined) changed(session, emit);
      return kept;
    },
    changed,
    get: session => {
      const kept = store.sessions.counted(session);
      return kept === undefined ? undefined : describe(kept);
    },
    list: () => store.sessions.list().map(kept => describe({...kept, ...store.sessions.counts(kept.key)})),
  };
};

const ONE_PERSONS: ReadonlySet<SessionKind> = new Set(['dm', 'person'] as const);
/** More waiting messages than any person sends: the sender must be faulty. */
const LONGEST_LINE = 100;
