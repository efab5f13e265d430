// Retries failed cron runs after a pause. A waiting run doesn't block its job: a new run replaces the waiting run. The
// wait is stored with the run; this module only keeps the timing.

import type {RunId} from '../../../shared/records/ids.ts';
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {CronIndex} from '../../schedule/cron/cron-index.ts';
import {abandonRun, attemptsMade, beginRetry, endRun} from '../../schedule/end-run.ts';
import {shifted} from '../../schedule/set-back.ts';

type RetryDeps = Core & {
  readonly jobs: Pick<CronIndex, 'get' | 'isPaused'>;
  readonly work: (definition: CronDefinition, run: Run) => void;
};

type CronRetries = {
  readonly add: (run: Run) => void;
  readonly nextAt: () => EpochMs | undefined;
  /** After the clock was set back by `byMs`. */
  readonly shift: (now: EpochMs, byMs: number) => void;
  /** Returns the error, if any. The scheduler then tries again after a pause. */
  readonly fireDue: (now: EpochMs) => unknown;
  /** Call this in the transaction that begins another run of the job. The waiting run stays failed. */
  readonly replace: (name: string, emit: Emit) => void;
};

export const createCronRetries = (deps: RetryDeps): CronRetries => {
  const {store, log, jobs} = deps;
  const waiting = new Map<RunId, Run>();

  /** The stored run. Undefined if the run no longer waits. */
  const current = ({id}: Run): Run | undefined => {
    const run = store.runs.get(id);
    return run?.status === 'running' && run.retryAt !== undefined ? run : undefined;
  };

  const begin = (run: Run, now: EpochMs): void => {
    const entry = jobs.get(run.name);
    const whyNot =
      entry === undefined ? GONE : jobs.isPaused(run.name) || !entry.definition.enabled ? PAUSED : undefined;
    if (entry === undefined || whyNot !== undefined) {
      abandonRun(deps, run, `${run.error ?? 'It failed.'} ${whyNot}`);
      return;
    }
    const {definition} = entry;
    const how = definition.run === undefined ? {} : {beganAt: now};
    const begun = store.transact(emit => beginRetry(deps, run, how, emit));
    deps.work(definition, begun);
  };

  return {
    add: run => void waiting.set(run.id, current(run) ?? run),
    nextAt: () => {
      const instants = [...waiting.values()].flatMap(({retryAt}) => retryAt ?? []);
      return instants.length === 0 ? undefined : Math.min(...instants);
    },
    shift: (now, byMs) =>
      store.transact(() => {
        // Those of the jobs that aren't loaded yet are added later, as they are stored.
        for (const run of store.runs.list({kind: 'cron', status: 'running', limit: MOST_WAITING})) {
          if (run.retryAt === undefined || run.retryAt <= now) continue;
          const sooner = {...run, retryAt: shifted(run.retryAt, now, byMs)};
          store.runs.update(sooner, run);
          if (waiting.has(run.id)) waiting.set(run.id, sooner);
        }
      }),
    fireDue: now => {
      let failure: unknown;
      for (const run of [...waiting.values()]) {
        if ((run.retryAt ?? now) > now) continue;
        try {
          const due = current(run);
          if (due !== undefined) begin(due, now);
          waiting.delete(run.id);
        } catch (error) {
          log.error({run: run.id, error}, `Couldn't retry a run: ${errorMessage(error)}`);
          failure = error;
        }
      }
      return failure;
    },
    replace: (name, emit) => {
      for (const run of waiting.values()) {
        const still = run.name === name ? current(run) : undefined;
        if (still === undefined) continue;
        const error = `${still.error ?? 'It failed.'} ${REPLACED}`;
        endRun(deps, still, {status: 'failed', error, attempt: attemptsMade(still)}, emit);
      }
    },
  };
};

const GONE = 'Not retried: its job was removed or is invalid now.';
const PAUSED = 'Not retried: its job is paused or disabled.';
const REPLACED = 'Not retried: a newer run began.';
const MOST_WAITING = 10_000;
