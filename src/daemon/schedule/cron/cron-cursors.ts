// How far each cron job got, kept beside its runs: the last window that was handled, under which schedule, and whether a person
// paused it. What is kept outlives the process, and with it the promise that no window runs twice or is lost from sight.
import type {CronDefinition} from '../../../shared/records/cron-job.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {CursorStore} from '../../ports/store.ts';

type CronCursors = {
  /** The last window handled under this very schedule; undefined when the job is new, changed, or was switched off meanwhile. */
  readonly handledAt: (job: CronDefinition) => EpochMs | undefined;
  readonly handle: (job: CronDefinition, at: EpochMs) => void;
  readonly isPaused: (name: string) => boolean;
  readonly pause: (name: string, paused: boolean) => void;
  /** The job is gone: one that comes later under its name is a new one. */
  readonly forget: (name: string) => void;
  /** Whether the person has been told that it fails, and not yet that it works again. */
  readonly isIncident: (name: string) => boolean;
  readonly setIncident: (name: string, failing: boolean) => void;
};

export const createCronCursors = (cursors: CursorStore): CronCursors => ({
  handledAt: job => {
    const [schedule, at] = split(cursors.get(handledKey(job.name)) ?? '');
    return schedule === scheduleOf(job) && at > 0 ? at : undefined;
  },
  handle: (job, at) => cursors.set(handledKey(job.name), `${scheduleOf(job)} ${at}`),
  isPaused: name => cursors.get(pausedKey(name)) === YES,
  pause: (name, paused) => cursors.set(pausedKey(name), paused ? YES : ''),
  forget: name => {
    for (const key of [handledKey(name), pausedKey(name), incidentKey(name)]) {
      if (cursors.get(key)) cursors.set(key, '');
    }
  },
  isIncident: name => cursors.get(incidentKey(name)) === YES,
  setIncident: (name, failing) => cursors.set(incidentKey(name), failing ? YES : ''),
});

/** What makes two definitions the same rhythm: with another one a job begins anew. */
export const scheduleOf = ({cron, zone, enabled}: CronDefinition): string => `${cron}|${zone}${enabled ? '' : '|off'}`;

const split = (mark: string): readonly [string, number] => {
  const space = mark.lastIndexOf(' ');
  return [mark.slice(0, Math.max(0, space)), Number(mark.slice(space + 1))];
};

const handledKey = (name: string): string => `cron.handled:${name}`;
const pausedKey = (name: string): string => `cron.paused:${name}`;
const incidentKey = (name: string): string => `cron.incident:${name}`;
const YES = 'yes';
