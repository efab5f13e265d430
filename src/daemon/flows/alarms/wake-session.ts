// Waking: the one way in which a due alarm reaches its conversation. Those who know about time ask a Waker, and know nothing of what
// is behind it; it puts a turn into the conversation by the door through which every message goes.

import {present} from '../../../shared/fields/present.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import type {AlarmFrame} from '../../../shared/records/frame.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {AlarmId, RunId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {addressOfSession, agentOfSession, type SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Emit, Store} from '../../ports/store.ts';
import type {Router} from '../../router.ts';
import {attemptKey} from '../../turns/run-transcript.ts';

/** What is to be said to whom. Message and payload are the alarm's own, to the byte; an absent payload is no field. */
export type WakeRequest = {
  readonly alarmId: AlarmId;
  readonly runId: RunId;
  /** Above 1: it was begun before, and interrupted. A request of the same run and attempt is the same wake. */
  readonly attempt: number;
  /** Whose alarm it is, as was known from the turn or the socket in which it was set. */
  readonly user: string;
  readonly session: SessionKey;
  readonly message: string;
  readonly payload?: string;
  /** What only the agent reads: that it is woken, by which alarm, due when. */
  readonly frame: AlarmFrame;
};

export type WakeVerdict =
  /** It is durably in the line of its conversation. `outcome` resolves when its turn has ended. */
  | {readonly kind: 'accepted'; readonly turn: Turn['id']; readonly outcome: Promise<TurnOutcome>}
  /** Not now; the same is welcome after a while. */
  | {readonly kind: 'later'; readonly reason: string}
  /** Not now and not later. */
  | {readonly kind: 'never'; readonly reason: string};

export interface Waker {
  /**
   * Contract: never rejects; everything but `accepted` means that nothing was kept. `onAccepted` runs in the transaction that keeps
   * the turn, and `onEnd` in the one that ends it; if `onAccepted` throws, nothing is kept.
   */
  wake(request: WakeRequest, hooks: WakeHooks): Promise<WakeVerdict>;
}

export type WakeHooks = {
  readonly onAccepted: (emit: Emit) => void;
  readonly onEnd: (outcome: TurnOutcome, emit: Emit) => void;
};

type WakerDeps = {
  readonly router: Pick<Router, 'inject'>;
  readonly agent: () => string;
  /** The trust of a user now; undefined when they are no longer configured. */
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly clock: Clock;
};

export const createWaker = (deps: WakerDeps): Waker => ({
  wake: async (request, hooks) => {
    const {session, user} = request;
    if (agentOfSession(session) !== deps.agent()) {
      return never(`${session} belongs to an agent that is no longer here.`);
    }
    const trust = deps.trustOf(user);
    if (trust === undefined) return never(`${user} is not, or no longer, a user of this agent, and so has no trust.`);
    try {
      return await inTime(enter(deps, {...request, trust}, hooks), deps.clock);
    } catch (error) {
      // A line that is full, a disk that is: nothing was kept, and both pass.
      return later(errorMessage(error));
    }
  },
});

const enter = async (
  {router}: WakerDeps,
  {session, user, trust, message, payload, frame, alarmId, runId, attempt}: WakeRequest & {readonly trust: Trust},
  {onAccepted, onEnd}: WakeHooks,
): Promise<WakeVerdict> => {
  const address = addressOfSession(session);
  const entry = await router.inject(
    {
      target: session,
      content: message,
      frame,
      ...present({payload}),
      trust,
      user,
      ...present({promptChannel: address && channelOf(address)}),
      source: {kind: 'alarm', name: alarmId},
      runId,
      key: attemptKey(runId, attempt),
    },
    {deliver: true, patient: true, attempt, settle: onEnd, onKept: (_, emit) => onAccepted(emit)},
  );
  if (entry.kind === 'accepted') return {kind: 'accepted', turn: entry.turnId, outcome: entry.outcome};
  return entry.later === true ? later(entry.reason) : never(entry.reason);
};

/** What is still accepted afterwards is accepted under the same key, and so is no second wake. */
const inTime = async (entering: Promise<WakeVerdict>, clock: Clock): Promise<WakeVerdict> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  using _timer = clock.after(LONGEST_MS, () =>
    reject(new GatewayError('unavailable', 'It was not taken up within a minute.')),
  );
  return await Promise.race([entering, late]);
};

/** Goes on with the turn of a run that was waiting when the previous daemon ended. Undefined where there is none. */
export const resumeWake = (
  {store, router}: {readonly store: Pick<Store, 'messages' | 'turns'>; readonly router: Pick<Router, 'resume'>},
  {id, attempt}: Run,
  onEnd: WakeHooks['onEnd'],
): Promise<TurnOutcome> | undefined => {
  const turnId = store.messages.byKey(attemptKey(id, attempt))?.turnId;
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  return turn?.state === 'queued' ? router.resume(turn, {settle: onEnd, attempt}) : undefined;
};

/** The same conversation, the same words: what an alarm asks for. */
export const wakeRequestOf = (
  {id, user, session, message, payload}: Alarm,
  run: Pick<Run, 'id' | 'attempt'>,
  frame: AlarmFrame,
): WakeRequest => ({
  alarmId: id,
  runId: run.id,
  attempt: run.attempt,
  user,
  session,
  message,
  ...present({payload}),
  frame,
});

const later = (reason: string): WakeVerdict => ({kind: 'later', reason});
const never = (reason: string): WakeVerdict => ({kind: 'never', reason});

const LONGEST_MS = MINUTE;
