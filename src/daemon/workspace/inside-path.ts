// Resolves a path and checks that it is inside the workspace. A check of the path alone has a race: a link may replace
// the folder before the file is opened. So folders are opened first, checked, and files are opened through them.
import {constants} from 'node:fs';
import {type FileHandle, lstat, open, readlink, realpath, stat} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {errnoOf, ioError} from './io-error.ts';

export type Inside = {
  /** The real path of the workspace. */
  readonly base: string;
  /** The deepest existing folder or file on the path, with links followed. */
  readonly real: string;
  /** The rest of the path, which doesn't exist yet. */
  readonly missing: readonly string[];
};

/** Follows a path as far as it exists. Throws a GatewayError if it leads out of the root. */
export const resolveInside = async (root: string, path: string): Promise<Inside> => {
  const base = (await realpathIfAny(root)) ?? root;
  const parts = partsOf(path, root, base);
  for (let count = parts.length; count >= 0; count -= 1) {
    const real = await realpathIfAny(join(base, ...parts.slice(0, count)));
    if (real === undefined) continue;
    // Only a link leads out here, because the path has no "..".
    if (!isWithin(base, real))
      throw new GatewayError('refused', `${path} is behind a link that leads outside the workspace. Use its target.`);
    const missing = parts.slice(count);
    await refuseDeadLink(real, missing[0], path);
    return {base, real, missing};
  }
  return {base, real: base, missing: parts};
};

/**
 * Opens a real folder of the workspace and passes a path to it. The path stays inside even if folders are renamed or
 * replaced by links.
 */
export const throughFolder = async <T>(
  base: string,
  folder: string,
  use: (anchor: string) => Promise<T>,
): Promise<T> => {
  const handle = await openFolder(folder);
  try {
    return await use(await anchorOf(handle, base, folder));
  } finally {
    await handle.close();
  }
};

/** The path from the root as people write it, `.` for the root itself. */
export const shownPath = (base: string, real: string, missing: readonly string[] = []): string => {
  const path = join(relative(base, real), ...missing);
  return path === '' ? '.' : path;
};

const partsOf = (path: string, root: string, base: string): readonly string[] => {
  if (path.includes('\0')) throw new GatewayError('invalid', 'A path cannot contain a NUL character.');
  const inner = withoutRoot(path, root) ?? withoutRoot(path, base) ?? path;
  if (inner.startsWith('/')) throw leadsOut(path);
  const parts = inner.split('/').filter(part => part !== '' && part !== '.');
  if (parts.includes('..')) throw leadsOut(path);
  return parts;
};

const withoutRoot = (path: string, root: string): string | undefined => {
  if (path === root) return '';
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
};

const realpathIfAny = async (path: string): Promise<string | undefined> => {
  try {
    return await realpath(path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw ioError(error, path);
  }
};

/** Creating a file follows a dangling link, so such a link counts as leading outside. */
const refuseDeadLink = async (real: string, next: string | undefined, path: string): Promise<void> => {
  if (next === undefined) return;
  const found = await lstat(join(real, next)).catch(() => undefined);
  if (found?.isSymbolicLink() === true) {
    throw new GatewayError('refused', `${path} is a link that leads nowhere inside the workspace.`);
  }
};

const openFolder = async (folder: string): Promise<FileHandle> => {
  try {
    return await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    throw ioError(error, folder);
  }
};

const anchorOf = async (handle: FileHandle, base: string, folder: string): Promise<string> => {
  const viaHandle = `/proc/self/fd/${handle.fd}`;
  const where = await readlink(viaHandle).catch(() => undefined);
  if (where !== undefined) {
    if (!isWithin(base, where)) throw leadsOut(folder);
    return viaHandle;
  }
  // Without /proc files are opened by path, so at least verify that it is still the opened folder.
  const [opened, named, real] = await Promise.all([handle.stat(), stat(folder), realpath(folder)]);
  if (opened.ino !== named.ino || opened.dev !== named.dev || !isWithin(base, real)) throw leadsOut(folder);
  return folder;
};

const isWithin = (base: string, real: string): boolean => real === base || real.startsWith(base + sep);

const leadsOut = (path: string): GatewayError =>
  new GatewayError(
    'refused',
    `${path} leads outside the workspace. Use a path relative to the workspace, without "..".`,
  );
