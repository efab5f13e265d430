// A folder for one test, removed after it.
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type TempDir = Disposable & {readonly path: string};

/** `place`: commands in the real sandbox see nothing of `/dev/shm`, where tests usually are. */
export const tempDir = (name = 'test', place = PLACE): TempDir => {
  const path = realpathSync(mkdtempSync(join(place, `rooster-${name}-`)));
  return {path, [Symbol.dispose]: () => removeFolder(path)};
};

/** Removes a folder in which a process may still write: a file that it adds meanwhile is removed, too. */
export const removeFolder = (path: string): void => rmSync(path, {recursive: true, force: true, maxRetries: 10});

/** Sockets are in these folders, and a socket's path may have at most 104 bytes: a developer's own folder may be too long. */
const PLACE = Buffer.byteLength(realpathSync(tmpdir())) > 50 ? '/tmp' : tmpdir();
