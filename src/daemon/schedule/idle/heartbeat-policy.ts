// When the next heartbeat of a quiet conversation is due, or why none is, from what its runs say. Pure: the runs are the guard, so
// that it holds over a restart. One success is enough until somebody has been there again; CONTINUE asks for one more; failures
// come again after growing pauses, a few times.
import type {Run} from '../../../shared/records/jobs.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {readHeartbeat} from '../suppression.ts';
import {failedTimes, formatMinutes, type NextRun, noRun, runAt} from './next-run.ts';

export type HeartbeatRules = {
  readonly enabled: boolean;
  readonly idleMinutes: number;
  readonly continueMinutes: number;
};

/** `runs`: of this conversation, the newest first; HEARTBEAT_RUNS of them are enough. */
export const planHeartbeat = (
  {enabled, idleMinutes, continueMinutes}: HeartbeatRules,
  idleSince: EpochMs,
  runs: readonly Run[],
): NextRun => {
  if (!enabled) return noRun('It is switched off (heartbeat.enabled).');
  // What was due in an earlier quiet says nothing about this one.
  const here = runs.filter(({scheduledFor}) => scheduledFor > idleSince);
  const [last] = here;
  if (last === undefined) return runAt(idleSince + idleMinutes * MINUTE, `quiet for ${formatMinutes(idleMinutes)}`);
  const endedAt = last.endedAt ?? last.startedAt;
  switch (last.status) {
    case 'running':
      return noRun('It is at work.');
    case 'skipped':
      return noRun(last.error ?? 'It was skipped.');
    case 'failed': {
      const good = here.findIndex(({status}) => status !== 'failed');
      const failures = good === -1 ? here.length : good;
      const pause = PAUSES_MS[failures - 1];
      return pause === undefined
        ? noRun(`It ${failedTimes(failures)} in a row, the last time so: ${last.error ?? 'nobody knows why.'}`)
        : runAt(endedAt + pause, failedTimes(failures));
    }
    case 'suppressed':
      return comesBack(last)
        ? runAt(endedAt + continueMinutes * MINUTE, `asked to come back after ${formatMinutes(continueMinutes)}`)
        : noRun(DONE);
    default:
      return noRun(DONE);
  }
};

const comesBack = ({output = ''}: Run): boolean => {
  const finding = readHeartbeat(output);
  return finding.kind === 'suppressed' && finding.comeBack;
};

const DONE = 'It has run, and nobody has been there since.';
/** After the first failure, the second, …; then no more until somebody has been there: five in all. */
const PAUSES_MS = [5, 15, 45, 120].map(minutes => minutes * MINUTE);
/** Of the newest runs, so many decide. */
export const HEARTBEAT_RUNS = PAUSES_MS.length + 1;
