// The work of a cron run that has been claimed: an isolated session works, and what it found is announced. A job's runs work one
// after the other; a job that fails is told of once.

import {present} from '../../../shared/fields/present.ts';
import {type Address, channelOf} from '../../../shared/records/address.ts';
import type {CronDefinition} from '../../../shared/records/cron-job.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {createCronCursors} from '../../schedule/cron/cron-cursors.ts';
import {forgetTranscripts} from '../../turns/run-transcript.ts';
import {type Announcer, scheduledTask} from '../announce.ts';
import type {JobRunner} from '../run-job.ts';
import type {CronPrompt} from './prepare-cron.ts';

export type WorkCronDeps = World & {
  readonly agent: () => string;
  readonly jobs: JobRunner;
  readonly announcer: Pick<Announcer, 'putNotice'>;
  /** The person at the terminal, whose the jobs of nobody are. */
  readonly owner: () => string | undefined;
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  /** The prompt of a run: what its pre-tools say, what it said last time, and its own words. Rejects with a sentence. */
  readonly promptOf: (job: CronDefinition, run: Run) => Promise<CronPrompt>;
  /** After a successful run: what it said, for the next one. */
  readonly keepOutput: (job: CronDefinition, output: string) => Promise<void>;
};

type CronWork = {
  /** Works on the run when those before it have ended. */
  readonly work: (definition: CronDefinition, run: Run) => void;
  /** Whether one more run would be one too many. */
  readonly isBusy: (definition: CronDefinition) => boolean;
};

export const createCronWork = (deps: WorkCronDeps): CronWork => {
  const {log} = deps;
  const lines = new Map<string, {waiting: number; last: Promise<void>}>();

  /** One after the other: they share a session, and the next may carry on what the one before it said. */
  const work = (definition: CronDefinition, run: Run): void => {
    const {name} = definition;
    const line = lines.get(name) ?? {waiting: 0, last: Promise.resolve()};
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(async () => {
      await perform(deps, definition, run).catch((error: unknown) => {
        log.error({run: run.id, error}, `a run broke: ${errorMessage(error)}`);
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

const perform = async (deps: WorkCronDeps, job: CronDefinition, run: Run): Promise<void> => {
  const [first] = job.deliver;
  const user = job.user ?? deps.owner();
  await deps.jobs.run({
    run,
    source: {kind: 'cron', name: job.name},
    title: job.name,
    task: scheduledTask(job.name, job.message),
    prompt: () => deps.promptOf(job, run),
    // What the last one said comes by carry_last_output, if at all.
    anew: true,
    // Somebody who is not configured has no trust; a job of nobody's is the operator's, who wrote it.
    trust: job.user === undefined ? 'full' : (deps.trustOf(job.user) ?? 'public'),
    ...present({user}),
    ...present({promptChannel: first && channelOf(first)}),
    targets: job.announce === 'none' ? NOWHERE : job.deliver,
    announce: job.announce,
    ...present({model: job.model, limitMs: job.timeoutMs}),
    keep: output => deps.keepOutput(job, output),
    onEnd: (ended, emit) => {
      tellIncident(deps, ended, emit);
      const old = {kind: 'cron', name: job.name, keep: MOST_KEPT, before: ended.startedAt - LONGEST_KEPT_MS} as const;
      forgetTranscripts(deps.store, deps.store.runs.prune(old));
    },
  });
};

/**
 * A job that fails is told once, as a note in the operator's own conversation, until it works again, which is told once too.
 * An error is never delivered: on a channel it would read like an answer.
 */
const tellIncident = ({store, announcer, agent}: WorkCronDeps, run: Run, emit: Emit): void => {
  const {name, status, error} = run;
  const failing = status === 'failed';
  const cursors = createCronCursors(store.cursors);
  if (failing === cursors.isIncident(name)) return;
  cursors.setIncident(name, failing);
  const words = failing
    ? `The scheduled job "${name}" failed: ${error ?? 'nobody knows why.'} Until it works again its failures are only listed with its runs.`
    : `The scheduled job "${name}" works again.`;
  announcer.putNotice(words, {run, source: {kind: 'cron', name}}, mainSession(agent()), emit);
};

const NOWHERE: readonly Address[] = [];
/** So many runs of one job may wait for one another, where they may at all. */
export const MOST_WAITING = 10;
/** What is kept of a job's runs. */
const MOST_KEPT = 100;
const LONGEST_KEPT_MS = 90 * DAY;
