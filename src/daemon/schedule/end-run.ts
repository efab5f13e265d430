// Ends a run in the current transaction: stores its result and publishes the event.
import type {Run} from '../../shared/records/jobs/jobs.ts';
import {RUN_KIND_FACTS} from '../../shared/records/jobs/run-kinds.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

type Ending = Pick<Run, 'status' | 'output' | 'error' | 'tokens' | 'cost'> & Partial<Pick<Run, 'attempt'>>;

/** Keeps what was written into the run meanwhile. */
export const endRun = ({store, clock}: Pick<World, 'store' | 'clock'>, run: Run, how: Ending, emit: Emit): Run => {
  const kept = store.runs.get(run.id) ?? run;
  const ended: Run = {
    ...kept,
    retryAt: undefined,
    status: how.status,
    attempt: how.attempt ?? kept.attempt,
    output: how.output ?? kept.output,
    error: how.error ?? kept.error,
    tokens: how.tokens ?? kept.tokens,
    cost: how.cost ?? kept.cost,
    endedAt: clock.now(),
  };
  store.runs.update(ended, kept);
  if (RUN_KIND_FACTS[ended.kind].hasPreTools) store.preTools.forget(ended.id);
  emit({type: 'run.ended', session: ended.session, cause: ended.name, run: ended});
  return ended;
};

/** Keeps a failed run open for its next attempt. Its pre-tool output is outdated then. */
export const retryRun = (
  {store}: Pick<World, 'store'>,
  run: Run,
  how: Pick<Run, 'error' | 'tokens' | 'cost'> & {readonly retryAt: EpochMs},
  emit: Emit,
): Run => {
  const kept = store.runs.get(run.id) ?? run;
  const {attempt, retries = 0} = kept;
  const waiting: Run = {
    ...kept,
    beganAt: undefined,
    error: how.error ?? kept.error,
    tokens: how.tokens ?? kept.tokens,
    cost: how.cost ?? kept.cost,
    retryAt: how.retryAt,
    attempt: attempt + 1,
    retries: retries + 1,
  };
  store.runs.update(waiting, kept);
  store.preTools.forget(run.id);
  emit({type: 'run.retrying', session: run.session, cause: run.name, run: waiting});
  return waiting;
};

export const beginRetry = ({store}: Pick<World, 'store'>, run: Run, how: Pick<Run, 'beganAt'>, emit: Emit): Run => {
  const begun: Run = {...run, retryAt: undefined, error: undefined, ...how};
  store.runs.update(begun, run);
  emit({type: 'run.started', session: run.session, cause: run.name, run: begun});
  return begun;
};

/** Ends an interrupted run that nothing resumes, with a sentence. */
export const abandonRun = (deps: Pick<World, 'store' | 'clock'>, run: Run, error: string): void =>
  deps.store.transact(emit => void endRun(deps, run, {status: 'failed', error, attempt: attemptsMade(run)}, emit));

/** Number of starts of an interrupted run, if it isn't started again. */
export const attemptsMade = ({attempt, output}: Pick<Run, 'attempt' | 'output'>): number =>
  output === undefined ? Math.max(1, attempt - 1) : attempt;

/** The daemon ended during each of the allowed attempts, so the run isn't started again. */
export const isWornOut = ({attempt, retries = 0, output}: Pick<Run, 'attempt' | 'retries' | 'output'>): boolean =>
  output === undefined && attempt - retries > MOST_BEGINNINGS;

/** A run that crashes the daemon must not start forever. */
const MOST_BEGINNINGS = 5;
export const WORN_OUT = `The daemon stopped ${MOST_BEGINNINGS} times during this run, so Rooster no longer retries it.`;
