// A folder for a socket, removed with its content after the test.
import {join} from 'node:path';
import {tempDir} from './temp-dir.ts';

export type SocketHome = Disposable & {readonly folder: string; readonly path: string};

export const socketHome = (): SocketHome => {
  const {path: folder, ...dir} = tempDir('wire');
  return {...dir, folder, path: join(folder, 'rooster.sock')};
};
