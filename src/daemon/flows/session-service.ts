// Operations on conversations: stop, start over, compact, rename, mark as read, retract a message.

import {TERMINAL} from '../../shared/records/address.ts';
import type {MessageId, TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SentText} from '../../shared/records/message-details.ts';
import type {KeptSession} from '../../shared/records/session.ts';
import {addressOfSession, isChat, isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import type {TextLimit} from '../../shared/records/trust.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import type {Core} from '../core.ts';
import type {MessagePage} from '../ports/conversation-store.ts';
import type {Models} from '../ports/model.ts';
import type {Emit} from '../ports/store.ts';
import {UNTITLED} from '../sessions/conversation-title.ts';
import {forgetMessage} from '../sessions/forget-message.ts';
import {titleOf} from '../sessions/names.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import type {Compactor} from './compact-session.ts';

type SessionServiceDeps = Core & {
  readonly limitsOfEnclosed: (
    message: SentText,
    by: {readonly session: SessionKey; readonly user?: string},
  ) => Promise<readonly TextLimit[]>;
  readonly compactor: Compactor;
  readonly models: Models;
  /** A conversation was shown up to an instant to the person at the terminal. Runs in the current transaction. */
  readonly shown: (session: SessionKey, upTo: EpochMs, emit: Emit) => void;
};

export type SessionService = {
  /** The texts from elsewhere in the parts of a message that its person didn't write. */
  readonly limitsOfEnclosed: SessionServiceDeps['limitsOfEnclosed'];
  /** Aborts the running turn, if any. Queued turns stay. `by`: who stopped it, by default "You". */
  readonly stop: (session: SessionKey, by?: string) => void;
  /** Ends running and queued turns, and empties the conversation. The database keeps all messages. */
  readonly reset: (session: SessionKey) => Promise<void>;
  /** Withdraws the queued turns. */
  readonly withdrawQueued: (session: SessionKey) => void;
  readonly compact: (session: SessionKey) => Promise<void>;
  /**
   * A person has read the texts of programs that stand there now, and lets the agent act on them with the person's
   * trust.
   */
  readonly trust: (session: SessionKey) => void;
  /** An empty title restores the default. */
  readonly rename: (session: SessionKey, title: string) => void;
  /**
   * Everything up to this message has been shown. `isThere`: the person sits before it; otherwise what calls them stays
   * unconfirmed.
   * @default true
   */
  readonly read: (session: SessionKey, upTo: MessageId, isThere?: boolean) => void;
  /** Retracts a message whose turn hasn't started, and returns its text. */
  readonly retract: (session: SessionKey, turnId: TurnId) => SentText;
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
    const why = isSessionKey(session) ? `No conversation ${session} yet.` : `"${session}" isn't a conversation key.`;
    throw new GatewayError('not_found', why);
  };

  /** A person's title stays. Without one, a chat takes the next words that a person says in it. */
  const titled = (kept: KeptSession, title: string): KeptSession => {
    if (title !== '') return {...kept, titling: undefined, title};
    if (isChat(kept.key)) return {...kept, title: UNTITLED, titling: 'open'};
    return {...kept, title: titleOf(store.cursors, kept.key, kept.user)};
  };

  const withdraw = (turn: Turn): boolean => {
    if (turn.state !== 'queued' || !sessions.withdraw(turn.id)) return false;
    store.transact(emit => {
      const isPersons = turn.source.kind === 'user' || turn.source.kind === 'operator';
      const words = isPersons ? store.messages.ofTurn(turn.id) : [];
      for (const message of words) forgetMessage(deps, {message, text: WITHDRAWN}, emit);
      removeTurn(deps, turn, emit);
    });
    return true;
  };

  const withdrawQueued = (session: SessionKey): void => {
    for (const turn of store.turns.inState('queued')) if (turn.session === session) withdraw(turn);
  };

  return {
    withdrawQueued,
    limitsOfEnclosed: deps.limitsOfEnclosed,
    stop: (session, by = 'You') => {
      known(session);
      sessions.stop(session, `${by} stopped it.`);
    },
    reset: async session => {
      known(session);
      withdrawQueued(session);
      await sessions.stopped(session, 'The conversation was started over.');
      store.transact(emit => {
        store.sessions.reset(session, clock.now());
        emit({type: 'session.reset', session});
        index.changed(session, emit);
      });
    },
    compact: async session => {
      const {model} = known(session);
      if (sessions.busy(session))
        throw new GatewayError('busy', `A turn is running in ${session}. Stop it or wait until it ends.`);
      const [choice] = await deps.models.candidates(model);
      if (choice === undefined) throw new GatewayError('unavailable', 'No model is configured.');
      const limit = new AbortController();
      using _timer = clock.after(SUMMARY_LIMIT_MS, () => limit.abort());
      await deps.compactor.compact(session, choice, limit.signal);
    },
    trust: session => {
      const kept = {...known(session), summaryLimits: undefined};
      store.transact(emit => {
        store.sessions.put({...kept, trustedAt: clock.now()});
        index.changed(session, emit);
      });
    },
    rename: (session, title) => {
      const kept = known(session);
      store.transact(emit => {
        store.sessions.put(titled(kept, title.trim()));
        index.changed(session, emit);
      });
    },
    read: (session, upTo, isThere = true) => {
      known(session);
      store.transact(emit => {
        const before = store.sessions.counts(session).unread;
        store.sessions.read(session, upTo);
        const seen = store.messages.get(upTo);
        const address = addressOfSession(session);
        if (seen !== undefined && address === TERMINAL) {
          // A delivery is slightly younger than its message, so compare times only if newer messages exist.
          const all = store.messages.newest(session)?.id === upTo;
          for (const delivery of store.deliveries.unread(address)) {
            if (!all && delivery.createdAt > seen.at) continue;
            if (!isThere && store.escalations.ofDelivery(delivery)?.nextAt !== undefined) continue;
            const read = {...delivery, state: 'read' as const, readAt: clock.now()};
            store.deliveries.update(read);
            emit({type: 'delivery.receipt', session, cause: delivery.id, delivery: read});
          }
        }
        if (seen !== undefined && isThere) deps.shown(session, seen.at, emit);
        if (store.sessions.counts(session).unread !== before) index.changed(session, emit);
      });
    },
    retract: (session, turnId) => {
      const turn = store.turns.get(turnId);
      if (turn === undefined || turn.session !== session)
        throw new GatewayError('not_found', `No turn ${turnId} in ${session}.`);
      const message = store.messages.ofTurn(turnId)[0];
      if (!withdraw(turn))
        throw new GatewayError(
          'conflict',
          "The turn has already started, so its message can't be taken back. You can stop the turn.",
        );
      return {text: message?.text ?? '', enclosed: message?.details?.enclosed};
    },
    history: (session, wanted) => {
      known(session);
      const page = store.messages.page(session, {...wanted, limit: wanted.limit ?? 100});
      const ids = new Set(page.messages.flatMap(({turnId}) => (turnId === undefined ? [] : [turnId])));
      const turns = [...ids].flatMap(id => {
        const turn = store.turns.get(id);
        return turn?.outcome === 'failed' || turn?.outcome === 'aborted' ? [turn] : [];
      });
      return {...page, turns};
    },
  };
};

const WITHDRAWN = '[This message was withdrawn.]';
const SUMMARY_LIMIT_MS = 3 * MINUTE;
