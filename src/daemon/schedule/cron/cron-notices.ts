// What is told of cron jobs: what changed among them, which files cannot be used, what was missed. Pure but for the telling.
import type {CronJob} from '../../../shared/records/cron-job.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {Log} from '../../ports/system.ts';
import type {CronEntry, CronIndexChange} from './cron-index.ts';

/** Each change and each mistake once; in the transaction at hand. */
export const tellCronChange = (
  {changed, added, removed, mistakes, mended}: CronIndexChange,
  {describe, emit, log}: {readonly describe: (entry: CronEntry) => CronJob; readonly emit: Emit; readonly log: Log},
): void => {
  for (const entry of changed) {
    const {name} = entry.definition;
    emit({type: 'cron.changed', cause: name, job: describe(entry), ...(added.has(name) ? {added: true} : {})});
  }
  for (const entry of removed)
    emit({type: 'cron.changed', cause: entry.definition.name, job: describe(entry), removed: true});
  for (const file of mended) emit({type: 'cron.mended', file});
  for (const job of mistakes) {
    log.warn(job, `a cron job cannot be used: ${job.file}:${job.line}: ${job.reason}`);
    emit({type: 'cron.invalid', ...job});
  }
};

type Missed = {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};

export const formatMissed = ({count, first, last}: Missed): string => {
  const windows =
    count === 1 ? `the window of ${isoOf(last)}` : `${count} windows from ${isoOf(first)} to ${isoOf(last)}`;
  return `Missed ${windows}: nothing was there to run it.`;
};
