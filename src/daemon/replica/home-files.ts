// The files of a home that a second machine needs besides the database: each by its name, such as
// `workspace/AGENTS.md`. Links and sockets are left out, and what another program keeps locked.
import {closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import type {Places} from '../../shared/records/places.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';

type HomeFile = {readonly file: string; readonly bytes: number; readonly changedAt: EpochMs; readonly runs?: true};

/** The roots of these files on any machine, by the beginning of their names. */
export const rootsOf = ({config, keys, workspace, signal}: Places): Readonly<Record<string, string>> => ({
  'config.json': config,
  keys,
  workspace,
  signal,
});

/** All files, with a pause now and then: a workspace may be large. `more`: there are too many for a copy. */
export const listHomeFiles = async (
  places: Places,
): Promise<{readonly files: readonly HomeFile[]; readonly more?: true}> => {
  const files: HomeFile[] = [];
  const waiting = Object.entries(rootsOf(places)).map(([file, path]) => ({file, path}));
  for (let looked = 1, next = waiting.pop(); next !== undefined; looked += 1, next = waiting.pop()) {
    if (files.length >= MOST_FILES) return {files, more: true};
    if (looked % LOOKED_AT_ONCE === 0) await setImmediate();
    const {file, path} = next;
    const found = lstatSync(path, {throwIfNoEntry: false});
    if (found?.isDirectory())
      for (const name of namesIn(path)) waiting.push({file: `${file}/${name}`, path: join(path, name)});
    if (found?.isFile() !== true || isLeftOut(file)) continue;
    const runs = (found.mode & 0o100) === 0 ? undefined : true;
    files.push({file, bytes: found.size, changedAt: changed(path, found.mtimeMs), runs});
  }
  return {files};
};

/** The path of a listed file. Throws for a name that belongs to no root. */
export const pathOfHomeFile = (places: Places, file: string): string => {
  const [root = '', ...rest] = file.split('/');
  const path = rootsOf(places)[root];
  if (path === undefined) throw new GatewayError('not_found', `No file ${file}.`);
  return join(path, ...rest);
};

/** A part of a file: a link is refused, so that nothing outside of a root is read. */
export const readPart = (path: string, offset: number): {readonly bytes: Buffer; readonly end: boolean} => {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const size = fstatSync(handle).size;
    const bytes = Buffer.alloc(Math.max(0, Math.min(PART_BYTES, size - offset)));
    const read = readSync(handle, bytes, 0, bytes.length, offset);
    return {bytes: bytes.subarray(0, read), end: offset + read >= size || read === 0};
  } finally {
    closeSync(handle);
  }
};

/** A folder may go away meanwhile. */
const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/** A database in use changes in its log first. */
const changed = (path: string, at: number): EpochMs =>
  Math.floor(Math.max(at, isDatabase(path) ? (lstatSync(`${path}-wal`, {throwIfNoEntry: false})?.mtimeMs ?? 0) : 0));

/** signal-cli keeps its account in SQLite. A copy of the file alone would lack what its log has. */
export const isDatabase = (path: string): boolean => path.endsWith('.db');

const isLeftOut = (file: string): boolean => /\.db-(?:wal|shm|journal)$|\.lock$/u.test(file);

const PART_BYTES = 1024 * 1024;
const MOST_FILES = 20_000;
const LOOKED_AT_ONCE = 200;
