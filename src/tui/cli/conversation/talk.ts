// Talking to the agent over a connection that survives restarts: each message is sent once, under its own key, and its turn
// is followed to its end, whatever happens to the daemon meanwhile.

import type {Delta, GatewayEvent, Snapshot} from '../../../shared/events/gateway-event.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import type {MessageId, TurnId} from '../../../shared/records/ids.ts';
import {mainSession, type SessionKey} from '../../../shared/records/session-key.ts';
import type {OutcomeKind} from '../../../shared/records/turn.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Connect} from '../client/connect.ts';
import {type Following, follow} from '../client/follow.ts';

export type TurnEnd = {readonly outcome: OutcomeKind; readonly error?: string};
export type Said = {readonly session: SessionKey; readonly turnId: TurnId};

export type TalkOptions = {
  readonly connect: Connect;
  readonly clock: Clock;
  readonly processId: number;
  /** @default the agent's main session */
  readonly session?: SessionKey;
  readonly onEvent: (event: GatewayEvent) => void;
  readonly onDelta?: (delta: Delta) => void;
  readonly onLost?: (reason: string) => void;
};

export type Talk = AsyncDisposable & {
  /** The conversation it is held in. */
  readonly session: SessionKey;
  /** Resolves once the message is stored. */
  readonly say: (text: string) => Promise<Said>;
  /** The person has been shown everything of the conversation up to this message. */
  readonly shown: (upTo: MessageId) => void;
  /** The talk is over: resolves when the daemon knows of all that was shown, or is gone before it could be told. */
  readonly settled: () => Promise<void>;
  /** Resolves when the turn has ended. */
  readonly endOf: (turnId: TurnId) => Promise<TurnEnd>;
  /** Rejects when the daemon is gone for good. Never resolves. */
  readonly broken: Promise<never>;
};

export const openTalk = async (options: TalkOptions): Promise<Talk> => {
  const {connect, clock} = options;
  const ends = new Map<TurnId, PromiseWithResolvers<TurnEnd>>();
  const beganAt = clock.now();
  let sent = 0;

  const endNamed = (turnId: TurnId): PromiseWithResolvers<TurnEnd> => {
    const known = ends.get(turnId);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<TurnEnd>();
    ends.set(turnId, made);
    return made;
  };

  /** Events were lost for good: a turn that is neither running nor waiting ended among them. */
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
      endNamed(turnId).resolve({outcome, ...(error === undefined ? {} : {error})});
    },
    onMissed: (_, snapshot) => giveUp(snapshot),
    ...(options.onDelta === undefined ? {} : {onDelta: options.onDelta}),
    onLost: reason => {
      isGone = true;
      if (isOver) gone.resolve();
      else options.onLost?.(reason);
    },
    onBack: () => {
      isGone = false;
    },
  });
  const session = options.session ?? (await mainOf(following));

  // One call at a time, each for the newest message: what is shown meanwhile waits for the next.
  let newest: MessageId | undefined;
  let telling = Promise.resolve();
  const tell = async (): Promise<void> => {
    const upTo = newest;
    if (upTo === undefined) return;
    newest = undefined;
    await following.call('session.read', {session, upTo});
  };

  return {
    session,
    shown: upTo => {
      newest = upTo;
      telling = telling.then(tell);
      // Whoever waits for it hears of a failure.
      telling.catch(() => {});
    },
    settled: async () => {
      isOver = true;
      // What was shown is no reason to wait for a daemon, and still less to start one.
      if (!isGone) await Promise.race([telling, gone.promise]);
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

/** How long a daemon that was stopped on purpose may take to come back before the talk is over. */
const PATIENCE_MS = 10 * SECOND;
const UNSEEN =
  'The daemon no longer has the events from the disconnection. To read the messages: rooster sessions show';
