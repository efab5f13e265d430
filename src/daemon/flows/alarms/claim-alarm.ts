// Claiming an alarm: its instant becomes a run, once; its own timetable moves on at once, whatever becomes of the run. In the
// transaction at hand.

import {omit} from '../../../shared/fields/omit.ts';
import {present} from '../../../shared/fields/present.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {formatPassed, type PassedInstants} from '../../../shared/records/passed-instants.ts';
import {type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {dueInstants, nextOf} from '../../schedule/alarm-timetable.ts';
import {BY_HAND} from './format-alarm.ts';

export type ClaimDeps = World & {
  /** When this daemon began: what was due before is late, however short the delay. */
  readonly startedAt: EpochMs;
  /** Another firing: what is too old may go. */
  readonly schedulePrune: () => void;
};

/** An alarm whose conversation is to be woken for a run. */
export type Claimed = {
  readonly alarm: Alarm;
  readonly run: Run;
  /** Instants that were passed over before this one. */
  readonly passed?: PassedInstants | undefined;
};

export const claimDue = (deps: ClaimDeps, alarm: Alarm, now: EpochMs, emit: Emit): Claimed => {
  const open = openRun(deps, alarm);
  if (open !== undefined) return claimAgain(deps, alarm, open, now, emit);
  const due = dueInstants(alarm, now);
  if (due === undefined) throw new GatewayError('conflict', `Alarm ${alarm.id} has nothing that is due.`);
  const {last, passed} = due;
  const run = begin(deps, alarm, last, now, emit);
  if (passed !== undefined) record(deps, alarm, passed, 'nobody was there to be woken', now, emit);
  const after = movedOn(alarm, Math.max(now, last), {
    runId: run.id,
    retryAt: now + LEASE_MS,
    failures: 0,
    skipped: alarm.skipped + (passed?.count ?? 0),
  });
  deps.store.alarms.update(after, alarm);
  return {alarm: after, run, passed};
};

/** By hand: the firing that waits to be tried again, else one beside the timetable. One that was given up is taken up again. */
export const claimByHand = (deps: ClaimDeps, alarm: Alarm, emit: Emit): Claimed => {
  const {store, clock} = deps;
  const now = clock.now();
  if (alarm.state === 'fired' || alarm.state === 'cancelled') {
    const why = alarm.state === 'fired' ? 'it has woken already' : 'it was cancelled';
    throw new GatewayError('conflict', `Alarm ${alarm.id} cannot be set off: ${why}.`);
  }
  const open = openRun(deps, alarm);
  if (open !== undefined) return claimAgain(deps, alarm, open, now, emit);
  const run = begin(deps, alarm, now, now, emit, BY_HAND);
  const rest = omit(alarm, 'endedAt');
  const taken = {runId: run.id, retryAt: now + LEASE_MS, failures: 0} as const;
  // What wakes once has woken with this; a timetable stays as it is.
  const after: Alarm =
    alarm.kind === 'once' || alarm.state === 'failed'
      ? movedOn({...rest, state: 'active'}, now, taken)
      : {...rest, ...taken};
  store.alarms.update(after, alarm);
  return {alarm: after, run};
};

/** A firing that has not been taken up: it is tried again, and what came meanwhile is passed over. */
const claimAgain = (deps: ClaimDeps, alarm: Alarm, run: Run, now: EpochMs, emit: Emit): Claimed => {
  const due = dueInstants(alarm, now);
  const retryAt = now + LEASE_MS;
  if (due === undefined) {
    const after: Alarm = {...alarm, retryAt};
    deps.store.alarms.update(after, alarm);
    return {alarm: after, run};
  }
  const {last, passed: {count, first} = {count: 0, first: due.last}} = due;
  const passed = {count: count + 1, first, last};
  record(deps, alarm, passed, 'the one before was still to be taken up', now, emit);
  const after = movedOn(alarm, Math.max(now, last), {retryAt, skipped: alarm.skipped + passed.count});
  deps.store.alarms.update(after, alarm);
  return {alarm: after, run};
};

const openRun = ({store}: ClaimDeps, {retryAt, runId}: Alarm): Run | undefined => {
  const run = retryAt === undefined || runId === undefined ? undefined : store.runs.get(runId);
  return run?.status === 'running' ? run : undefined;
};

const movedOn = (alarm: Alarm, from: EpochMs, changes: Partial<Alarm>): Alarm => {
  const rest = omit(alarm, 'nextAt');
  const next = nextOf(alarm, from);
  return {...rest, ...changes, ...present({nextAt: next})};
};

const begin = (
  deps: ClaimDeps,
  alarm: Alarm,
  scheduledFor: EpochMs,
  now: EpochMs,
  emit: Emit,
  schedule = alarm.cron === undefined ? undefined : `${alarm.cron} in ${alarm.zone}`,
): Run => {
  const late = now - scheduledFor > LATE_AFTER_MS || scheduledFor < deps.startedAt;
  if (late) deps.log.warn({alarm: alarm.id, lateMs: now - scheduledFor}, 'an alarm fires late');
  const run = claimed(deps, alarm, scheduledFor, {
    status: 'running',
    startedAt: now,
    late,
    ...present({schedule}),
  });
  emit({type: 'run.started', session: alarm.session, cause: alarm.id, run});
  if (alarm.kind === 'cron') {
    // What was said in them is the conversation's, and stays.
    deps.store.runs.prune({kind: 'alarm', name: alarm.id, keep: MOST_KEPT, before: 0});
  }
  return run;
};

/** Instants that woke nobody leave one row, which says how many they were. */
const record = (deps: ClaimDeps, alarm: Alarm, passed: PassedInstants, why: string, now: EpochMs, emit: Emit): void => {
  const run = claimed(deps, alarm, passed.first, {
    status: 'skipped',
    startedAt: now,
    endedAt: now,
    late: true,
    error: formatPassed(passed, alarm.zone, why),
  });
  deps.log.warn({alarm: alarm.id, count: passed.count}, 'instants of an alarm were passed over');
  emit({type: 'run.ended', session: alarm.session, cause: alarm.id, run});
};

/** A clock that was set back can bring an alarm to an instant that it fired at before: then it is claimed for a moment later. */
const claimed = (
  {store, ids}: ClaimDeps,
  {id, session}: Alarm,
  scheduledFor: EpochMs,
  over: Pick<Run, 'status' | 'startedAt' | 'late'> & Partial<Run>,
): Run => {
  const runId = ids.next('run');
  for (let at = scheduledFor; at < scheduledFor + MOST_AT_ONE_INSTANT; at += 1) {
    const run = store.runs.claim({id: runId, kind: 'alarm', name: id, session, scheduledFor: at, attempt: 1, ...over});
    if (run !== undefined) return run;
  }
  throw new GatewayError('conflict', `Alarm ${id} has been claimed for this very instant.`);
};

/** A claim that nothing came of is looked at again; longer than the longest time a wake may take. */
const LEASE_MS = 5 * MINUTE;
/** What is kept of the runs of one timetable. */
const MOST_KEPT = 100;
const MOST_AT_ONE_INSTANT = 100;
