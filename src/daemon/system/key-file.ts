// Keeps an API key in a file that only its owner can read.
import {chmodSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeFolder} from '../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';

/** Writes the file whole, or not at all. Returns what puts back the state before. Throws a sentence without the key. */
export const writeKeyFile = (path: string, key: string): (() => void) => {
  const before = readOr(path);
  replace(path, key);
  return () => {
    if (before === undefined) rmSync(path, {force: true});
    else replace(path, before.trimEnd());
  };
};

const replace = (path: string, key: string): void => {
  const fresh = `${path}.${crypto.randomUUID()}`;
  try {
    makeFolder(dirname(path));
    chmodSync(dirname(path), 0o700);
    writeFileSync(fresh, `${key}\n`, {mode: 0o600, flag: 'wx'});
    renameSync(fresh, path);
  } catch (cause) {
    rmSync(fresh, {force: true});
    throw new GatewayError('failed', `Couldn't write ${path}: ${errorMessage(cause)}.`, {cause});
  }
};

const readOr = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
