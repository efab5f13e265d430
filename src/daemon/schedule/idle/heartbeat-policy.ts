// Decides when the next heartbeat of an idle conversation is due, or why none is. Pure; decides from the stored runs,
// so a restart changes nothing. One success is enough until a person writes; CONTINUE asks for one more; failures are
// retried a few times with growing waits.
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {readHeartbeat} from '../reply-verdict.ts';
import {failedTimes, formatMinutes, type NextRun, noRun, runAt} from './next-run.ts';

export type HeartbeatRules = {
  readonly enabled: boolean;
  readonly idleMinutes: number;
  readonly continueMinutes: number;
};

/** `runs`: the conversation's runs, newest first. HEARTBEAT_RUNS of them are enough. */
export const planHeartbeat = (
  {enabled, idleMinutes, continueMinutes}: HeartbeatRules,
  idleSince: EpochMs,
  runs: readonly Run[],
): NextRun => {
  if (!enabled) return noRun('Off (heartbeat.enabled is false).');
  // Runs of an earlier idle period don't count.
  const here = runs.filter(({scheduledFor}) => scheduledFor > idleSince);
  const [last] = here;
  if (last === undefined) return runAt(idleSince + idleMinutes * MINUTE, `idle for ${formatMinutes(idleMinutes)}`);
  const endedAt = last.endedAt ?? last.startedAt;
  switch (last.status) {
    case 'running':
      return noRun('Running now.');
    case 'skipped':
      return noRun(last.error ?? 'Skipped.');
    case 'failed': {
      const good = here.findIndex(({status}) => status !== 'failed');
      const failures = good === -1 ? here.length : good;
      const pause = PAUSES_MS[failures - 1];
      return pause === undefined
        ? noRun(`It ${failedTimes(failures)} in a row, the last time so: ${last.error ?? 'unknown reason.'}`)
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

const DONE = 'Done; nobody has written since.';
/** After the first failure, the second, …; then none until a person writes. Five attempts in all. */
const PAUSES_MS = [5, 15, 45, 120].map(minutes => minutes * MINUTE);
/** Number of newest runs that decide. */
export const HEARTBEAT_RUNS = PAUSES_MS.length + 1;
