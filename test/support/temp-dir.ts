// A folder of its own for a test, gone when the test is over.
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type TempDir = Disposable & {readonly path: string};

export const tempDir = (name = 'test'): TempDir => {
  const path = realpathSync(mkdtempSync(join(PLACE, `rooster-${name}-`)));
  return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true})};
};

/** Sockets lie in these folders, and the system takes no path of a socket over 104 bytes: a developer's own place may be too long. */
const PLACE = Buffer.byteLength(realpathSync(tmpdir())) > 50 ? '/tmp' : tmpdir();
