// The folder of one account: signal-cli's data, its journal and its socket. Each account has its own, so that no
// signal-cli waits for another one's lock.
import {dirname, join} from 'node:path';

/** `database` is the daemon's. The folder is beside it. */
export const accountFolder = (database: string, account: string): string =>
  join(dirname(database), 'signal', account.replaceAll(/[^+\w-]/gu, '_'));
