// Socket activation: systemd listens on the daemon's socket and passes it at each start, so that no connection is
// refused while the daemon restarts.
import {fstatSync, readFileSync} from 'node:fs';
import type {Environment} from '../../shared/records/places.ts';

/** The descriptor of a socket that listens at `path` and was passed to this process; undefined without one. */
export const passedSocket = (path: string, env: Environment): number | undefined => {
  if (env['LISTEN_PID'] !== String(process.pid)) return undefined;
  try {
    const inodes = listeningAt(path);
    return DESCRIPTORS.find(descriptor => inodes.includes(inodeOf(descriptor)));
  } catch {
    return undefined;
  }
};

/** Fields of a line: address, references, protocol, flags, type, state, inode, path. */
const listeningAt = (path: string): readonly (number | undefined)[] =>
  readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map(line => /^\S+ \S+ \S+ 00010000 \S+ \S+ +(\d+) (.*)$/u.exec(line))
    .flatMap(fields => (fields?.[2] === path ? [Number(fields[1])] : []));

const inodeOf = (descriptor: number): number => {
  try {
    return fstatSync(descriptor).ino;
  } catch {
    return -1;
  }
};

/**
 * systemd passes 3, which is lost when a daemon replaces itself to hide its secrets: Node keeps only the standard
 * streams then. So the service also gets the socket as its standard output, which a daemon doesn't use.
 */
const DESCRIPTORS: readonly number[] = [3, 1];
