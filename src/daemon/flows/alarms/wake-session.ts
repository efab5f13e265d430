// The Waker wakes a conversation for a due alarm: it injects a message through the router. Callers know only about
// times.

import {channelOf} from '../../../shared/records/address.ts';
import type {AlarmFrame} from '../../../shared/records/frame.ts';
import type {AlarmId, RunId} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {agentOfSession, type SessionKey} from '../../../shared/records/session-key.ts';
import type {TextLimit, Trust} from '../../../shared/records/trust.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit, Store} from '../../ports/store.ts';
import type {Router} from '../../router.ts';
import {attemptKey, turnToGoOn} from '../../turns/run-transcript.ts';

/**
 * The message and its target. Message and payload are byte for byte the alarm's; without a payload the field is absent.
 */
export type WakeRequest = {
  readonly alarmId: AlarmId;
  readonly runId: RunId;
  /** Above 1 after an interruption. A request with the same run and attempt is the same wake. */
  readonly attempt: number;
  /** The alarm's user, known from the turn or socket that set it. */
  readonly user: string;
  readonly session: SessionKey;
  readonly message: string;
  readonly payload?: string;
  /** The texts from elsewhere that the turn which set it had read. */
  readonly limits?: readonly TextLimit[];
  /** For the agent only: that an alarm wakes it, which one, and when it was due. */
  readonly frame: AlarmFrame;
};

export type WakeVerdict =
  /** The turn is stored in its conversation's queue. `outcome` resolves when it has ended. */
  | {readonly kind: 'accepted'; readonly turn: Turn['id']; readonly outcome: Promise<TurnOutcome>}
  /** Refused for now. The same request may succeed later. */
  | {readonly kind: 'later'; readonly reason: string}
  /** Refused for good. */
  | {readonly kind: 'never'; readonly reason: string};

export interface Waker {
  /**
   * Never rejects. Anything but `accepted` means that nothing was stored. `onAccepted` runs in the transaction that
   * stores the turn, `onEnd` in the one that ends it. If `onAccepted` throws, nothing is stored.
   */
  wake(request: WakeRequest, hooks: WakeHooks): Promise<WakeVerdict>;
}

export type WakeHooks = {
  readonly onAccepted: (emit: Emit) => void;
  readonly onEnd: (outcome: TurnOutcome, emit: Emit) => void;
};

type WakerDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
};

export const createWaker = (deps: WakerDeps): Waker => ({
  wake: async (request, hooks) => {
    const {session, user} = request;
    if (agentOfSession(session) !== deps.agent()) {
      return never(`${session} belongs to an agent that no longer exists.`);
    }
    const trust = deps.people.trustOf(user);
    if (trust === undefined) return never(`${user} isn't a configured user.`);
    try {
      return await inTime(enter(deps, {...request, trust}, hooks), deps.clock);
    } catch (error) {
      // A full queue or disk is temporary, and nothing was stored.
      return later(errorMessage(error));
    }
  },
});

const enter = async (
  {router, people: {addressIn}}: WakerDeps,
  {
    session,
    user,
    trust,
    message,
    payload,
    limits,
    frame,
    alarmId,
    runId,
    attempt,
  }: WakeRequest & {readonly trust: Trust},
  {onAccepted, onEnd}: WakeHooks,
): Promise<WakeVerdict> => {
  const address = addressIn(session);
  const entry = await router.inject(
    {
      target: session,
      content: message,
      frame,
      payload,
      limits,
      trust,
      user,
      promptChannel: address && channelOf(address),
      source: {kind: 'alarm', name: alarmId},
      runId,
      key: attemptKey(runId, attempt),
    },
    {deliver: true, patient: true, attempt, settle: onEnd, onKept: (_, emit) => onAccepted(emit)},
  );
  if (entry.kind === 'accepted') return {kind: 'accepted', turn: entry.turnId, outcome: entry.outcome};
  return entry.later === true ? later(entry.reason) : never(entry.reason);
};

/** If the request is accepted after the timeout, its key prevents a second wake. */
const inTime = async (entering: Promise<WakeVerdict>, clock: Clock): Promise<WakeVerdict> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  using _timer = clock.after(LONGEST_MS, () =>
    reject(new GatewayError('unavailable', 'The turn did not start within a minute.')),
  );
  return await Promise.race([entering, late]);
};

/** Resumes the queued or interrupted turn of a run after a restart. Undefined if there is none. */
export const resumeWake = (
  {store, router}: {readonly store: Pick<Store, 'messages' | 'turns'>; readonly router: Pick<Router, 'resume'>},
  run: Run,
  onEnd: WakeHooks['onEnd'],
): Promise<TurnOutcome> | undefined => {
  const {id, attempt} = run;
  const interrupted = turnToGoOn(store, run);
  if (interrupted !== undefined) return router.resume(interrupted, {settle: onEnd, attempt});
  const turnId = store.messages.byKey(attemptKey(id, attempt))?.turnId;
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  return turn?.state === 'queued' ? router.resume(turn, {settle: onEnd, attempt}) : undefined;
};

/** Builds the wake request of an alarm and its run. */
export const wakeRequestOf = (
  {id, user, session, message, payload, limits}: Alarm,
  run: Pick<Run, 'id' | 'attempt'>,
  frame: AlarmFrame,
): WakeRequest => ({
  alarmId: id,
  runId: run.id,
  attempt: run.attempt,
  user,
  session,
  message,
  payload,
  frame,
  limits,
});

const later = (reason: string): WakeVerdict => ({kind: 'later', reason});
const never = (reason: string): WakeVerdict => ({kind: 'never', reason});

const LONGEST_MS = MINUTE;
