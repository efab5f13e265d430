// The database's log, emptied when nobody waits. Left to SQLite, every so many pages a commit would take ten times as long, and
// whatever falls due with it would be late by that.
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';

type EmptierDeps = {
  readonly database: Pick<Database, 'logPages' | 'checkpoint'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * To be called after each commit, when its events have been told. The log is emptied a moment later, and not before there is much
 * in it, since the pages that many commits wrote are copied once. Never throws: what was committed is committed, and nobody may
 * take it for failed because of the log.
 */
export const createLogEmptier = ({database, clock, log}: EmptierDeps): (() => void) => {
  let sinceLooked = 0;
  let willEmpty = false;

  const safely = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      // What the log holds is safe where it is, and the next commit that cannot be kept says so itself.
      log.warn({reason: errorMessage(error)}, 'The log of the database could not be emptied.');
      return undefined;
    }
  };

  return () => {
    sinceLooked += 1;
    if (sinceLooked < COMMITS_BETWEEN_LOOKS) return;
    sinceLooked = 0;
    if (willEmpty || (safely(database.logPages) ?? 0) < MANY_PAGES) return;
    willEmpty = true;
    clock.after(EMPTY_AFTER_MS, () => {
      willEmpty = false;
      safely(database.checkpoint);
    });
  };
};

/** Asking takes ten microseconds; in so many commits not as much gathers as makes SQLite do it in one. */
const COMMITS_BETWEEN_LOOKS = 8;
const MANY_PAGES = 1_000;
const EMPTY_AFTER_MS = 4;
