// When a conversation that has gone quiet is looked back at: once for what was said since the last time, as soon as it has been
// quiet for long enough. There is no cooldown; a failure is tried again after growing pauses, so often in one quiet stretch and
// no more, so that nothing is spent on what keeps failing. Pure.
import type {Run} from '../../../shared/records/jobs.ts';
import type {MessageSource} from '../../../shared/records/message.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import {failedTimes, formatMinutes, type NextRun, noRun, runAt} from './next-run.ts';

export type ReflectionRules = {readonly enabled: boolean; readonly idleMinutes: number};

type ReflectionFacts = {
  /** When somebody was last there. */
  readonly idleSince: EpochMs;
  /** When the newest message of NEWS_OF came that no successful reflection has seen; undefined when there is none. */
  readonly newsAt: EpochMs | undefined;
  /** The reflections on this conversation, newest first. */
  readonly runs: readonly Run[];
};

export const planReflection = (
  {enabled, idleMinutes}: ReflectionRules,
  {idleSince, newsAt, runs}: ReflectionFacts,
): NextRun => {
  if (!enabled) return noRun('It is switched off (reflection.enabled).');
  if (runs.some(({status}) => status === 'running')) return noRun('It is at work.');
  if (newsAt === undefined)
    return noRun(runs.some(isSuccess) ? 'Nothing new was said since the last one.' : 'Nothing was said yet.');
  const at = Math.max(idleSince, newsAt) + idleMinutes * MINUTE;
  const success = runs.findIndex(isSuccess);
  const failures = (success < 0 ? runs : runs.slice(0, success)).filter(({startedAt}) => startedAt >= idleSince);
  const [last] = failures;
  if (last === undefined) return runAt(at, `quiet for ${formatMinutes(idleMinutes)}`);
  const failed = failedTimes(failures.length);
  const pause = PAUSES_MS[failures.length - 1];
  if (pause === undefined)
    return noRun(`It ${failed}, the last time so: ${last.error ?? 'nobody knows why.'} It waits for something new.`);
  return runAt(Math.max(at, (last.endedAt ?? last.startedAt) + pause), failed);
};

/** The reflection that the next one follows: what it saw is seen. */
export const lastReflection = (runs: readonly Run[]): Run | undefined => runs.find(isSuccess);

const isSuccess = ({status}: Run): boolean => status === 'ran';

/**
 * Whose messages are a reason to look back: people's, the operator's and another conversation's. What comes by the clock (a cron
 * result, a reminder, a heartbeat, a wake-up) is none by itself, or an agent that wakes itself pays twice each time; it is told with
 * what is.
 */
export const NEWS_OF: readonly MessageSource['kind'][] = ['user', 'operator', 'session'];

/** After the first failure, the second, …: one try more than there are pauses. */
const PAUSES_MS = [5 * MINUTE, 20 * MINUTE, HOUR] as const;
