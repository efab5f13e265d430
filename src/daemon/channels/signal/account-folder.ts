// Where the things of one account are: signal-cli's data, its journal, its socket. Each account has a folder to itself, so that
// no signal-cli ever waits for another one's lock.
import {dirname, join} from 'node:path';

/** `database` is the daemon's own: the folder stands beside it. */
export const accountFolder = (database: string, account: string): string =>
  join(dirname(database), 'signal', account.replaceAll(/[^+\w-]/gu, '_'));
