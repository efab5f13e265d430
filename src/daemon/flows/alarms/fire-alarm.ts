// An alarm's hour: claimed as a run, its conversation woken, and settled in the transaction that puts the turn into the line. What is
// refused for now climbs a ladder; nothing is tried twice at once, and one that is refused keeps no other from its hour.

import {omit} from '../../../shared/fields/omit.ts';
import {type Alarm, wakeAtOf} from '../../../shared/records/alarm.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {AlarmId, TurnId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {TurnOutcome} from '../../../shared/records/turn.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {Actor} from '../../routing/actor.ts';
import {setBackTo} from '../../schedule/alarm-timetable.ts';
import {attemptsMade, isWornOut, WORN_OUT} from '../../schedule/end-run.ts';
import {oneByOne} from '../../schedule/one-by-one.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {ownAlarm} from './alarm-service.ts';
import {type ClaimDeps, type Claimed, claimByHand, claimDue} from './claim-alarm.ts';
import {alarmFrame} from './format-alarm.ts';
import {endWoken, giveUp, refuse, type SettleDeps, settle} from './settle-alarm.ts';
import {type WakeHooks, type Waker, wakeRequestOf} from './wake-session.ts';

type FireAlarmDeps = ClaimDeps &
  SettleDeps & {
    readonly waker: Waker;
    /** Goes on with a turn of the run that was waiting when the previous daemon ended. Undefined where there is none. */
    readonly resume: (run: Run, onEnd: WakeHooks['onEnd']) => Promise<TurnOutcome> | undefined;
    readonly reschedule: (at?: EpochMs) => void;
  };

export type AlarmSource = WakeSource & {
  /** Carries on with a firing that the end of the previous daemon interrupted. */
  readonly resume: (run: Run) => void;
  /** Wakes now, whatever its timetable says. Rejects with the reason when nobody was woken. */
  readonly wakeNow: (id: AlarmId, actor: Actor) => Promise<{readonly alarm: Alarm; readonly turnId: TurnId}>;
};

type Attempt = {readonly kind: 'woken'; readonly turnId: TurnId} | {readonly kind: 'refused'; readonly reason: string};

export const createAlarmSource = (deps: FireAlarmDeps): AlarmSource => {
  const {store, clock, log} = deps;
  /** Being asked for right now. */
  const asking = new Set<AlarmId>();
  /** When it was last looked at what is due; before the first time, of the clock of the daemon before nothing is known. */
  let lookedAt = Number.POSITIVE_INFINITY;

  const settleClock = (now: EpochMs): void => {
    if (lookedAt - now >= DAY)
      store.transact(() => {
        for (const alarm of store.alarms.list({limit: MOST_SETTLED})) {
          const after = setBackTo(alarm, now);
          if (after !== undefined) store.alarms.update(after, alarm);
        }
      });
    lookedAt = now;
  };

  const attempt = async (claimed: Claimed): Promise<Attempt> => {
    const {alarm, run} = claimed;
    const resetAt = store.sessions.resetAt(alarm.session);
    const frame = alarmFrame(alarm, {
      ...claimed,
      now: clock.now(),
      resetAt: resetAt !== undefined && resetAt > alarm.createdAt ? resetAt : undefined,
    });
    asking.add(alarm.id);
    let isTaken = false;
    try {
      const verdict = await deps.waker.wake(wakeRequestOf(alarm, run, frame), {
        onAccepted: emit => settle(deps, run, emit),
        onEnd: (outcome, emit) => endWoken(deps, run, outcome, emit),
      });
      if (verdict.kind === 'accepted') {
        // Taken back before it began, its turn ends without an end of its own.
        void verdict.outcome.then(outcome => endTakenBack(deps, run, outcome));
        isTaken = true;
        return {kind: 'woken', turnId: verdict.turn};
      }
      log.warn({alarm: alarm.id, session: alarm.session}, `an alarm was not taken up: ${verdict.reason}`);
      store.transact(emit =>
        verdict.kind === 'later'
          ? refuse(deps, run, verdict.reason, emit)
          : giveUp(deps, run, verdict.reason, 'for-good', emit),
      );
      return {kind: 'refused', reason: verdict.reason};
    } catch (error) {
      // What could not be written down is found when its claim runs out.
      log.error({alarm: alarm.id, error}, `an alarm could not be worked off: ${errorMessage(error)}`);
      return {kind: 'refused', reason: errorMessage(error)};
    } finally {
      const wasFull = asking.size >= MOST_AT_ONCE;
      asking.delete(alarm.id);
      if (wasFull || !isTaken) deps.reschedule();
    }
  };

  return {
    kind: 'alarm',
    nextAt: () => (asking.size >= MOST_AT_ONCE ? undefined : store.alarms.nextDueAt()),
    fireDue: now => {
      settleClock(now);
      const due = store.alarms.due(now, MOST_AT_ONCE - asking.size);
      if (due.length === 0) return;
      const {done, failure} = oneByOne(deps, due, 'an alarm could not be claimed', (alarm, emit) =>
        asking.has(alarm.id) ? undefined : claimDue(deps, alarm, now, emit),
      );
      for (const claimed of done) if (claimed !== undefined) void attempt(claimed);
      deps.schedulePrune();
      // The scheduler tries again after a pause.
      if (failure !== undefined) throw failure;
    },
    upcoming: (_, limit) =>
      store.alarms.list({limit}).flatMap(alarm => {
        const wakeAt = wakeAtOf(alarm);
        return wakeAt === undefined ? [] : [{kind: 'alarm' as const, name: alarm.id, what: alarm.message, wakeAt}];
      }),
    resume: run => {
      const resumed = deps.resume(run, (outcome, emit) => endWoken(deps, run, outcome, emit));
      void resumed?.then(outcome => endTakenBack(deps, run, outcome));
      if (resumed !== undefined) return;
      const again = store.transact(emit => reopen(deps, run, emit));
      if (again) deps.reschedule();
    },
    wakeNow: async (id, actor) => {
      const alarm = ownAlarm(store, id, actor);
      if (asking.has(id)) throw new GatewayError('busy', `Alarm ${id} is being told right now.`);
      const claimed = store.transact(emit => claimByHand(deps, alarm, emit));
      const came = await attempt(claimed);
      const now = store.alarms.get(id) ?? alarm;
      if (came.kind === 'woken') return {alarm: now, turnId: came.turnId};
      const next = now.state === 'active' && now.retryAt !== undefined ? ' It is tried again by itself.' : '';
      throw new GatewayError(
        now.state === 'failed' ? 'refused' : 'unavailable',
        `Nobody was woken: ${came.reason}${next}`,
      );
    },
  };
};

/** Taken back before it began, a turn has no end of its own. */
const endTakenBack = (deps: FireAlarmDeps, run: Run, outcome: TurnOutcome): void => {
  if (outcome.kind !== 'aborted' || deps.closing() || deps.store.runs.get(run.id)?.status !== 'running') return;
  try {
    deps.store.transact(emit => endWoken(deps, run, outcome, emit));
  } catch (error) {
    // The next start finds it.
    deps.log.error({run: run.id, error}, `the end of a run could not be saved: ${errorMessage(error)}`);
  }
};

/**
 * A firing that was cut short by the end of the daemon: before it was taken up, or while its turn ran. It is due again at once, and
 * says that it is another attempt. False where there is nothing more to be done.
 */
const reopen = (deps: FireAlarmDeps, run: Run, emit: Emit): boolean => {
  const {store, clock} = deps;
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm === undefined || alarm.state === 'cancelled' || alarm.runId !== run.id) {
    endWoken(deps, run, {kind: 'failed', error: alarm === undefined ? GONE : OVERTAKEN}, emit);
    return false;
  }
  const rest = omit(alarm, 'endedAt');
  store.alarms.update({...rest, state: 'active', retryAt: clock.now()}, alarm);
  if (!isWornOut(run)) return true;
  store.runs.update({...run, attempt: attemptsMade(run)});
  giveUp(deps, run, WORN_OUT, 'this-time', emit);
  return false;
};

const MOST_SETTLED = 10_000;
const GONE = 'It was interrupted, and its alarm is gone.';
const OVERTAKEN = 'It was interrupted, and its alarm has come again since or was cancelled.';
/** Being asked for at the same time. */
const MOST_AT_ONCE = 50;
