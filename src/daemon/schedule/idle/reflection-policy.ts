// Decides when an idle conversation gets a reflection: once for the messages since the last one, after enough idle
// time. No cooldown; a failure is retried a few times with growing waits, to limit the cost. Pure.
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {MessageSource} from '../../../shared/records/message.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import {failedTimes, formatMinutes, type NextRun, noRun, runAt} from './next-run.ts';

export type ReflectionRules = {readonly enabled: boolean; readonly idleMinutes: number};

type ReflectionFacts = {
  /** When a person was last active. */
  readonly idleSince: EpochMs;
  /** When the newest message of NEWS_OF came that no successful reflection has seen. Undefined if there is none. */
  readonly newestAt: EpochMs | undefined;
  /** The conversation's reflections, newest first. */
  readonly runs: readonly Run[];
};

export const planReflection = (
  {enabled, idleMinutes}: ReflectionRules,
  {idleSince, newestAt, runs}: ReflectionFacts,
): NextRun => {
  if (!enabled) return noRun('Off (reflection.enabled is false).');
  if (runs.some(({status}) => status === 'running')) return noRun('Running now.');
  if (newestAt === undefined)
    return noRun(runs.some(isSuccess) ? 'No new messages since the last one.' : 'No messages yet.');
  const at = Math.max(idleSince, newestAt) + idleMinutes * MINUTE;
  const success = runs.findIndex(isSuccess);
  const failures = (success < 0 ? runs : runs.slice(0, success)).filter(({startedAt}) => startedAt >= idleSince);
  const [last] = failures;
  if (last === undefined) return runAt(at, `idle for ${formatMinutes(idleMinutes)}`);
  const failed = failedTimes(failures.length);
  const pause = PAUSES_MS[failures.length - 1];
  if (pause === undefined)
    return noRun(`It ${failed}, the last time so: ${last.error ?? 'unknown reason.'} It waits for something new.`);
  return runAt(Math.max(at, (last.endedAt ?? last.startedAt) + pause), failed);
};

/** The last successful reflection; the next one starts after its messages. */
export const lastReflection = (runs: readonly Run[]): Run | undefined => runs.find(isSuccess);

const isSuccess = ({status}: Run): boolean => status === 'ran';

/**
 * The sources whose messages justify a reflection: people, the operator and other conversations. Scheduled ones (cron
 * results, reminders, heartbeats, alarms) don't, or an agent that wakes itself would pay twice; they are included in
 * the material.
 */
export const ACTIVITY_SOURCES: readonly MessageSource['kind'][] = ['user', 'operator', 'session'];

/** After the first failure, the second, …: one attempt more than there are waits. */
const PAUSES_MS = [5 * MINUTE, 20 * MINUTE, HOUR] as const;
