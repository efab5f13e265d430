// Resolves which jobs follow which (`after`), and finds jobs that can never run. Pure.
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';

type Following = Pick<CronDefinition, 'name' | 'after'>;

/** Faults by job name: why the predecessor never ends, as a sentence. */
export const followFaults = (jobs: readonly Following[]): ReadonlyMap<string, string> => {
  const byName = new Map(jobs.map(job => [job.name, job]));
  return new Map(
    jobs.flatMap(job => {
      const fault = faultOf(job, byName);
      return fault === undefined ? [] : [[job.name, fault] as const];
    }),
  );
};

const faultOf = (job: Following, byName: ReadonlyMap<string, Following>): string | undefined => {
  const way = [job.name];
  let at: Following = job;
  while (at.after !== undefined) {
    const next = byName.get(at.after);
    if (next === undefined) return missing(at, at === job, [...byName.keys()]);
    if (way.includes(next.name)) return `these jobs wait for each other: ${[...way, next.name].join(' → ')}.`;
    way.push(next.name);
    at = next;
  }
  return undefined;
};

const missing = ({name, after = ''}: Following, isOwn: boolean, names: readonly string[]): string => {
  if (!isOwn) return `"${name}" can't run: it waits for "${after}", and no valid job has that name.`;
  const near = nearestWord(
    after,
    names.filter(each => each !== name),
  );
  return `no valid job is named "${after}"${near === undefined ? '.' : `; did you mean "${near}"?`}`;
};
