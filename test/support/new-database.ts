// The database of a home that is new, as an empty daemon leaves it. Built once for all tests of a worker: the migrations take longer than
// most tests.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Database} from '../../src/daemon/store/database/database.ts';
import {openDatabase} from '../../src/daemon/store/database/open-database.ts';
import {type OpenStore, openStore, type StoreOptions} from '../../src/daemon/store/store.ts';
import {openComparedStore} from './compared-copy.ts';
import {fakeClock} from './fake-clock.ts';
import {memoryLog} from './memory-log.ts';
import {tempDir} from './temp-dir.ts';

/** Leaves a database that is there. */
export const putNewDatabase = (path: string): void => {
  if (existsSync(path)) return;
  built ??= build();
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  writeFileSync(path, built, {mode: 0o600});
};

/**
 * A store on a new database of its own, which is removed when the store is closed. In the run of the tests for a copy,
 * a second database takes its commits and must be the same in the end.
 */
export const openNewStore = (options: Omit<StoreOptions, 'path'>): OpenStore =>
  onNewDatabase(path => (process.env['STORE'] === 'copied' ? openComparedStore : openStore)({...options, path}));

/** The same of the database alone. */
export const openNewDatabase = (): Database => onNewDatabase(path => openDatabase({path, log: memoryLog()}));

const onNewDatabase = <Open extends Disposable>(open: (path: string) => Open): Open => {
  const home = tempDir();
  const path = join(home.path, 'rooster.db');
  putNewDatabase(path);
  const opened = open(path);
  const close = opened[Symbol.dispose].bind(opened);
  return Object.assign(opened, {
    [Symbol.dispose]: () => {
      close();
      home[Symbol.dispose]();
    },
  });
};

const build = (): Buffer => {
  using home = tempDir();
  const path = join(home.path, 'rooster.db');
  openStore({path, clock: fakeClock(), log: memoryLog()})[Symbol.dispose]();
  return readFileSync(path);
};

let built: Buffer | undefined;
