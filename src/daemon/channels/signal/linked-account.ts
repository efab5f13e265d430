// Linking happens in a folder of its own, where no other account is; once it is known whose account it is, its data goes to where
// that account's things are. The journal there stays: how far it was read is remembered.
import {existsSync, mkdirSync, renameSync, rmdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Address} from '../../../shared/records/address.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {accountFolder} from './account-folder.ts';
import type {LinkDeps, LinkEnd} from './bridge/link.ts';
import {preparePlaces} from './bridge/places.ts';
import {ownAci} from './people/own-identity.ts';

export type LinkAccountDeps = Omit<LinkDeps, 'data'> & {
  /** The daemon's own: signal-cli's folders stand beside it. */
  readonly database: string;
};

/** Links, and puts the account's data where the bridge looks for it. Nothing may run there. Rejects when it cannot be put there. */
export const linkAccount = async ({database, ...deps}: LinkAccountDeps): Promise<LinkEnd> => {
  const folder = accountFolder(database, LINKING);
  rmSync(folder, {recursive: true, force: true});
  try {
    const {linkDevice} = await import('./bridge/link.ts');
    const end = await linkDevice({...deps, data: preparePlaces(folder).data});
    if (end.kind === 'linked') adopt(folder, accountFolder(database, end.number), deps.clock);
    return end;
  } finally {
    rmSync(folder, {recursive: true, force: true});
    removeIfEmpty(dirname(folder));
  }
};

/** Where nothing was linked, nothing is left. */
const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Accounts have their things in it.
  }
};

/** Where the person behind an account is met: by their ACI, which outlives their number. */
export const addressOfAccount = (database: string, account: string): Address =>
  `signal:${ownAci(join(accountFolder(database, account), DATA), account) ?? account}`;

/** What an earlier linking left is kept aside: it may hold attachments. */
const adopt = (from: string, to: string, clock: Clock): void => {
  mkdirSync(to, {recursive: true, mode: 0o700});
  const data = join(to, DATA);
  if (existsSync(data)) renameSync(data, `${data}.before-${clock.now()}`);
  renameSync(join(from, DATA), data);
};

const LINKING = 'linking';
const DATA = 'data';
