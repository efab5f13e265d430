// When the next heartbeat of a quiet conversation is due, or why none is, from what its runs say. Pure: the runs are the guard, so
// that it holds over a restart. One success is enough until somebody has been there again; CONTINUE asks for one more; failures
// come again after growing pauses, a few times.
import type {Run} from '../../shared/jobs.ts';
import {type EpochMs, MINUTE} from '../../shared/time.ts';
import {readHeartbeat} from './suppression.ts';

export type HeartbeatRules = {
  readonly enabled: boolean;
  readonly idleMinutes: number;
  readonly continueMinutes: number;
};

export type HeartbeatPlan =
  /** `because`: what makes it due. */
  {readonly kind: 'at'; readonly at: EpochMs; readonly because: string} | {readonly kind: 'none'; readonly why: string};

/** `runs`: of this conversation, the newest first; HEARTBEAT_RUNS of them are enough. */
export const planHeartbeat = (
  {enabled, idleMinutes, continueMinutes}: HeartbeatRules,
  quietSince: EpochMs,
  runs: readonly Run[],
): HeartbeatPlan => {
  if (!enabled) return none('It is switched off (heartbeat.enabled).');
  // What was due in an earlier quiet says nothing about this one.
  const here = runs.filter(({scheduledFor}) => scheduledFor > quietSince);
  const [last] = here;
  if (last === undefined) return at(quietSince + idleMinutes * MINUTE, `quiet for ${minutesInWords(idleMinutes)}`);
  const endedAt = last.endedAt ?? last.startedAt;
  switch (last.status) {
    case 'running':
      return none('It is at work.');
    case 'skipped':
      return none(last.error ?? 'It was skipped.');
    case 'failed': {
      const good = here.findIndex(({status}) => status !== 'failed');
      const failures = good === -1 ? here.length : good;
      const pause = PAUSES_MS[failures - 1];
      return pause === undefined
        ? none(`It failed ${failures} times in a row, the last time so: ${last.error ?? 'nobody knows why.'}`)
        : at(endedAt + pause, `failed ${failures === 1 ? 'once' : `${failures} times`}`);
    }
    case 'suppressed':
      return comesBack(last)
        ? at(endedAt + continueMinutes * MINUTE, `asked to come back after ${minutesInWords(continueMinutes)}`)
        : none(DONE);
    default:
      return none(DONE);
  }
};

const comesBack = ({output = ''}: Run): boolean => {
  const finding = readHeartbeat(output);
  return finding.kind === 'suppressed' && finding.comeBack;
};

const at = (instant: EpochMs, because: string): HeartbeatPlan => ({kind: 'at', at: instant, because});
const none = (why: string): HeartbeatPlan => ({kind: 'none', why});

const minutesInWords = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

const DONE = 'It has run, and nobody has been there since.';
/** After the first failure, the second, …; then no more until somebody has been there: five in all. */
const PAUSES_MS = [5, 15, 45, 120].map(minutes => minutes * MINUTE);
/** Of the newest runs, so many decide. */
export const HEARTBEAT_RUNS = PAUSES_MS.length + 1;
