// The end of a run, in the transaction at hand: kept with how it ended, and told.
import type {Run} from '../../shared/records/jobs.ts';
import {RUN_KIND_FACTS} from '../../shared/records/run-kinds.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

type Ending = Pick<Run, 'status' | 'output' | 'error'> & Partial<Pick<Run, 'attempt'>>;

/** What was written into the run meanwhile stays with it. */
export const endRun = ({store, clock}: Pick<World, 'store' | 'clock'>, run: Run, how: Ending, emit: Emit): Run => {
  const kept = store.runs.get(run.id) ?? run;
  const ended: Run = {...kept, ...how, endedAt: clock.now()};
  store.runs.update(ended, kept);
  if (RUN_KIND_FACTS[ended.kind].hasPreTools) store.preTools.forget(ended.id);
  emit({type: 'run.ended', session: ended.session, cause: ended.name, run: ended});
  return ended;
};

/** Of a run that the end of the daemon interrupted, and that nobody goes on with: the sentence says why. */
export const abandonRun = (deps: Pick<World, 'store' | 'clock'>, run: Run, error: string): void =>
  deps.store.transact(emit => void endRun(deps, run, {status: 'failed', error, attempt: attemptsMade(run)}, emit));

/** How often a run was begun that a start found interrupted and that is not begun again. */
export const attemptsMade = ({attempt, output}: Pick<Run, 'attempt' | 'output'>): number =>
  output === undefined ? Math.max(1, attempt - 1) : attempt;

/** It has been begun as often as a run may be, and the daemon ended each time: it is not begun again. */
export const isWornOut = ({attempt, output}: Pick<Run, 'attempt' | 'output'>): boolean =>
  output === undefined && attempt > MOST_BEGINNINGS;

/** What kills the daemon each time must not be begun for ever. */
const MOST_BEGINNINGS = 5;
export const WORN_OUT = `The daemon ended ${MOST_BEGINNINGS} times while this run worked, so it was given up.`;
