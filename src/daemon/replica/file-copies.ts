// Copies of the files of another machine's home, in a folder of their own until a takeover puts them in place.
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Client} from '../../ipc/protocol.ts';
import {COPIES, type Places} from '../../shared/records/places.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {type EpochMs, instantOfIso} from '../../shared/time/time.ts';
import type {CellFile} from '../ports/fleet-log.ts';
import {rootsOf} from './home-files.ts';

/** The folder of these copies: `config.json`, `keys`, `workspace` and `signal`, as far as they exist there. */
export const copiedFiles = ({database}: Places): string => join(dirname(database), 'replica');

type FileCopies = {
  /** Brings the files that have changed, and deletes those that are gone there. Not whole: there are too many. */
  readonly bring: (client: Client) => Promise<{readonly isWhole: boolean}>;
};

export const createFileCopies = (places: Places): FileCopies => {
  const folder = copiedFiles(places);
  return {
    bring: async client => {
      const {files, more} = await client.call('store.files', {});
      const names = new Set(files.map(({file}) => file));
      for (const {file, bytes, changedAt, runs} of files) {
        const path = join(folder, checked(file));
        const at = instantOfIso(changedAt) ?? 0;
        if (isSame(path, bytes, at)) continue;
        await bringFile(client, file, path, {at, mode: runs === true ? 0o700 : 0o600}).catch(error => {
          // A file may go away while it is read. The next look says so.
          if (!(error instanceof GatewayError) || error.code !== 'not_found') throw error;
        });
      }
      // Without a whole list nothing is known to be gone.
      if (more !== true)
        for (const file of namesIn(folder)) if (!names.has(file)) rmSync(join(folder, file), {force: true});
      return {isWhole: more !== true};
    },
  };
};

/** Writes a file of the other machine here. Until it is complete, the old one stays. */
export const bringFile = async (
  client: Client,
  file: string,
  path: string,
  {at, mode = 0o600}: {readonly at?: EpochMs; readonly mode?: number} = {},
): Promise<void> => {
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  const unfinished = `${path}.part`;
  rmSync(unfinished, {force: true});
  const handle = openSync(unfinished, 'wx', mode);
  try {
    for (let offset = 0, isEnd = false; !isEnd; ) {
      const {bytes, end} = await client.call('store.read', {file, offset});
      const part = Buffer.from(bytes, 'base64');
      for (let written = 0; written < part.length; ) written += writeSync(handle, part, written);
      offset += part.length;
      isEnd = end;
    }
    fsyncSync(handle);
  } catch (error) {
    rmSync(unfinished, {force: true});
    throw error;
  } finally {
    closeSync(handle);
  }
  if (at !== undefined) utimesSync(unfinished, at / 1_000, at / 1_000);
  renameSync(unfinished, path);
};

/** Writes a file of the copy whole. Hundreds of flushes would hold a takeover up: what can be made again has none. */
export const writeCopy = (folder: string, {path: name, mode, bytes}: CellFile): void => {
  const path = join(folder, checked(name));
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  writeFileSync(path, bytes, {mode, flush: !name.startsWith(`workspace/${COPIES}/`)});
};

/**
 * Puts the copies in place of this home's own files, which stay beside them. Interrupted, the next call goes on with
 * the rest.
 */
export const putFilesInPlace = (places: Places): void => {
  for (const [name, path] of Object.entries(rootsOf(places))) putInPlace(join(copiedFiles(places), name), path);
  rmSync(copiedFiles(places), {recursive: true, force: true});
};

const putInPlace = (from: string, to: string): void => {
  if (!existsSync(from)) return;
  if (existsSync(to)) {
    rmSync(`${to}.before-takeover`, {recursive: true, force: true});
    renameSync(to, `${to}.before-takeover`);
  }
  mkdirSync(dirname(to), {recursive: true, mode: 0o700});
  try {
    renameSync(from, to);
  } catch {
    // On another disk.
    cpSync(from, `${to}.new`, {recursive: true});
    renameSync(`${to}.new`, to);
    rmSync(from, {recursive: true, force: true});
  }
};

/** The other side's names lead nowhere but into the folder. */
const checked = (file: string): string => {
  const parts = file.split('/');
  if (file.startsWith('/') || file.includes('\0') || parts.some(part => part === '' || part === '.' || part === '..'))
    throw new GatewayError('failed', 'The other machine names a file outside of its home.');
  return file;
};

const isSame = (path: string, bytes: number, at: EpochMs): boolean => {
  const found = statSync(path, {throwIfNoEntry: false});
  const isDatabase = path.endsWith('.db');
  // A copy of a database has another size than the file in use.
  return found !== undefined && Math.floor(found.mtimeMs) === at && (isDatabase || found.size === bytes);
};

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(({parentPath, name}) => join(parentPath, name).slice(folder.length + 1))
    : [];
