// Executes a claimed cron run in an isolated session and announces the result. The runs of one job execute one after
// the other. A failed run is retried later.

import {type Address, channelOf} from '../../../shared/records/address.ts';
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {overBudget, type Spent, spend, spentToday} from '../../schedule/cron/job-budget.ts';
import type {NextOfJobs} from '../../schedule/cron/job-instants.ts';
import {retryAtOf} from '../../schedule/cron/retry-runs.ts';
import {OFFLINE} from '../../turns/offline-turn.ts';
import {forgetTranscripts, modelOfRun, transcriptOf} from '../../turns/run-transcript.ts';
import {scheduledTask} from '../announce.ts';
import type {JobRunner} from '../run-job.ts';
import type {CronPrompt} from './prepare-cron.ts';
import {type ReportIncidentDeps, reportIncident, reportLimit} from './report-incident.ts';

export type WorkCronDeps = Core &
  ReportIncidentDeps & {
    readonly jobs: JobRunner;
    /** The prompt of a run: pre-tool output, last output and the job's text. Rejects with a sentence. */
    readonly promptOf: (job: CronDefinition, run: Run) => Promise<CronPrompt>;
    readonly modelOf: (job: CronDefinition) => string;
    /** Stores the output of a successful run for the next run. */
    readonly keepOutput: (job: CronDefinition, run: Run, output: string) => Promise<void>;
  };

type CronWork = {
  /** Executes the run after all earlier runs of the job. */
  readonly work: (definition: CronDefinition, run: Run) => void;
  /** True if the job's queue is full. */
  readonly isBusy: (definition: CronDefinition) => boolean;
};

type CronWorkDeps = Core &
  WorkCronDeps & {
    /** Call this in the transaction that ends a run. The returned function runs after the commit. */
    readonly follow: (ended: Run, emit: Emit) => () => void;
    readonly instantsOf: NextOfJobs;
    /** Called when a failed run waits for its retry. */
    readonly waits: (run: Run) => void;
  };

export const createCronWork = (deps: CronWorkDeps): CronWork => {
  const {log} = deps;
  const lines = new Map<string, {waiting: number; last: Promise<void>}>();

  /** Runs of a job share a session, and a run may use the previous output. So they execute one after the other. */
  const work = (definition: CronDefinition, run: Run): void => {
    const {name} = definition;
    const line = lines.get(name) ?? {waiting: 0, last: Promise.resolve()};
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(async () => {
      await perform(deps, definition, run).catch((error: unknown) => {
        log.error({run: run.id, error}, `A run failed: ${errorMessage(error)}`);
      });
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(name);
    });
  };

  const isBusy = ({name, overlap}: CronDefinition): boolean => {
    const {waiting = 0} = lines.get(name) ?? {};
    return waiting >= (overlap === 'skip' ? 1 : MOST_WAITING);
  };

  return {work, isBusy};
};

const perform = async (deps: CronWorkDeps, definition: CronDefinition, run: Run): Promise<void> => {
  const job = run.forced ? {...definition, limits: undefined} : definition;
  let next = (): void => undefined;
  const [first] = job.deliver;
  const user = job.user ?? deps.people.owner();
  const done = await deps.jobs.run({
    run,
    source: {kind: 'cron', name: job.name},
    title: job.name,
    task: scheduledTask(job.name, job.run ?? job.message),
    prompt: async () => {
      const over = overLimit(deps, job);
      if (over === undefined) return await deps.promptOf(job, run);
      reportLimit(deps, job, run, over);
      return {skip: over};
    },
    whyStop: (usage, model) => overBudget({job, spent: spentNow(deps, job), model, price: deps.priceOf(model), usage}),
    // Earlier output reaches the prompt only through carry_last_output.
    freshSession: true,
    // An unconfigured user gets public trust. A job without a user belongs to the operator, who wrote it.
    trust: job.user === undefined ? 'full' : (deps.people.trustOf(job.user) ?? 'public'),
    user,
    promptChannel: first && channelOf(first),
    targets: job.announce === 'none' ? NOWHERE : job.deliver,
    reach: {person: user, kind: 'announce', addressed: job.addressed === true, urgent: job.urgent === true},
    announce: job.announce,
    model: job.model,
    limitMs: job.timeoutMs,
    allow: job.allow,
    keep: output => deps.keepOutput(job, deps.store.runs.get(run.id) ?? run, output),
    retryAt: failed => {
      // A turn that failed for want of a model fails again until somebody configures one.
      if (modelOfRun(deps.store, failed) === OFFLINE) return undefined;
      const transcript = transcriptOf(deps.store, failed);
      return retryAtOf({job, run: failed, transcript, now: deps.clock.now(), instantsOf: deps.instantsOf});
    },
    onRetry: (waiting, emit) => {
      spend(deps.store.cursors, job, run, waiting, deps.clock.now());
      reportIncident(deps, job, waiting, emit);
    },
    onEnd: (ended, emit) => {
      spend(deps.store.cursors, job, run, ended, deps.clock.now());
      reportIncident(deps, job, ended, emit);
      const old = {kind: 'cron', name: job.name, keep: MOST_KEPT, before: ended.startedAt - LONGEST_KEPT_MS} as const;
      forgetTranscripts(deps.store, deps.store.runs.prune(old));
      next = deps.follow(ended, emit);
    },
  });
  next();
  if (done.retryAt !== undefined) deps.waits(done);
};

/** The reason why the job may not call its model today. Undefined within the limits. */
export const overLimit = (deps: Core & Pick<WorkCronDeps, 'modelOf'>, job: CronDefinition): string | undefined => {
  if (job.run !== undefined || job.limits === undefined) return undefined;
  const model = deps.modelOf(job);
  return overBudget({job, spent: spentNow(deps, job), model, price: deps.priceOf(model)});
};

const spentNow = ({store, clock}: Core, job: CronDefinition): Spent => spentToday(store.cursors, job, clock.now());

const NOWHERE: readonly Address[] = [];
/** The maximum number of queued runs per job. */
export const MOST_WAITING = 10;
/** Limits of the stored run history per job. */
const MOST_KEPT = 100;
const LONGEST_KEPT_MS = 90 * DAY;
