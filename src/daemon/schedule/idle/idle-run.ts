// Claims a run in an idle conversation, and decides whether an interrupted one resumes.

import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time/time.ts';
import type {World} from '../../ports/system.ts';
import type {IdleSession, NotNow} from './idle-job.ts';

type Claim = Pick<Run, 'kind' | 'name' | 'session' | 'seenTo'> & {
  /** The first unclaimed instant counts. */
  readonly instants: readonly EpochMs[];
  readonly because: string;
};

/** Undefined if every instant is claimed. Nothing starts then. */
export const claimIdle = (
  {store, ids}: Pick<World, 'store' | 'ids'>,
  {instants, because, ...run}: Claim,
  now: EpochMs,
): Run | undefined =>
  store.transact(emit => {
    const id = ids.next('run');
    for (const scheduledFor of instants) {
      const claimed = store.runs.claim({
        id,
        ...run,
        status: 'running',
        scheduledFor,
        startedAt: now,
        attempt: 1,
        late: now - scheduledFor > LATE_AFTER_MS,
        schedule: because,
      });
      if (claimed === undefined) continue;
      emit({type: 'run.started', session: claimed.session, cause: claimed.name, run: claimed});
      return claimed;
    }
    return undefined;
  });

/** Starts a run's work. A failure is logged, and the next start finds the run in its stored state. */
export const startWork = ({log}: Pick<World, 'log'>, {id}: Run, work: Promise<void>): void =>
  void work.catch((error: unknown) => {
    log.error({run: id, error}, `A run failed: ${errorMessage(error)}`);
  });

/**
 * The session in which an interrupted run resumes, or the reason why it doesn't. A run that crashes the daemon must not
 * start forever.
 */
export const sessionToResume = ({attempt, output}: Run, session: IdleSession | NotNow): IdleSession | NotNow =>
  'why' in session || attempt <= MOST_ATTEMPTS || output !== undefined
    ? session
    : {why: `It was interrupted ${attempt - 1} times.`};

export const notResumed = (why: string): string => `It was interrupted and not restarted: ${why}`;

const MOST_ATTEMPTS = 3;
