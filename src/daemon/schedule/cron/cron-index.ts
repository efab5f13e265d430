// Holds all cron jobs and their next occurrences, following the configuration and the files. A new or changed schedule
// starts now, so earlier instants never fire.
import type {
  CronDefinition,
  CronJob,
  InvalidJob,
  JobAction,
  JobChanger,
} from '../../../shared/records/jobs/cron-job.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';
import {type DueOccurrences, dueOccurrences} from '../due-occurrences.ts';
import {createCronCursors, scheduleOf} from './cron-cursors.ts';
import {type NextOfJobs, nextOfJob, nextOfJobs, type RepeatInstants} from './job-instants.ts';

export type CronDefinitions = {readonly jobs: readonly CronDefinition[]; readonly invalid: readonly InvalidJob[]};

export type CronEntry = {
  readonly definition: CronDefinition;
  /** When the entry was loaded. Occurrences before this instant couldn't run. */
  readonly since: EpochMs;
  readonly handledAt: EpochMs;
  /** Undefined if the job is paused, disabled, or never occurs again. */
  readonly nextAt: EpochMs | undefined;
};

export type CronIndexChange = {
  readonly changed: readonly CronEntry[];
  /** Names of new jobs. Empty after the first load at startup. */
  readonly added: ReadonlySet<string>;
  readonly removed: readonly CronEntry[];
  /** The jobs before the load. */
  readonly before: ReadonlyMap<string, CronEntry>;
  /** The files that are invalid now. */
  readonly broken: ReadonlySet<string>;
  /** Problems that are new since the last load. */
  readonly mistakes: readonly InvalidJob[];
  /** Files that were reported as invalid and are valid now. */
  readonly fixed: readonly string[];
};

export type CronIndex = {
  /**
   * Runs a transaction that may change the index. If it fails, for example on a full disk, the index is as before too.
   */
  readonly transact: Store['transact'];
  /** Loads the current jobs. Call this and the other changes in `transact`. */
  readonly load: (definitions: CronDefinitions) => CronIndexChange;
  readonly entries: () => readonly CronEntry[];
  readonly get: (name: string) => CronEntry | undefined;
  /** The occurrences of a job after an instant. */
  readonly instantsOf: NextOfJobs;
  readonly invalid: () => readonly InvalidJob[];
  readonly dueOccurrencesOf: (entry: CronEntry, now: EpochMs) => DueOccurrences;
  /** Call this in the transaction that claims the last due occurrence. */
  readonly handled: (entry: CronEntry, occurrence: EpochMs, now: EpochMs) => CronEntry;
  /** Restarts jobs whose cursor is far ahead because the clock was wrong before. */
  readonly settleClock: (now: EpochMs) => void;
  readonly isPaused: (name: string) => boolean;
  readonly lastChange: (name: string) => CronJob['changed'];
  /** Stores what somebody did to the job, until its file is removed. */
  readonly noteChange: (name: string, action: JobAction, by: JobChanger) => void;
  /** Occurrences during a pause don't count as missed. The job continues with its next occurrence. */
  readonly setPaused: (entry: CronEntry, paused: boolean, until?: EpochMs) => CronEntry;
  readonly pausedUntil: (name: string) => EpochMs | undefined;
  /** At the end of its pause: occurrences since then count. */
  readonly goOn: (entry: CronEntry, pausedUntil: EpochMs) => CronEntry;
};

export const createCronIndex = ({
  store,
  clock,
  instants,
}: {
  readonly store: Pick<Store, 'cursors' | 'transact'>;
  readonly clock: Clock;
  readonly instants: RepeatInstants;
}): CronIndex => {
  const cursors = createCronCursors(store.cursors);
  const openedAt = clock.now();
  let entries: ReadonlyMap<string, CronEntry> = new Map();
  let invalid: readonly InvalidJob[] = [];
  let loaded = false;

  const nextOf = (job: CronDefinition, handledAt: EpochMs): EpochMs | undefined =>
    job.enabled && !cursors.isPaused(job.name) ? nextOfJob(job, handledAt, instants) : undefined;

  const put = (entry: CronEntry): CronEntry => {
    entries = new Map(entries).set(entry.definition.name, entry);
    return entry;
  };

  const transact: CronIndex['transact'] = work => {
    const before = {entries, invalid, loaded};
    try {
      return store.transact(work);
    } catch (error) {
      ({entries, invalid, loaded} = before);
      throw error;
    }
  };

  const begin = (definition: CronDefinition, now: EpochMs): CronEntry => {
    cursors.handle(definition, now);
    return {definition, since: now, handledAt: now, nextAt: nextOf(definition, now)};
  };

  const open = (definition: CronDefinition, now: EpochMs): CronEntry => {
    const known = entries.get(definition.name);
    if (known !== undefined) {
      const same = scheduleOf(known.definition) === scheduleOf(definition);
      if (!same) return begin(definition, now);
      // A changed place or region moves what is still to come.
      const isAhead = definition.repeat !== undefined && known.nextAt !== undefined && known.nextAt > now;
      return {...known, definition, ...(isAhead && {nextAt: nextOf(definition, now)})};
    }
    // After a restart or a file fix the job continues from its cursor. Occurrences in between are recorded as missed.
    const handledAt = cursors.handledAt(definition);
    if (handledAt === undefined || isFarAhead(handledAt, now)) return begin(definition, now);
    return {definition, since: loaded ? now : openedAt, handledAt, nextAt: nextOf(definition, handledAt)};
  };

  return {
    transact,
    load: definitions => {
      const now = clock.now();
      const before = entries;
      const after = new Map(definitions.jobs.map(job => [job.name, open(job, now)]));
      const broken = new Set(definitions.invalid.map(({file}) => file));
      const removed = [...before.values()].filter(({definition}) => !after.has(definition.name));
      for (const {definition} of removed) if (!broken.has(definition.origin)) cursors.forget(definition.name);
      const mistakes = definitions.invalid.filter(job => !invalid.some(known => same(known, job)));
      const fixed = invalid.map(({file}) => file).filter(file => !broken.has(file));
      const added = new Set(loaded ? [...after.keys()].filter(name => !before.has(name)) : []);
      entries = after;
      invalid = definitions.invalid;
      loaded = true;
      const changed = [...after.values()].filter(
        ({definition}) => !same(before.get(definition.name)?.definition, definition),
      );
      return {changed, added, removed, before, broken, mistakes, fixed};
    },
    entries: () => [...entries.values()],
    get: name => entries.get(name),
    instantsOf: (job, after, count) => nextOfJobs(job, after, count, instants),
    invalid: () => invalid,
    dueOccurrencesOf: ({definition, since, nextAt}, now) =>
      nextAt === undefined ? {} : dueOccurrences(nextAt, now, at => nextOfJob(definition, at, instants), since),
    handled: (entry, occurrence, now) => {
      const {definition} = entry;
      cursors.handle(definition, occurrence);
      return put({...entry, handledAt: occurrence, nextAt: nextOfJob(definition, now, instants)});
    },
    settleClock: now => {
      for (const entry of entries.values()) {
        if (isFarAhead(entry.handledAt, now)) transact(() => put(begin(entry.definition, now)));
      }
    },
    isPaused: cursors.isPaused,
    lastChange: cursors.lastChange,
    noteChange: (name, action, by) => cursors.noteChange(name, {action, by, at: clock.now()}),
    setPaused: ({definition}, paused, until) => {
      cursors.pause(definition.name, paused, until);
      return put(begin(definition, clock.now()));
    },
    pausedUntil: cursors.pausedUntil,
    goOn: ({definition}, pausedUntil) => {
      cursors.pause(definition.name, false);
      return put(begin(definition, pausedUntil - 1));
    },
  };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A clock set back by hours reaches the same occurrences again; they stay handled. A jump of a day or more means that
 * the clock was wrong before, and the job must not wait until then.
 */
const isFarAhead = (handledAt: EpochMs, now: EpochMs): boolean => handledAt - now >= DAY;
