// A folder for a socket, gone with everything in it when the test is over.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type SocketHome = Disposable & {readonly folder: string; readonly path: string};

export const socketHome = (): SocketHome => {
  const folder = mkdtempSync(join(tmpdir(), 'rooster-wire-'));
  return {
    folder,
    path: join(folder, 'rooster.sock'),
    [Symbol.dispose]: () => rmSync(folder, {recursive: true, force: true}),
  };
};
