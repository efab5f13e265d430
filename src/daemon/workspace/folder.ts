// The agent's folder. No path leaves the root, files are replaced atomically, and changes in one folder run one after
// the other.
import {constants, type Stats} from 'node:fs';
import {type FileHandle, lstat, mkdir, open, readdir, rename, stat, unlink} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {hasUnseen} from '../../shared/text/sanitize.ts';
import type {FolderEntry, Located, WorkspaceFiles} from '../ports/workspace.ts';
import {type Inside, resolveInside, shownPath, throughFolder} from './inside-path.ts';
import {errnoOf, ioError} from './io-error.ts';

/** The workspace at an absolute path. Creates nothing before the first write. */
export const createFolder = (path: string): WorkspaceFiles => {
  const root = resolve(path);
  const oneAtATime = createQueue();
  const replace = async (file: string, text: string): Promise<void> =>
    replaceFile(await fileToWrite(root, file), file, text);
  return {
    root,
    locate: file => named(file, () => locate(root, file)),
    read: file => named(file, () => readText(root, file)),
    readBytes: (file, range) => named(file, () => readFile(root, file, handle => part(handle, range))),
    entries: folder => named(folder, () => entries(root, folder)),
    write: (file, text) => oneAtATime(() => named(file, () => replace(file, text))),
    change: (file, edit) => oneAtATime(() => named(file, async () => replace(file, edit(await readText(root, file))))),
    append: (file, size, text) => oneAtATime(() => named(file, () => append(root, file, size, text))),
    remove: file => oneAtATime(() => named(file, () => remove(root, file))),
  };
};

/** True if a name is a temporary file, which stays behind if the process dies during a write. */
export const isTemporary = (name: string): boolean => name.startsWith(TEMPORARY) && name.endsWith('.tmp');

const locate = async (root: string, path: string): Promise<Located> => {
  const {base, real, missing} = await resolveInside(root, path);
  const found = missing.length > 0 ? undefined : await stat(real).catch(() => undefined);
  return {path: shownPath(base, real, missing), kind: kindOf(found), size: found?.size ?? 0};
};

const kindOf = (found: Stats | undefined): Located['kind'] => {
  if (found === undefined) return 'missing';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
};

const readText = async (root: string, path: string): Promise<string | undefined> => {
  const bytes = await readFile(root, path, async (handle, size) => {
    if (size > LARGEST_TEXT)
      throw new GatewayError('invalid', `${path} is too large to read whole (${megabytes(size)}).`);
    return handle.readFile();
  });
  return bytes === undefined ? undefined : textOf(bytes, path);
};

const textOf = (bytes: Uint8Array, path: string): string => {
  try {
    if (bytes.includes(0)) throw new TypeError('a NUL byte');
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch (cause) {
    throw new GatewayError('invalid', `${path} is a binary file (${bytes.length} bytes), not text.`, {cause});
  }
};

/** Reads an open regular file. Undefined if it doesn't exist. */
const readFile = async <T>(
  root: string,
  path: string,
  use: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T | undefined> => {
  const {base, real, missing} = await resolveInside(root, path);
  if (missing.length > 0) return undefined;
  if (real === base) throw new GatewayError('invalid', `${path} is a folder, not a file.`);
  return throughFolder(base, dirname(real), async anchor => {
    // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
    const handle = await open(join(anchor, basename(real)), READ);
    try {
      const found = await handle.stat();
      if (found.isDirectory()) throw new GatewayError('invalid', `${path} is a folder, not a file.`);
      if (!found.isFile()) throw new GatewayError('invalid', `${path} isn't a regular file.`);
      return await use(handle, found.size);
    } finally {
      await handle.close();
    }
  });
};

const part = async (handle: FileHandle, {from, limit}: {from: number; limit: number}): Promise<Uint8Array> => {
  const {buffer, bytesRead} = await handle.read(Buffer.alloc(limit), 0, limit, from);
  return buffer.subarray(0, bytesRead);
};

const entries = async (root: string, path: string): Promise<readonly FolderEntry[]> => {
  const {base, real, missing} = await resolveInside(root, path);
  if (missing.length > 0) throw new GatewayError('not_found', `No folder ${path} in the workspace.`);
  if (!(await stat(real)).isDirectory()) throw new GatewayError('invalid', `${path} is a file, not a folder.`);
  return throughFolder(base, real, async anchor => {
    const names = (await readdir(anchor)).filter(name => !isTemporary(name)).sort();
    const found = await Promise.all(names.map(name => lstat(join(anchor, name)).catch(() => undefined)));
    return names.flatMap((name, index) => {
      const stats = found[index];
      return stats === undefined ? [] : [{name, kind: entryKind(stats), size: stats.size, changedAt: stats.mtimeMs}];
    });
  });
};

const entryKind = (stats: Stats): FolderEntry['kind'] => {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
};

type WritePlace = {readonly base: string; readonly folder: string; readonly name: string};

/** Resolves the path of a file to write, and creates missing folders. */
const fileToWrite = async (root: string, path: string): Promise<WritePlace> => {
  await makeRoot(root);
  const inside = await resolveInside(root, path);
  const {base, real, missing} = inside;
  if (missing.some(hasUnseen)) {
    throw new GatewayError('invalid', 'A file name cannot contain control or invisible characters.');
  }
  if (missing.length === 0) {
    const kind = kindOf(await stat(real));
    if (kind !== 'file')
      throw new GatewayError('invalid', `${path} is ${kind === 'folder' ? 'a folder' : 'not a regular file'}.`);
    return {base, folder: dirname(real), name: basename(real)};
  }
  return {base, folder: await makeFolders(inside), name: missing.at(-1) ?? ''};
};

const makeFolders = async ({base, real, missing}: Inside): Promise<string> => {
  let folder = real;
  for (const name of missing.slice(0, -1)) {
    await throughFolder(base, folder, anchor => makeOne(join(anchor, name)));
    folder = join(folder, name);
  }
  return folder;
};

/** mkdir's own recursion loops forever below /proc. */
const makeRoot = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined) return;
  await makeRoot(dirname(folder));
  await makeOne(folder);
};

const makeOne = async (path: string): Promise<void> => {
  try {
    await mkdir(path, {mode: FOLDER_MODE});
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};

const replaceFile = ({base, folder, name}: WritePlace, path: string, text: string): Promise<void> =>
  throughFolder(base, folder, async anchor => {
    const target = join(anchor, name);
    const temporary = join(anchor, `${TEMPORARY}${crypto.randomUUID()}.tmp`);
    const before = await lstat(target).catch(() => undefined);
    if (before?.isSymbolicLink() === true)
      throw new GatewayError('refused', `${path} became a link while it was written.`);
    try {
      const handle = await open(temporary, NEW, FILE_MODE | ((before?.mode ?? 0) & OWNER_MAY_RUN));
      try {
        await handle.writeFile(text.toWellFormed());
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  });

const append = async (root: string, path: string, size: number, text: string): Promise<boolean> => {
  const {base, folder, name} = await fileToWrite(root, path);
  return throughFolder(base, folder, async anchor => {
    const handle = await open(join(anchor, name), APPEND, FILE_MODE);
    try {
      if ((await handle.stat()).size !== size) return false;
      await handle.appendFile(text.toWellFormed());
      return true;
    } finally {
      await handle.close();
    }
  });
};

const remove = async (root: string, path: string): Promise<void> => {
  const {base, real, missing} = await resolveInside(root, path);
  if (missing.length > 0) return;
  if (real === base) throw new GatewayError('refused', 'The workspace itself is not removed.');
  await throughFolder(base, dirname(real), anchor => unlink(join(anchor, basename(real))));
};

/** Errors name the requested path. */
const named = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw ioError(error, path);
  }
};

const createQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const LARGEST_TEXT = 16 * 2 ** 20;
const TEMPORARY = '.rooster-';
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OWNER_MAY_RUN = 0o100;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPEND =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;
