// Links an account in an empty folder, then moves its data to the account's own folder. The journal there stays, with
// the position up to which it was read.
import {existsSync, mkdirSync, renameSync, rmdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {longPathReason} from '../../../ipc/socket/dial.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type Host, type LinkDeps, type LinkEnd, linkDevice, ownAci, preparePlaces} from '../signal-cli/index.ts';

type LinkAccountDeps = Omit<LinkDeps, 'data' | 'host'> & {
  /** The daemon's database. signal-cli's folders are beside it. */
  readonly database: string;
};

/**
 * Links an account and moves its data to the bridge's folder. No signal-cli may run there. Rejects if the data can't be
 * moved.
 */
export const linkAccount = async ({database, ...deps}: LinkAccountDeps): Promise<LinkEnd> => {
  const folder = accountFolder(database, LINKING);
  rmSync(folder, {recursive: true, force: true});
  try {
    const end = await linkDevice({...deps, host: ROOSTER, data: preparePlaces(folder).data});
    if (end.kind === 'linked') adopt(folder, accountFolder(database, end.number), deps.clock);
    return end;
  } finally {
    rmSync(folder, {recursive: true, force: true});
    removeIfEmpty(dirname(folder));
  }
};

/**
 * The folder of one account, beside the daemon's database: signal-cli's data, its journal and its socket. Each account
 * has its own, so that no signal-cli waits for another one's lock.
 */
export const accountFolder = (database: string, account: string): string =>
  join(dirname(database), 'signal', account.replaceAll(/[^+\w-]/gu, '_'));

/** Leaves no folder behind if nothing was linked. */
const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // The folder contains accounts.
  }
};

/** The address of an account's owner: by ACI, which survives a new number. */
export const addressOfAccount = (database: string, account: string): Address =>
  `signal:${ownAci(join(accountFolder(database, account), DATA), account) ?? account}`;

/** Keeps the data of an earlier link aside, because it may contain attachments. */
const adopt = (from: string, to: string, clock: Clock): void => {
  mkdirSync(to, {recursive: true, mode: 0o700});
  const data = join(to, DATA);
  if (existsSync(data)) renameSync(data, `${data}.before-${clock.now()}`);
  renameSync(join(from, DATA), data);
};

/** Rooster's names in the sentences of the client for signal-cli. */
export const ROOSTER: Host = {
  name: 'Rooster',
  command: 'signal.command',
  endpoint: 'signal.endpoint',
  account: 'signal.account',
  set: (setting, value) => `rooster config set ${setting} ${value}`,
  link: 'rooster signal link',
  restart: 'rooster daemon restart',
  longPath: longPathReason,
};

const LINKING = 'linking';
const DATA = 'data';
