// Publishes changes of cron jobs, invalid files and missed occurrences. Pure except for the publishing.
import {
  type CronDefinition,
  type CronJob,
  type JobAction,
  type JobChanger,
  jobEdit,
} from '../../../shared/records/jobs/cron-job.ts';
import {NOT_RUNNING} from '../../../shared/records/jobs/passed-instants.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {Log} from '../../ports/system.ts';
import type {CronEntry, CronIndex, CronIndexChange} from './cron-index.ts';

/** Publishes each change and each problem once. Call this in a transaction. */
export const publishCronChange = (
  {changed, added, removed, before, broken, mistakes, fixed}: CronIndexChange,
  {describe, editorOf, noteChange, emit, log}: Publishing,
): void => {
  for (const entry of changed) {
    const {name, origin} = entry.definition;
    const known = before.get(name)?.definition;
    const by = known !== undefined && isByConfig(known, entry.definition) ? BY_CONFIG : authorOf(origin, editorOf);
    // The jobs of the first load are no news.
    const action: JobAction | undefined = added.has(name) ? 'added' : known === undefined ? undefined : 'edited';
    if (action === undefined) emit({type: 'cron.changed', cause: name, job: describe(entry)});
    else {
      noteChange(name, action, by);
      const edit = known === undefined ? undefined : jobEdit(known, entry.definition);
      const isAdded = added.has(name) ? true : undefined;
      emit({type: 'cron.changed', cause: name, job: describe(entry), added: isAdded, action, by, ...edit});
    }
  }
  // An invalid file comes before its job goes, and stays until its job is back: clients see that they are one.
  for (const job of mistakes) {
    log.warn(job, `Can't use a job: ${job.file}:${job.line}: ${job.reason}`);
    emit({type: 'cron.invalid', ...job});
  }
  for (const entry of removed) {
    const {name, origin} = entry.definition;
    const action = broken.has(origin) ? 'edited' : 'removed';
    const by = authorOf(origin, editorOf);
    emit({type: 'cron.changed', cause: name, job: describe(entry), removed: true, action, by});
  }
  for (const file of fixed) emit({type: 'cron.mended', file});
};

type Publishing = {
  readonly describe: (entry: CronEntry) => CronJob;
  /** The author of a change that the daemon is writing into this file. Undefined if it writes none. */
  readonly editorOf: (file: string) => JobChanger | undefined;
  readonly noteChange: CronIndex['noteChange'];
  readonly emit: Emit;
  readonly log: Log;
};

const authorOf = (origin: string, editorOf: Publishing['editorOf']): JobChanger =>
  origin === 'config' ? BY_CONFIG : (editorOf(origin) ?? {kind: 'file'});

/** A file that doesn't name the addresses gets other ones when its person does. */
const isByConfig = (before: CronDefinition, after: CronDefinition): boolean =>
  after.addressed !== true && JSON.stringify({...before, deliver: after.deliver}) === JSON.stringify(after);

const BY_CONFIG: JobChanger = {kind: 'config'};

type Missed = {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};

export const formatMissed = ({count, first, last}: Missed): string => {
  const occurrences =
    count === 1 ? `the occurrence of ${isoOf(last)}` : `${count} occurrences from ${isoOf(first)} to ${isoOf(last)}`;
  return `Missed ${occurrences}: ${NOT_RUNNING}.`;
};
