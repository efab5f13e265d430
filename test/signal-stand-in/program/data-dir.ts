// The data folder in signal-cli's layout: accounts.json, a lock for each account, attachments, and the cache of messages that were taken
// from the server and not yet passed on. A folder of a real signal-cli is never touched.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {serverFolder} from '../signal/server.ts';

export type Account = {readonly path: string; readonly number: string; readonly uuid: string};

export const accountsIn = (dataDir: string): readonly Account[] => {
  const path = accountsFile(dataDir);
  if (!existsSync(path)) return [];
  const {accounts} = JSON.parse(readFileSync(path, 'utf8')) as {accounts: readonly Account[]};
  return accounts;
};

/** Adds an account, or replaces the one with its number. */
export const writeAccount = (dataDir: string, {number, uuid}: Omit<Account, 'path'>): Account => {
  const others = accountsIn(dataDir).filter(known => known.number !== number);
  const account = {path: String(100_000 + others.length), environment: 'LIVE', number, uuid};
  mkdirSync(join(dataDir, 'data', `${account.path}.d`), {recursive: true, mode: 0o700});
  mkdirSync(serverFolder(dataDir), {recursive: true, mode: 0o700});
  writeFileSync(accountsFile(dataDir), JSON.stringify({accounts: [...others, account], version: 2}, undefined, 2));
  writeFileSync(join(dataDir, 'data', account.path), '{}');
  return account;
};

/** True if the folder belongs to a stand-in, or is empty enough for one. */
export const isOurs = (dataDir: string): boolean =>
  !existsSync(join(dataDir, 'data')) || existsSync(serverFolder(dataDir));

export const cacheFolder = (dataDir: string, account: Account): string =>
  join(dataDir, 'data', `${account.path}.d`, 'msg-cache');

export const attachmentFolder = (dataDir: string): string => join(dataDir, 'attachments');

/**
 * Locks the account until the process ends, in any way; undefined when another process has it. SQLite holds the lock, because Node has no
 * file locks.
 */
export const lockAccount = (dataDir: string, account: Account): Disposable | undefined => {
  const database = new DatabaseSync(join(dataDir, 'data', `${account.path}.lock`));
  try {
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    held.push(database);
    return {[Symbol.dispose]: () => database.close()};
  } catch {
    database.close();
    return undefined;
  }
};

/** An unreferenced database would be closed by the garbage collector, with its lock. */
const held: DatabaseSync[] = [];

const accountsFile = (dataDir: string): string => join(dataDir, 'data', 'accounts.json');
