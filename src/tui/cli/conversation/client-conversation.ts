// A conversation with the agent over a connection that survives restarts. Each message is sent once, under its own key,
// and its turn is followed to its end across daemon restarts.

import type {Delta, GatewayEvent, Snapshot} from '../../../shared/events/gateway-event.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import type {MessageId, TurnId} from '../../../shared/records/ids.ts';
import {mainSession, type SessionKey} from '../../../shared/records/session-key.ts';
import type {OutcomeKind} from '../../../shared/records/turn.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Connect} from '../client/connect.ts';
import {type Following, follow} from '../client/follow.ts';

export type TurnResult = {readonly outcome: OutcomeKind; readonly error?: string};
export type Sent = {readonly session: SessionKey; readonly turnId: TurnId};

export type ClientConversationOptions = {
  readonly connect: Connect;
  readonly clock: Clock;
  readonly processId: number;
  /** @default the agent's main session */
  readonly session?: SessionKey;
  readonly onEvent: (event: GatewayEvent) => void;
  readonly onDelta?: (delta: Delta) => void;
  readonly onLost?: (reason: string) => void;
  readonly onHeld?: (reason: string | undefined) => void;
};

export type ClientConversation = AsyncDisposable & {
  /** The session of the conversation. */
  readonly session: SessionKey;
  /** Resolves once the message is stored. */
  readonly say: (text: string) => Promise<Sent>;
  /** Marks everything up to this message as shown to the person. */
  readonly shown: (upTo: MessageId) => void;
  /** Resolves when the daemon knows what was shown, or is no longer reachable. */
  readonly settled: () => Promise<void>;
  /** Resolves when the turn has ended. */
  readonly endOf: (turnId: TurnId) => Promise<TurnResult>;
  /** Rejects when the connection is permanently lost. Never resolves. */
  readonly broken: Promise<never>;
};

export const openClientConversation = async (options: ClientConversationOptions): Promise<ClientConversation> => {
  const {connect, clock} = options;
  const ends = new Map<TurnId, PromiseWithResolvers<TurnResult>>();
  const beganAt = clock.now();
  let sent = 0;

  const endNamed = (turnId: TurnId): PromiseWithResolvers<TurnResult> => {
    const known = ends.get(turnId);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<TurnResult>();
    ends.set(turnId, made);
    return made;
  };

  /** Events were lost. A turn that is neither running nor waiting ended in between. */
  const giveUp = ({turns, sessions}: Wire<Snapshot>): void => {
    for (const [turnId, end] of ends) {
      const waits = sessions.some(({queued}) => queued > 0);
      if (!waits && !turns.some(turn => turn.turnId === turnId)) end.resolve({outcome: 'failed', error: UNSEEN});
    }
  };

  const gone = Promise.withResolvers<void>();
  let isGone = false;
  let isOver = false;
  const following = await follow({
    connect,
    clock,
    patienceMs: PATIENCE_MS,
    onEvent: event => {
      options.onEvent(event);
      if (event.type !== 'turn.ended') return;
      const {turnId, outcome, error} = event;
      endNamed(turnId).resolve({outcome, error});
    },
    onMissed: (_, snapshot) => giveUp(snapshot),
    onDelta: options.onDelta,
    onLost: reason => {
      isGone = true;
      if (isOver) gone.resolve();
      else options.onLost?.(reason);
    },
    onHeld: options.onHeld,
    onBack: () => {
      isGone = false;
    },
  });
  const session = options.session === undefined ? await mainOf(following) : await currentOf(following, options.session);

  // One call at a time, for the newest message; later messages wait for the next call.
  let newest: MessageId | undefined;
  let printing = Promise.resolve();
  const printRest = async (): Promise<void> => {
    const upTo = newest;
    if (upTo === undefined) return;
    newest = undefined;
    await following.call('session.read', {session, upTo});
  };

  return {
    session,
    shown: upTo => {
      newest = upTo;
      printing = printing.then(printRest);
      // `settled` reports a failure.
      printing.catch(() => {});
    },
    settled: async () => {
      isOver = true;
      // A read mark isn't worth waiting for a daemon, or starting one.
      if (!isGone) await Promise.race([printing, gone.promise]);
    },
    say: async text => {
      sent += 1;
      const key = `cli-${options.processId}-${beganAt.toString(36)}-${sent}`;
      return await following.call('session.send', {session, text, key});
    },
    endOf: turnId => endNamed(turnId).promise,
    broken: following.broken,
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  };
};

const mainOf = async (following: Following): Promise<SessionKey> => {
  const {agent} = await following.call('daemon.status', {});
  return mainSession(agent);
};

/** The conversation that goes on where the given one ended, if there is one. */
const currentOf = async (following: Following, session: SessionKey): Promise<SessionKey> => {
  const {sessions} = await following.call('session.list', {});
  return sessions.find(({key}) => key === session)?.continuedIn ?? session;
};

/** Time for a deliberately stopped daemon to return before the conversation ends. */
const PATIENCE_MS = 10 * SECOND;
const UNSEEN =
  'The daemon no longer has the events from the disconnection. To read the messages: rooster sessions show';
