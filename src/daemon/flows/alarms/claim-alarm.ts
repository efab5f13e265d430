// Claims a due alarm: its instant becomes one run, and the alarm moves to its next instant whatever the run's result.
// Runs in the current transaction.

import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {formatPassed, NOT_RUNNING, type PassedInstants} from '../../../shared/records/jobs/passed-instants.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {dueInstants, nextOf} from '../../schedule/alarm-timetable.ts';
import {BY_HAND} from './format-alarm.ts';
import {pendingWakeUp} from './pending-wake-up.ts';

export type Claimed = {
  readonly alarm: Alarm;
  readonly run: Run;
  /** Skipped instants before this one. */
  readonly passed?: PassedInstants | undefined;
};

export const claimDue = (core: Core, alarm: Alarm, now: EpochMs, emit: Emit): Claimed | undefined => {
  if (pendingWakeUp(core.store, alarm) !== undefined) return passOver(core, alarm, now, emit);
  const open = openRun(core, alarm);
  if (open !== undefined) return claimAgain(core, alarm, open, now, emit);
  const due = dueInstants(alarm, now);
  if (due === undefined) throw new GatewayError('conflict', `Alarm ${alarm.id} is not due.`);
  const {last, passed} = due;
  const run = begin(core, alarm, last, now, emit);
  if (passed !== undefined) record(core, alarm, passed, NOT_RUNNING, now, emit);
  const after = movedOn(alarm, Math.max(now, last), {
    runId: run.id,
    retryAt: now + LEASE_MS,
    failures: 0,
    skipped: alarm.skipped + (passed?.count ?? 0),
  });
  core.store.alarms.update(after, alarm);
  return {alarm: after, run, passed};
};

/**
 * Wakes the alarm manually: the waiting run if there is one, else an extra run. A failed alarm becomes active again.
 */
export const claimByHand = (core: Core, alarm: Alarm, emit: Emit): Claimed => {
  const {store, clock} = core;
  const now = clock.now();
  if (alarm.state === 'fired' || alarm.state === 'cancelled') {
    const why = alarm.state === 'fired' ? 'it has already fired' : 'it was cancelled';
    throw new GatewayError('conflict', `Alarm ${alarm.id} can't be woken: ${why}.`);
  }
  if (pendingWakeUp(store, alarm) !== undefined)
    throw new GatewayError('conflict', `Alarm ${alarm.id} is on its way. Rooster retries automatically.`);
  const open = openRun(core, alarm);
  if (open !== undefined) return claimAgain(core, alarm, open, now, emit);
  const run = begin(core, alarm, now, now, emit, BY_HAND);
  const rest = {...alarm, endedAt: undefined};
  const taken = {runId: run.id, retryAt: now + LEASE_MS, failures: 0} as const;
  // A one-time alarm is used up by this. A recurring one keeps its next instant.
  const after: Alarm =
    alarm.kind === 'once' || alarm.state === 'failed'
      ? movedOn({...rest, state: 'active'}, now, taken)
      : {...rest, ...taken};
  store.alarms.update(after, alarm);
  return {alarm: after, run};
};

/** Repeats a run that wasn't accepted, and skips the instants since. */
const claimAgain = (core: Core, alarm: Alarm, run: Run, now: EpochMs, emit: Emit): Claimed => {
  const due = dueInstants(alarm, now);
  const retryAt = now + LEASE_MS;
  if (due === undefined) {
    const after: Alarm = {...alarm, retryAt};
    core.store.alarms.update(after, alarm);
    return {alarm: after, run};
  }
  const {last, passed: {count, first} = {count: 0, first: due.last}} = due;
  const passed = {count: count + 1, first, last};
  record(core, alarm, passed, 'the one before was still to be taken up', now, emit);
  const after = movedOn(alarm, Math.max(now, last), {retryAt, skipped: alarm.skipped + passed.count});
  core.store.alarms.update(after, alarm);
  return {alarm: after, run};
};

/** The last wake-up hasn't been delivered yet, so this one is skipped. */
const passOver = (core: Core, alarm: Alarm, now: EpochMs, emit: Emit): undefined => {
  const due = dueInstants(alarm, now);
  if (due === undefined) return undefined;
  const {last, passed: {count, first} = {count: 0, first: due.last}} = due;
  const passed = {count: count + 1, first, last};
  record(core, alarm, passed, 'the one before was still on its way', now, emit);
  const after = movedOn(alarm, Math.max(now, last), {skipped: alarm.skipped + passed.count});
  core.store.alarms.update(after, alarm);
  return undefined;
};

const openRun = ({store}: Core, {retryAt, runId}: Alarm): Run | undefined => {
  const run = retryAt === undefined || runId === undefined ? undefined : store.runs.get(runId);
  return run?.status === 'running' ? run : undefined;
};

const movedOn = (alarm: Alarm, from: EpochMs, changes: Partial<Alarm>): Alarm => {
  const rest = {...alarm, nextAt: undefined};
  const next = nextOf(alarm, from);
  return {...rest, ...changes, nextAt: next ?? changes.nextAt};
};

const begin = (
  core: Core,
  alarm: Alarm,
  scheduledFor: EpochMs,
  now: EpochMs,
  emit: Emit,
  schedule = alarm.cron === undefined ? undefined : `${alarm.cron} in ${alarm.zone}`,
): Run => {
  const late = now - scheduledFor > LATE_AFTER_MS || scheduledFor < core.startedAt;
  if (late) core.log.warn({alarm: alarm.id, lateMs: now - scheduledFor}, 'An alarm fires late.');
  const run = claimed(core, alarm, scheduledFor, {
    status: 'running',
    startedAt: now,
    late,
    schedule,
  });
  emit({type: 'run.started', session: alarm.session, cause: alarm.id, run});
  if (alarm.kind === 'cron') {
    // The messages of its turns belong to the conversation and stay.
    core.store.runs.prune({kind: 'alarm', name: alarm.id, keep: MOST_KEPT, before: 0});
  }
  return run;
};

/** Skipped instants become one run record with their count. */
const record = (core: Core, alarm: Alarm, passed: PassedInstants, why: string, now: EpochMs, emit: Emit): void => {
  const run = claimed(core, alarm, passed.first, {
    status: 'skipped',
    startedAt: now,
    endedAt: now,
    late: true,
    error: formatPassed(passed, alarm.zone, why),
  });
  core.log.warn({alarm: alarm.id, count: passed.count}, 'Occurrences of an alarm were skipped.');
  emit({type: 'run.ended', session: alarm.session, cause: alarm.id, run});
};

/**
 * After the clock was set back, the alarm may reach an instant that is already claimed. It then claims a moment later.
 */
const claimed = (
  {store, ids}: Core,
  {id, session}: Alarm,
  scheduledFor: EpochMs,
  over: Pick<Run, 'status' | 'startedAt' | 'late'> & Partial<Run>,
): Run => {
  const runId = ids.next('run');
  for (let at = scheduledFor; at < scheduledFor + MOST_AT_ONE_INSTANT; at += 1) {
    const run = store.runs.claim({id: runId, kind: 'alarm', name: id, session, scheduledFor: at, attempt: 1, ...over});
    if (run !== undefined) return run;
  }
  throw new GatewayError('conflict', `Alarm ${id} already fired for this time.`);
};

/** A claim without a result is repeated after this time, which is longer than any wake may take. */
const LEASE_MS = 5 * MINUTE;
const MOST_KEPT = 100;
const MOST_AT_ONE_INSTANT = 100;
