// The cron jobs as clients and tools see them: each with its next occurrence and its last run.

import {present} from '../../../shared/fields/present.ts';
import type {CronJob, InvalidJob} from '../../../shared/records/cron-job.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {World} from '../../ports/system.ts';
import {type CronEntry, type CronIndex, createCronIndex} from '../../schedule/cron/cron-index.ts';

export type CronJobs = {
  readonly index: CronIndex;
  readonly describe: (entry: CronEntry) => CronJob;
  /** Throws a GatewayError when there is no such job, or when its file has a mistake. */
  readonly entryOf: (name: string) => CronEntry;
  readonly list: () => {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
};

export const createCronJobs = ({store, clock}: Pick<World, 'store' | 'clock'>): CronJobs => {
  const index = createCronIndex({store, clock});

  const describe = ({definition, nextAt}: CronEntry): CronJob => {
    const [last] = store.runs.list({kind: 'cron', name: definition.name, limit: 1});
    return {
      ...definition,
      paused: index.isPaused(definition.name),
      ...present({nextAt, last: last && lastOf(last)}),
    };
  };

  return {
    index,
    describe,
    entryOf: name => {
      const entry = index.get(name);
      if (entry !== undefined) return entry;
      const broken = index.invalid().find(({file}) => file === `cron/${name}.md`);
      if (broken === undefined) throw new GatewayError('not_found', `There is no cron job "${name}".`);
      throw new GatewayError('invalid', `${name} cannot run: ${broken.file}, line ${broken.line}: ${broken.reason}`);
    },
    list: () => ({jobs: index.entries().map(describe), invalid: index.invalid()}),
  };
};

const lastOf = ({status, startedAt, error}: Run) => ({status, startedAt, ...present({error})});
