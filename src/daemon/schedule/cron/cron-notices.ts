// Publishes changes of cron jobs, invalid files and missed occurrences. Pure except for the publishing.
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import {NOT_RUNNING} from '../../../shared/records/jobs/passed-instants.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {Log} from '../../ports/system.ts';
import type {CronEntry, CronIndexChange} from './cron-index.ts';

/** Publishes each change and each problem once. Call this in a transaction. */
export const publishCronChange = (
  {changed, added, removed, mistakes, fixed}: CronIndexChange,
  {describe, emit, log}: {readonly describe: (entry: CronEntry) => CronJob; readonly emit: Emit; readonly log: Log},
): void => {
  for (const entry of changed) {
    const {name} = entry.definition;
    emit({type: 'cron.changed', cause: name, job: describe(entry), ...(added.has(name) && {added: true})});
  }
  // An invalid file comes before its job goes, and stays until its job is back: clients see that they are one.
  for (const job of mistakes) {
    log.warn(job, `Can't use a job: ${job.file}:${job.line}: ${job.reason}`);
    emit({type: 'cron.invalid', ...job});
  }
  for (const entry of removed)
    emit({type: 'cron.changed', cause: entry.definition.name, job: describe(entry), removed: true});
  for (const file of fixed) emit({type: 'cron.mended', file});
};

type Missed = {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};

export const formatMissed = ({count, first, last}: Missed): string => {
  const occurrences =
    count === 1 ? `the occurrence of ${isoOf(last)}` : `${count} occurrences from ${isoOf(first)} to ${isoOf(last)}`;
  return `Missed ${occurrences}: ${NOT_RUNNING}.`;
};
