// Fires due alarms: claims a run, wakes the conversation, and settles the alarm in the transaction that queues the
// turn. A temporary refusal is retried with growing waits, and never blocks other alarms.

import type {AlarmId, TurnId} from '../../../shared/records/ids.ts';
import {type Alarm, wakeAtOf} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {TurnOutcome} from '../../../shared/records/turn.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {Actor} from '../../routing/actor.ts';
import {setBackTo} from '../../schedule/alarm-timetable.ts';
import {attemptsMade, isWornOut, WORN_OUT} from '../../schedule/end-run.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {togetherOrEach} from '../../schedule/together-or-each.ts';
import {ownAlarm} from './alarm-service.ts';
import {type Claimed, claimByHand, claimDue} from './claim-alarm.ts';
import {alarmFrame} from './format-alarm.ts';
import {endWoken, giveUp, refuse, type SettleDeps, settle} from './settle-alarm.ts';
import {followDeliveries, handOver, resumeDelivery} from './wake-program.ts';
import {type WakeHooks, type Waker, wakeRequestOf} from './wake-session.ts';

type FireAlarmDeps = Core &
  SettleDeps & {
    readonly waker: Waker;
    /** Resumes the queued turn of a run after a restart. Undefined if there is none. */
    readonly resume: (run: Run, onEnd: WakeHooks['onEnd']) => Promise<TurnOutcome> | undefined;
  };

export type AlarmSource = WakeSource & {
  /** Settles the alarms that wake other programs. */
  readonly follow: () => Disposable;
  /** Resumes a run that was interrupted when the previous daemon stopped. */
  readonly resume: (run: Run) => void;
  /**
   * Wakes now, independent of the alarm's times. Rejects with the reason if the conversation couldn't be woken. A
   * program has no turn.
   */
  readonly wakeNow: (id: AlarmId, actor: Actor) => Promise<{readonly alarm: Alarm; readonly turnId?: TurnId}>;
};

type Attempt = {readonly kind: 'woken'; readonly turnId: TurnId} | {readonly kind: 'refused'; readonly reason: string};

export const createAlarmSource = (deps: FireAlarmDeps): AlarmSource => {
  const {store, clock, log} = deps;
  /** Alarms with a wake request in progress. */
  const asking = new Set<AlarmId>();
  const attempt = async (claimed: Claimed): Promise<Attempt> => {
    const {alarm, run} = claimed;
    const resetAt = store.sessions.resetAt(deps.people.current(alarm.session));
    const frame = alarmFrame(alarm, {
      ...claimed,
      now: clock.now(),
      resetAt: resetAt !== undefined && resetAt > alarm.createdAt ? resetAt : undefined,
    });
    asking.add(alarm.id);
    try {
      const verdict = await deps.waker.wake(wakeRequestOf(alarm, run, frame), {
        onAccepted: emit => settle(deps, run, emit),
        onEnd: (outcome, emit) => endWoken(deps, run, outcome, emit),
      });
      if (verdict.kind === 'accepted') {
        // A turn that is withdrawn before its start has no end of its own.
        void verdict.outcome.then(outcome => endWithdrawn(deps, run, outcome));
        return {kind: 'woken', turnId: verdict.turn};
      }
      log.warn({alarm: alarm.id, session: alarm.session}, `An alarm couldn't wake the agent: ${verdict.reason}`);
      store.transact(emit =>
        verdict.kind === 'later'
          ? refuse(deps, run, verdict.reason, emit)
          : giveUp(deps, run, verdict.reason, 'for-good', emit),
      );
      return {kind: 'refused', reason: verdict.reason};
    } catch (error) {
      // If storing failed, the claim's timeout repeats the alarm.
      log.error({alarm: alarm.id, error}, `Couldn't fire an alarm: ${errorMessage(error)}`);
      return {kind: 'refused', reason: errorMessage(error)};
    } finally {
      asking.delete(alarm.id);
      // The alarm has its next instant only now, and others may have waited for room.
      deps.reschedule();
    }
  };

  return {
    kind: 'alarm',
    follow: () => followDeliveries(deps),
    nextAt: () => (asking.size >= MOST_AT_ONCE ? undefined : store.alarms.nextDueAt()),
    settleClock: (now, byMs) => settleAlarms(store, now, byMs),
    fireDue: now => {
      const due = store.alarms.due(now, MOST_AT_ONCE - asking.size);
      if (due.length === 0) return;
      const {done, failure} = togetherOrEach(deps, due, "couldn't claim an alarm", (alarm, emit) => {
        const claimed = asking.has(alarm.id) ? undefined : claimDue(deps, alarm, now, emit);
        if (claimed === undefined || alarm.deliver === undefined) return claimed;
        handOver(deps, claimed, emit);
        return undefined;
      });
      for (const claimed of done) if (claimed !== undefined) void attempt(claimed);
      deps.schedulePrune();
      // The scheduler retries after a pause.
      if (failure !== undefined) throw failure;
    },
    upcoming: (_, limit) =>
      store.alarms.list({limit}).flatMap(alarm => {
        const wakeAt = wakeAtOf(alarm);
        return wakeAt === undefined ? [] : [{kind: 'alarm' as const, name: alarm.id, what: alarm.message, wakeAt}];
      }),
    resume: run => {
      if (resumeDelivery(deps, run)) return;
      const resumed = deps.resume(run, (outcome, emit) => endWoken(deps, run, outcome, emit));
      void resumed?.then(outcome => endWithdrawn(deps, run, outcome));
      if (resumed !== undefined) return;
      const again = store.transact(emit => reopen(deps, run, emit));
      if (again) deps.reschedule();
    },
    wakeNow: async (id, actor) => {
      const alarm = ownAlarm(store, id, actor);
      if (asking.has(id)) throw new GatewayError('busy', `Alarm ${id} is firing right now.`);
      if (alarm.deliver !== undefined) {
        store.transact(emit => handOver(deps, claimByHand(deps, alarm, emit), emit));
        return {alarm: store.alarms.get(id) ?? alarm};
      }
      const claimed = store.transact(emit => claimByHand(deps, alarm, emit));
      const came = await attempt(claimed);
      const now = store.alarms.get(id) ?? alarm;
      if (came.kind === 'woken') return {alarm: now, turnId: came.turnId};
      const next = now.state === 'active' && now.retryAt !== undefined ? ' Rooster retries automatically.' : '';
      throw new GatewayError(
        now.state === 'failed' ? 'refused' : 'unavailable',
        `Couldn't wake the agent: ${came.reason}${next}`,
      );
    },
  };
};

const settleAlarms = (store: Core['store'], now: EpochMs, byMs: number): void =>
  store.transact(() => {
    for (const alarm of store.alarms.list({limit: MOST_SETTLED})) {
      const after = setBackTo(alarm, now, byMs);
      if (after !== undefined) store.alarms.update(after, alarm);
    }
  });

/** Ends the run of a turn that was withdrawn before its start. */
const endWithdrawn = (deps: FireAlarmDeps, run: Run, outcome: TurnOutcome): void => {
  if (outcome.kind !== 'aborted' || deps.closing.aborted || deps.store.runs.get(run.id)?.status !== 'running') return;
  try {
    deps.store.transact(emit => endWoken(deps, run, outcome, emit));
  } catch (error) {
    // The next start ends the run.
    deps.log.error({run: run.id, error}, `Couldn't save the end of a run: ${errorMessage(error)}`);
  }
};

/**
 * Makes an interrupted run due again as a further attempt, whether or not its turn had started. False if nothing is
 * left to do.
 */
const reopen = (deps: FireAlarmDeps, run: Run, emit: Emit): boolean => {
  const {store, clock} = deps;
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm === undefined || alarm.state === 'cancelled' || alarm.runId !== run.id) {
    endWoken(deps, run, {kind: 'failed', error: alarm === undefined ? GONE : OVERTAKEN}, emit);
    return false;
  }
  const rest = {...alarm, endedAt: undefined};
  store.alarms.update({...rest, state: 'active', retryAt: clock.now()}, alarm);
  if (!isWornOut(run)) return true;
  store.runs.update({...run, attempt: attemptsMade(run)});
  giveUp(deps, run, WORN_OUT, 'this-time', emit);
  return false;
};

const MOST_SETTLED = 10_000;
const GONE = 'The run was interrupted and its alarm no longer exists.';
const OVERTAKEN = 'The run was interrupted, and its alarm has fired again or was cancelled since.';
/** Number of concurrent wake requests. */
const MOST_AT_ONCE = 50;
