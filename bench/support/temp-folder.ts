// A folder for one measurement. It goes with it.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type TempFolder = Disposable & {readonly path: string; readonly file: (name: string) => string};

export const tempFolder = (): TempFolder => {
  const path = mkdtempSync(join(tmpdir(), 'rooster-bench-'));
  return {
    path,
    file: name => join(path, name),
    [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true, maxRetries: 5}),
  };
};
