// A folder of its own for a test, gone when the test is over.
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type TempDir = Disposable & {readonly path: string};

export const tempDir = (): TempDir => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'rooster-test-')));
  return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true})};
};
