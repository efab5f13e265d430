// When a conversation that has gone quiet is looked back at: once for what was said since the last time, as soon as it has been
// quiet for long enough. There is no cooldown; a failure is tried again after growing pauses, so often in one quiet stretch and
// no more, so that nothing is spent on what keeps failing. Pure.
import type {Run} from '../../shared/jobs.ts';
import type {MessageSource} from '../../shared/message.ts';
import {type EpochMs, HOUR, MINUTE} from '../../shared/time.ts';

type ReflectionFacts = {
  /** When something was last said. */
  readonly quietSince: EpochMs;
  readonly idleMinutes: number;
  /** Somebody wrote after the message up to which the last successful reflection saw. */
  readonly isNews: boolean;
  /** The reflections on this conversation, newest first. */
  readonly runs: readonly Run[];
};

export type ReflectionPlan =
  | {readonly kind: 'due'; readonly at: EpochMs}
  | {readonly kind: 'nothing-new'}
  | {readonly kind: 'at-work'}
  /** It failed so often since the conversation went quiet: it waits until something new is said. */
  | {readonly kind: 'given-up'; readonly tries: number; readonly error: string};

export const planReflection = ({quietSince, idleMinutes, isNews, runs}: ReflectionFacts): ReflectionPlan => {
  if (runs.some(({status}) => status === 'running')) return {kind: 'at-work'};
  if (!isNews) return {kind: 'nothing-new'};
  const at = quietSince + idleMinutes * MINUTE;
  const success = runs.findIndex(isSuccess);
  const failures = (success < 0 ? runs : runs.slice(0, success)).filter(({startedAt}) => startedAt >= quietSince);
  const [last] = failures;
  if (last === undefined) return {kind: 'due', at};
  const pause = PAUSES_MS[failures.length - 1];
  if (pause === undefined)
    return {kind: 'given-up', tries: failures.length, error: last.error ?? 'nobody knows why it failed.'};
  return {kind: 'due', at: Math.max(at, (last.endedAt ?? last.startedAt) + pause)};
};

/** The reflection that the next one follows: what it saw is seen, and what it said at its end is its word to the next. */
export const lastReflection = (runs: readonly Run[]): Run | undefined => runs.find(isSuccess);

const isSuccess = ({status}: Run): boolean => status === 'ran' || status === 'suppressed';

/**
 * Whose messages are a reason to look back: people's, the operator's, another conversation's, and the agent's own work that goes on
 * by a wake-up. What a schedule posts (a cron result, a reminder, a heartbeat) is no news by itself.
 */
export const NEWS_OF: readonly MessageSource['kind'][] = ['user', 'operator', 'session', 'alarm'];

/** After the first failure, the second, …: one try more than there are pauses. */
const PAUSES_MS = [5 * MINUTE, 20 * MINUTE, HOUR] as const;
