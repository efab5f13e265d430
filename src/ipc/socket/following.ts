// The machine that a home follows: the daemon of such a home only keeps a copy. One small file beside the database,
// always replaced whole.
import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isRecord} from '../../shared/fields/is-record.ts';
import {type Host, readHost} from '../../shared/records/host.ts';
import type {Places} from '../../shared/records/places.ts';
import {makeFolder} from './make-folder.ts';

export type Following = {
  readonly host: Host;
  /** The record of commits that the copy continues. */
  readonly log?: string;
  /** A takeover has begun, and only it goes on. */
  readonly takesOver?: true;
};

/** Undefined for a home of its own. An unreadable file counts as following a machine that can't be reached. */
export const readFollowing = (places: Places): Following | undefined => {
  const path = fileOf(places);
  if (!existsSync(path)) return undefined;
  const value = contentOf(path);
  const {address, name, command, log, takesOver} = isRecord(value) ? value : {};
  const host = typeof address === 'string' ? readHost(address) : undefined;
  if (host === undefined || typeof name !== 'string') throw new Error(`${path} is damaged: it names no machine.`);
  return {
    host: {...host, name, command: typeof command === 'string' ? command : undefined},
    log: typeof log === 'string' ? log : undefined,
    takesOver: takesOver === true ? true : undefined,
  };
};

export const writeFollowing = (places: Places, {host, log, takesOver}: Following): void => {
  const path = fileOf(places);
  makeFolder(dirname(path));
  const {destination: address, name, command} = host;
  writeFileSync(`${path}.new`, `${JSON.stringify({address, name, command, log, takesOver})}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${path}.new`, path);
};

export const endFollowing = (places: Places): void => rmSync(fileOf(places), {force: true});

const contentOf = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const fileOf = ({database}: Places): string => join(dirname(database), 'following.json');
