// Reports problems of the disk and the database file.

import {dirname} from 'node:path';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';
import {fullDisks} from './full-disks.ts';

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

const TRIED = 'store.tried';
