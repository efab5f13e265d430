// The wake source of idle conversations: first the heartbeat, then the reflection, whatever the heartbeat's result.
// Nothing starts while a turn runs or waits there, and only one of them runs at a time.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {IdleStatus} from '../../../shared/records/jobs/idle-status.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {DAY, type EpochMs, SECOND} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {idleChange} from '../../schedule/idle/idle-change.ts';
import {createIdleIndex, type Known} from '../../schedule/idle/idle-index.ts';
import type {IdleJob} from '../../schedule/idle/idle-job.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {AFTER_TROUBLE_MS, createIdlePlans, type IdlePlanDeps, instantOf} from './idle-plans.ts';
import {createIdleReport} from './idle-report.ts';

export type IdleSourceDeps = Core &
  IdlePlanDeps & {
    /** A turn runs or waits there. */
    readonly isBusy: (session: SessionKey) => boolean;
    /** The shortest idle time after which something may be due. */
    readonly soonestMs: () => number;
    /** In the order of their checks. */
    readonly jobs: readonly IdleJob[];
  };

export type IdleSource = WakeSource & {
  readonly resume: (run: Run) => void;
  /** The recently used conversations with their heartbeat and reflection status, newest first. */
  readonly status: () => readonly IdleStatus[];
};

/** Follows committed events until disposed. Reads the stored state once, up to a limit. */
export const openIdleSource = (deps: IdleSourceDeps): IdleSource & Disposable => {
  const {store, clock, log, jobs} = deps;
  const index = createIdleIndex();
  const atWork = new Map<SessionKey, IdleJob['kind']>();

  const {sessionOf, planOf} = createIdlePlans(deps);
  const report = createIdleReport({...deps, sessionOf, planOf, isAtWork: key => atWork.get(key)});

  /** When to check the conversation again without an event. Undefined: not before a person writes. */
  const lookAtOf = (known: Known, now: EpochMs): EpochMs | undefined => {
    const end = known.idleSince + LONGEST_IDLE_MS;
    if (now >= end) return undefined;
    const session = sessionOf(known);
    // An event reports the end of the active run.
    if ('why' in session || atWork.has(known.key)) return end;
    if (deps.isBusy(known.key)) return Math.min(end, now + WHILE_BUSY_MS);
    return Math.min(end, ...jobs.map(job => instantOf(planOf(job, session, now)) ?? end));
  };

  const work = (known: Known, now: EpochMs): void => {
    const session = sessionOf(known);
    for (const job of jobs) {
      if ('why' in session || now >= known.idleSince + LONGEST_IDLE_MS) break;
      if (atWork.has(known.key) || deps.isBusy(known.key)) break;
      const plan = planOf(job, session, now);
      if (plan.kind === 'none' || plan.at > now) continue;
      if (atWork.size >= MOST_AT_WORK) {
        index.put(known.key, now + WHILE_BUSY_MS);
        return;
      }
      try {
        job.fire(session, plan, now);
      } catch (error) {
        log.error({session: session.key, error}, `Couldn't start a ${job.kind}: ${errorMessage(error)}`);
        index.put(known.key, now + AFTER_TROUBLE_MS);
        return;
      }
    }
    const next = lookAtOf(known, now);
    // A job may plan an instant that it was just called for. The wait prevents an endless loop.
    index.put(known.key, next === undefined || next > now ? next : now + AFTER_TROUBLE_MS);
  };

  const take = (events: readonly GatewayEvent[]): void => {
    for (const event of events) {
      const change = idleChange(event);
      switch (change?.kind) {
        case 'activity':
          index.noteActivity(change.session, change.at);
          deps.reschedule(change.at + deps.soonestMs());
          break;
        case 'emptied':
          index.forget(change.session);
          break;
        case 'free':
          index.doubt(change.session);
          break;
        case 'began':
          atWork.set(change.session, kindOf(event));
          break;
        case 'ended':
          atWork.delete(change.session);
          index.doubt(change.session);
          deps.reschedule();
          break;
        case 'rules':
          index.doubt();
          deps.reschedule();
          break;
        default:
          break;
      }
    }
  };

  const lately = (now: EpochMs): readonly Known[] =>
    index
      .list()
      .filter(({key, idleSince}) => now < idleSince + LONGEST_IDLE_MS && !isArchived(store, key))
      .slice(0, MOST_LISTED);

  for (const kind of jobs.map(job => job.kind)) {
    for (const {name} of store.runs.list({kind, status: 'running', limit: MOST_KNOWN}))
      atWork.set(name as SessionKey, kind);
  }
  const since = clock.now() - LONGEST_IDLE_MS;
  for (const {key, spokenAt} of store.sessions.spokenIn({since, limit: MOST_KNOWN}).toReversed())
    index.noteActivity(key, spokenAt);
  const following = store.onCommitted(take);
  deps.reschedule();

  return {
    kind: 'heartbeat',
    nextAt: now => {
      index.settle(known => lookAtOf(known, now), SETTLED_AT_ONCE);
      return index.earliest(now);
    },
    fireDue: now => {
      for (const known of index.due(now, FIRED_AT_ONCE)) work(known, now);
    },
    upcoming: (now, limit) =>
      lately(now)
        .flatMap(known => report.plannedRuns(known, now))
        .toSorted((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    resume: run => {
      const known = index.get(run.name as SessionKey);
      const job = jobs.find(({kind}) => kind === run.kind);
      job?.resume(run, known === undefined ? {why: 'Nobody has been in its conversation lately.'} : sessionOf(known));
    },
    status: () => {
      const now = clock.now();
      return lately(now).map(known => report.statusOf(known, now));
    },
    [Symbol.dispose]: () => following[Symbol.dispose](),
  };
};

const isArchived = ({sessions}: Core['store'], key: SessionKey): boolean => sessions.get(key)?.archived === true;

const kindOf = (event: GatewayEvent): IdleJob['kind'] =>
  'run' in event && event.run.kind === 'reflection' ? 'reflection' : 'heartbeat';

/** After this time a conversation isn't checked until a person writes. */
const LONGEST_IDLE_MS = DAY;
const WHILE_BUSY_MS = 30 * SECOND;
/** Leaves one isolated place free, for work with a fixed time. */
const MOST_AT_WORK = 3;
/** The most conversations that a start loads. Older ones are checked after their next message. */
const MOST_KNOWN = 500;
const MOST_LISTED = 50;
/** Each costs some queries, so other due work runs in between. */
const SETTLED_AT_ONCE = 100;
const FIRED_AT_ONCE = 20;
