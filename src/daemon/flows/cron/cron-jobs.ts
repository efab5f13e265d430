// Presents cron jobs to clients and tools, each with its next occurrence and its last run.

import type {CronDefinition, CronJob, InvalidJob, JobChanger} from '../../../shared/records/jobs/cron-job.ts';
import type {DryRun} from '../../../shared/records/jobs/cron-request.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {type CronEntry, type CronIndex, createCronIndex} from '../../schedule/cron/cron-index.ts';
import {spentToday} from '../../schedule/cron/job-budget.ts';

export type CronJobs = {
  readonly index: CronIndex;
  readonly describe: (entry: CronEntry) => CronJob;
  /** Throws a GatewayError if the job doesn't exist or its file is invalid. */
  readonly entryOf: (name: string) => CronEntry;
  /** Notes who changes a file while the work goes on. */
  readonly editing: <T>(file: string, by: JobChanger, work: () => Promise<T>) => Promise<T>;
  readonly editorOf: (file: string) => JobChanger | undefined;
  readonly list: () => {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
};

export const createCronJobs = ({store, clock, times: {instants}}: Core): CronJobs => {
  const index = createCronIndex({store, clock, instants});

  const describe = ({definition, nextAt}: CronEntry): CronJob => {
    const today = spentToday(store.cursors, definition, clock.now());
    const [last] = store.runs.list({kind: 'cron', name: definition.name, limit: 1});
    return {
      ...definition,
      paused: index.isPaused(definition.name),
      pausedUntil: index.pausedUntil(definition.name),
      changed: index.lastChange(definition.name),
      today: today.tokens > 0 ? today : undefined,
      nextAt,
      last: last && lastOf(last),
    };
  };

  const editors = new Map<string, JobChanger>();

  return {
    index,
    describe,
    editing: async (file, by, work) => {
      editors.set(file, by);
      try {
        return await work();
      } finally {
        editors.delete(file);
      }
    },
    editorOf: file => editors.get(file),
    entryOf: name => {
      const entry = index.get(name);
      if (entry !== undefined) return entry;
      const broken = index.invalid().find(({file}) => file === `cron/${name}.md`);
      if (broken === undefined) throw new GatewayError('not_found', `No job "${name}".`);
      throw new GatewayError('invalid', `${name} can't run: ${broken.file}, line ${broken.line}: ${broken.reason}`);
    },
    list: () => ({jobs: index.entries().map(describe), invalid: index.invalid()}),
  };
};

/** Describes what a run of the job would do, without starting a run. */
export const dryRunOf = ({message, gate, run, deliver, announce, model, preTools}: CronDefinition): DryRun => ({
  prompt: message,
  deliver,
  announce,
  preTools,
  gate,
  run,
  model,
});

const lastOf = ({status, startedAt, retryAt, error}: Run) => ({status, startedAt, retryAt, error});
