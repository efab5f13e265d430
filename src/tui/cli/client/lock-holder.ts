// Finds the process that holds a home without using its socket, for a daemon that cannot be reached.
import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';
import {isAlive} from '../../../ipc/socket/is-alive.ts';
import type {Places} from '../../../shared/records/places.ts';

/**
 * The process that holds this home's lock; undefined when none does. On Linux the kernel's list of locks decides.
 * Elsewhere a live process with that number counts if its command line is a daemon's.
 */
export const findLockHolder = ({database}: Pick<Places, 'database'>): number | undefined => {
  const pid = pidIn(`${database}.pid`);
  const inode = inodeOf(`${database}.lock`);
  if (pid === undefined || inode === undefined || !isAlive(pid)) return undefined;
  const holds = inLocks(pid, inode) ?? isDaemon(pid);
  return holds ? pid : undefined;
};

const pidIn = (path: string): number | undefined => {
  const pid = Number.parseInt(textOf(path) ?? '', 10);
  return Number.isNaN(pid) ? undefined : pid;
};

const inodeOf = (path: string): number | undefined => {
  try {
    return statSync(path).ino;
  } catch {
    return undefined;
  }
};

/** `1: POSIX  ADVISORY  WRITE PID MAJOR:MINOR:INODE START END`; undefined on systems without this list. */
const inLocks = (pid: number, inode: number): boolean | undefined => {
  const lines = textOf('/proc/locks')?.split('\n');
  return lines?.some(line => {
    const [, , , , owner, file] = line.split(/\s+/u);
    return owner === String(pid) && file?.split(':').at(-1) === String(inode);
  });
};

const isDaemon = (pid: number): boolean => {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {encoding: 'utf8'});
    return /daemon(?:\.js|\/main\.ts) run\b/u.test(command);
  } catch {
    return false;
  }
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
