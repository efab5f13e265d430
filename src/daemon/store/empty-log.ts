// Checkpoints the write-ahead log in idle moments. Otherwise SQLite does so within a commit, which then takes ten times
// as long and delays due work.
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';

type EmptierDeps = {
  readonly database: Pick<Database, 'logPages' | 'checkpoint'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Call it after each commit, once its events are published. The checkpoint runs a moment later and only for a large
 * log. A page that many commits wrote is then copied once. Never throws: a failed checkpoint doesn't make the commit
 * fail.
 */
export const createLogEmptier = ({database, clock, log}: EmptierDeps): (() => void) => {
  let sinceLooked = 0;
  let willEmpty = false;

  const safely = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      // The log's content is safe. If the disk fails, the next commit reports it.
      log.warn({reason: errorMessage(error)}, "Couldn't empty the log of the database.");
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

/** Asking takes ten microseconds. This many commits stay below SQLite's own checkpoint limit. */
const COMMITS_BETWEEN_LOOKS = 8;
const MANY_PAGES = 1_000;
const EMPTY_AFTER_MS = 4;
