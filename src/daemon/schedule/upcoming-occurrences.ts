// When the cron jobs come in the time ahead: what a calendar of them shows. Bounded: a job of every minute fills no screen, and
// asking costs no more than a moment.
import type {CronJob} from '../../shared/records/cron-job.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {nextInstants} from './cron/cron-expression.ts';

export type ComingWindow = {readonly name: string; readonly at: EpochMs};

/** Every window up to `until`, at least three a job, earliest first; `more`: some before `until` were left out. */
export const comingWindows = (
  jobs: readonly CronJob[],
  until: EpochMs,
): {readonly windows: readonly ComingWindow[]; readonly more: boolean} => {
  let more = false;
  const all = jobs.flatMap(({name, cron, zone, nextAt, enabled, paused}): readonly ComingWindow[] => {
    if (nextAt === undefined || !enabled || paused) return [];
    const instants = [nextAt, ...nextInstants(cron, zone, nextAt, MOST_OF_JOB - 1)];
    more ||= (instants.at(-1) ?? until) < until && instants.length === MOST_OF_JOB;
    return instants.filter((at, index) => index < FEWEST_OF_JOB || at <= until).map(at => ({name, at}));
  });
  const windows = all.toSorted((a, b) => a.at - b.at);
  return {windows: windows.slice(0, MOST), more: more || windows.length > MOST};
};

const FEWEST_OF_JOB = 3;
const MOST_OF_JOB = 48;
const MOST = 500;
