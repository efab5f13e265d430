// Reports problems of the disk and the database file.
import {statfsSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';

export type StoreHealth = {
  /** The reason why saving fails now, and what the start found. */
  readonly problems: () => readonly Problem[];
  /** Checks that the file is in place. A daemon whose home was moved or deleted ends here. */
  readonly checkFileInPlace: () => void;
  /** Checks the file regularly until disposed, so that a loss is noticed without a write. */
  readonly watch: () => Disposable;
};

type HealthDeps = {
  readonly database: Pick<Database, 'path' | 'trouble' | 'checkFileInPlace'>;
  readonly store: Pick<Store, 'transact' | 'cursors'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly startNotes: () => readonly Problem[];
  /** Further folders that the daemon writes to: log, workspace, configuration. */
  readonly folders?: readonly string[];
  /** The full disks among those of some folders. @default asks the system */
  readonly full?: typeof fullDisks;
};

export const createHealth = (deps: HealthDeps): StoreHealth => {
  const {database, store, clock, log, startNotes, folders = [], full: fullAmong = fullDisks} = deps;
  /** Only a successful write shows that a full disk has room again. */
  const trySaving = (): void => {
    try {
      store.transact(() => store.cursors.set(TRIED, String(clock.now())));
    } catch (error) {
      log.debug({error}, `Still can't save anything: ${errorMessage(error)}`);
    }
  };

  return {
    problems: () => {
      database.checkFileInPlace();
      if (database.trouble().full !== undefined) trySaving();
      const {full, lost} = database.trouble();
      if (lost !== undefined) return [{key: 'database', reason: lost.message, inForce: 'Everything new is refused.'}];
      const home = dirname(database.path);
      // A quota isn't seen from outside, and a failed write is proof.
      const disks = full === undefined ? fullAmong([home, ...folders]) : [home];
      return [...startNotes(), ...disks.map(diskProblem)];
    },
    checkFileInPlace: () => database.checkFileInPlace(),
    watch: () => clock.lookAgain('database file', database.checkFileInPlace),
  };
};

const diskProblem = (folder: string): Problem => ({
  key: 'disk',
  reason: `The disk is full: ${folder} has no room left. Free some space.`,
  inForce: "What can't be saved is refused, and what is due waits.",
});

/**
 * The first of the folders on each full disk, found without a write: an idle daemon would otherwise learn it only from
 * the first message that it loses. A folder that can't be inspected proves nothing.
 */
export const fullDisks = (folders: readonly string[], room: typeof roomIn = roomIn): readonly string[] => {
  const disks = new Map<number, string>();
  for (const folder of folders) {
    const found = room(folder);
    if (found !== undefined && found.bytes < LEAST_BYTES && !disks.has(found.disk)) disks.set(found.disk, folder);
  }
  return [...disks.values()];
};

/** The disk of a folder, and the bytes that this user can still write there. Undefined if the system doesn't tell. */
const roomIn = (folder: string): {readonly disk: number; readonly bytes: number} | undefined => {
  try {
    const {blocks, bavail, bfree, bsize, files, ffree} = statfsSync(folder);
    if (blocks === 0) return undefined;
    const isOutOfFiles = files > 0 && ffree === 0;
    // Some blocks are reserved for root.
    const free = process.getuid?.() === 0 ? bfree : bavail;
    return {disk: statSync(folder).dev, bytes: isOutOfFiles ? 0 : free * bsize};
  } catch {
    return undefined;
  }
};

/** A long message, its search index and the write-ahead log fit into this. */
const LEAST_BYTES = 1024 * 1024;

const TRIED = 'store.tried';
