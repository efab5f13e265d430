// The book of cron jobs: which there are, and when each comes next. It follows what the configuration and the files define;
// a new or changed schedule begins now, so that it never fires for an instant that passed before it was there.
import type {CronDefinition, InvalidJob} from '../../../shared/records/cron-job.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';
import {type Windows, windowsUpTo} from '../due-occurrences.ts';
import {createCronCursors, scheduleOf} from './cron-cursors.ts';
import {nextInstant} from './cron-expression.ts';

export type CronDefinitions = {readonly jobs: readonly CronDefinition[]; readonly invalid: readonly InvalidJob[]};

export type CronEntry = {
  readonly definition: CronDefinition;
  /** Since when it has been in the book: a window before that had nobody to run it. */
  readonly since: EpochMs;
  readonly handledAt: EpochMs;
  /** Undefined while it is paused, disabled, or never comes. */
  readonly nextAt: EpochMs | undefined;
};

export type CronIndexChange = {
  readonly changed: readonly CronEntry[];
  /** Those of them that were not there before, by name; none at the start, when all are read. */
  readonly added: ReadonlySet<string>;
  readonly removed: readonly CronEntry[];
  /** Mistakes that were not there before. */
  readonly mistakes: readonly InvalidJob[];
  /** Files that were told as mistaken and are no longer. */
  readonly mended: readonly string[];
};

export type CronIndex = {
  /** Takes over what is defined now; in a transaction of its own. */
  readonly load: (definitions: CronDefinitions) => CronIndexChange;
  readonly entries: () => readonly CronEntry[];
  readonly get: (name: string) => CronEntry | undefined;
  readonly invalid: () => readonly InvalidJob[];
  /** What is due of a job, if anything; in the transaction that claims it, the job is then moved on with `handled`. */
  readonly windowsOf: (entry: CronEntry, now: EpochMs) => Windows;
  readonly handled: (entry: CronEntry, window: EpochMs, now: EpochMs) => CronEntry;
  /** A clock that was far ahead and has been set right: what it made us believe about tomorrow is forgotten. */
  readonly settleClock: (now: EpochMs) => void;
  readonly isPaused: (name: string) => boolean;
  /** What passes while a job is paused is not missed: it goes on with its next window. */
  readonly setPaused: (entry: CronEntry, paused: boolean) => CronEntry;
};

export const createCronIndex = ({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'cursors' | 'transact'>;
  readonly clock: Clock;
}): CronIndex => {
  const cursors = createCronCursors(store.cursors);
  const openedAt = clock.now();
  let entries = new Map<string, CronEntry>();
  let invalid: readonly InvalidJob[] = [];
  let loaded = false;

  const nextOf = (job: CronDefinition, handledAt: EpochMs): EpochMs | undefined =>
    job.enabled && !cursors.isPaused(job.name) ? nextInstant(job.cron, job.zone, handledAt) : undefined;

  const put = (entry: CronEntry): CronEntry => {
    entries.set(entry.definition.name, entry);
    return entry;
  };

  const begin = (definition: CronDefinition, now: EpochMs): CronEntry => {
    cursors.handle(definition, now);
    return {definition, since: now, handledAt: now, nextAt: nextOf(definition, now)};
  };

  const open = (definition: CronDefinition, now: EpochMs): CronEntry => {
    const known = entries.get(definition.name);
    if (known !== undefined) {
      const same = scheduleOf(known.definition) === scheduleOf(definition);
      return same ? {...known, definition} : begin(definition, now);
    }
    // It goes on after a restart, or when its file has been mended: what passed meanwhile is on record as missed.
    const handledAt = cursors.handledAt(definition);
    if (handledAt === undefined || isFarAhead(handledAt, now)) return begin(definition, now);
    return {definition, since: loaded ? now : openedAt, handledAt, nextAt: nextOf(definition, handledAt)};
  };

  return {
    load: definitions =>
      store.transact(() => {
        const now = clock.now();
        const before = entries;
        const after = new Map(definitions.jobs.map(job => [job.name, open(job, now)]));
        const broken = new Set(definitions.invalid.map(({file}) => file));
        const removed = [...before.values()].filter(({definition}) => !after.has(definition.name));
        for (const {definition} of removed) if (!broken.has(definition.origin)) cursors.forget(definition.name);
        const mistakes = definitions.invalid.filter(job => !invalid.some(known => same(known, job)));
        const mended = invalid.map(({file}) => file).filter(file => !broken.has(file));
        const added = new Set(loaded ? [...after.keys()].filter(name => !before.has(name)) : []);
        entries = after;
        invalid = definitions.invalid;
        loaded = true;
        const changed = [...after.values()].filter(
          ({definition}) => !same(before.get(definition.name)?.definition, definition),
        );
        return {changed, added, removed, mistakes, mended};
      }),
    entries: () => [...entries.values()],
    get: name => entries.get(name),
    invalid: () => invalid,
    windowsOf: ({definition, since, nextAt}, now) =>
      nextAt === undefined
        ? {}
        : windowsUpTo(nextAt, now, at => nextInstant(definition.cron, definition.zone, at), since),
    handled: (entry, window, now) => {
      const {definition} = entry;
      cursors.handle(definition, window);
      return put({...entry, handledAt: window, nextAt: nextInstant(definition.cron, definition.zone, now)});
    },
    settleClock: now => {
      for (const entry of entries.values()) {
        if (isFarAhead(entry.handledAt, now)) store.transact(() => put(begin(entry.definition, now)));
      }
    },
    isPaused: cursors.isPaused,
    setPaused: ({definition}, paused) => {
      cursors.pause(definition.name, paused);
      return put(begin(definition, clock.now()));
    },
  };
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Set back by hours, a clock comes to the same windows again, and they stay handled. A day or more says that it had been wrong
 * before: then a job must not wait for a year that never was.
 */
const isFarAhead = (handledAt: EpochMs, now: EpochMs): boolean => handledAt - now >= DAY;
