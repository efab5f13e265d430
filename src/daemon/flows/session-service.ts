// What a person does to a conversation besides talking in it: stop, start afresh, summarise, name, mark as seen, take back.

import {TERMINAL} from '../../shared/records/address.ts';
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {MessageId, TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import {addressOfSession, isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {MINUTE} from '../../shared/time/time.ts';
import type {KeptSession, MessagePage} from '../ports/conversation-store.ts';
import type {Models} from '../ports/model.ts';
import type {World} from '../ports/system.ts';
import {titleOf} from '../sessions/names.ts';
import type {SessionIndex} from '../sessions/session-index.ts';
import type {Sessions} from '../sessions/session-registry.ts';
import {takeBack} from '../sessions/take-back.ts';
import type {Compactor} from './compact-session.ts';

type SessionServiceDeps = World & {
  readonly index: SessionIndex;
  readonly sessions: Sessions;
  readonly compactor: Compactor;
  readonly models: Models;
};

export type SessionService = {
  /** Aborts the running turn; what waits behind it stays. Nothing happens when none runs. */
  readonly stop: (session: SessionKey) => void;
  /** Ends what runs and waits, and begins an empty conversation. Nothing leaves the database. */
  readonly reset: (session: SessionKey) => Promise<void>;
  readonly compact: (session: SessionKey) => Promise<void>;
  /** Without a title it has its own again. */
  readonly rename: (session: SessionKey, title: string) => void;
  /** Everything up to this message has been shown to the person. */
  readonly read: (session: SessionKey, upTo: MessageId) => void;
  /** Takes back a message whose turn has not started, and gives its text. */
  readonly retract: (session: SessionKey, turnId: TurnId) => string;
  readonly history: (session: SessionKey, page: Partial<MessagePage>) => HistoryPage;
};

type HistoryPage = {
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly turns: readonly Turn[];
};

export const createSessionService = (deps: SessionServiceDeps): SessionService => {
  const {store, index, sessions, clock} = deps;

  const known = (session: SessionKey): KeptSession => {
    const kept = store.sessions.get(session);
    if (kept !== undefined) return kept;
    const why = isSessionKey(session) ? `There is no session ${session} yet.` : `"${session}" is no session key.`;
    throw new GatewayError('not_found', why);
  };

  const withdraw = (turn: Turn): boolean => {
    if (turn.state !== 'queued' || !sessions.withdraw(turn.id)) return false;
    store.transact(emit => takeBack(deps, turn, emit));
    return true;
  };

  return {
    stop: session => {
      known(session);
      sessions.stop(session, STOPPED);
    },
    reset: async session => {
      known(session);
      for (const turn of store.turns.inState('queued')) if (turn.session === session) withdraw(turn);
      await sessions.stopped(session, 'A new conversation was begun.');
      store.transact(emit => {
        store.sessions.reset(session, clock.now());
        emit({type: 'session.reset', session});
        index.changed(session, emit);
      });
    },
    compact: async session => {
      known(session);
      if (sessions.busy(session))
        throw new GatewayError('busy', `A turn is running in ${session}; stop it or wait for its end.`);
      const [choice] = await deps.models.candidates();
      if (choice === undefined) throw new GatewayError('unavailable', 'No model is configured.');
      const limit = new AbortController();
      using _timer = clock.after(SUMMARY_LIMIT_MS, () => limit.abort());
      await deps.compactor.compact(session, choice, limit.signal);
    },
    rename: (session, title) => {
      const kept = known(session);
      store.transact(emit => {
        store.sessions.put({...kept, title: title.trim() || titleOf(store.cursors, session, kept.user)});
        index.changed(session, emit);
      });
    },
    read: (session, upTo) => {
      known(session);
      store.transact(emit => {
        const before = store.sessions.counts(session).unread;
        store.sessions.read(session, upTo);
        const seen = store.messages.get(upTo);
        const address = addressOfSession(session);
        if (seen !== undefined && address === TERMINAL) {
          // A delivery is a moment younger than its message: only where more came since does its instant tell them apart.
          const all = store.messages.newest(session)?.id === upTo;
          for (const delivery of store.deliveries.unread(address)) {
            if (!all && delivery.createdAt > seen.at) continue;
            const read = {...delivery, state: 'read' as const, readAt: clock.now()};
            store.deliveries.update(read);
            emit({type: 'delivery.receipt', session, cause: delivery.id, delivery: read});
          }
        }
        if (store.sessions.counts(session).unread !== before) index.changed(session, emit);
      });
    },
    retract: (session, turnId) => {
      const turn = store.turns.get(turnId);
      if (turn === undefined || turn.session !== session)
        throw new GatewayError('not_found', `There is no turn ${turnId} in ${session}.`);
      const text = store.messages.ofTurn(turnId)[0]?.text ?? '';
      if (!withdraw(turn))
        throw new GatewayError('conflict', 'It has begun already and cannot be taken back; it can be stopped.');
      return text;
    },
    history: (session, wanted) => {
      known(session);
      const page = store.messages.page(session, {limit: 100, ...wanted});
      const ids = new Set(page.messages.flatMap(({turnId}) => (turnId === undefined ? [] : [turnId])));
      const turns = [...ids].flatMap(id => {
        const turn = store.turns.get(id);
        return turn?.outcome === 'failed' || turn?.outcome === 'aborted' ? [turn] : [];
      });
      return {...page, turns};
    },
  };
};

const STOPPED = 'It was stopped.';
const SUMMARY_LIMIT_MS = 3 * MINUTE;
