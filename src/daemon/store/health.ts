// Reports problems of the disk and the database file.

import type {Problem} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';

export type StoreHealth = {
  /** The reason why saving fails now, and what the start found. */
  readonly problems: () => readonly Problem[];
  /** Checks the file regularly until disposed, so that a loss is noticed without a write. */
  readonly watch: () => Disposable;
};

type HealthDeps = {
  readonly database: Pick<Database, 'trouble' | 'checkFileInPlace'>;
  readonly store: Pick<Store, 'transact' | 'cursors'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly startNotes: () => readonly Problem[];
};

export const createHealth = ({database, store, clock, log, startNotes}: HealthDeps): StoreHealth => {
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
      const fullDisk = {key: 'disk', inForce: 'Nothing new is saved. What is due waits until there is space.'};
      return [...startNotes(), ...(full === undefined ? [] : [{...fullDisk, reason: full.message}])];
    },
    watch: () => {
      let timer: Disposable | undefined;
      const check = (): void => {
        database.checkFileInPlace();
        timer = clock.after(CHECK_AGAIN_MS, check);
      };
      timer = clock.after(CHECK_AGAIN_MS, check);
      return {[Symbol.dispose]: () => timer?.[Symbol.dispose]()};
    },
  };
};

const TRIED = 'store.tried';
const CHECK_AGAIN_MS = 30 * SECOND;
