// Finds all processes of a command by a mark in their environment, which survives leaving the process group (setsid,
// set -m). Without /proc only the group is found.
import {readdirSync, readFileSync} from 'node:fs';

export const MARK = 'ROOSTER_COMMAND';

/** Signals all of the user's processes with the mark. False if there are none. */
export const signalMarked = (mark: string, signal: NodeJS.Signals | 0): boolean => {
  const pids = processIds().filter(pid => pid !== process.pid && carries(pid, mark));
  for (const pid of pids) send(pid, signal);
  return pids.length > 0;
};

/**
 * Signals the processes with the mark that are in a sandbox, and not the sandbox itself, which would end them without a
 * grace period. False if there are none.
 */
export const signalSandboxed = (mark: string, signal: NodeJS.Signals): boolean => {
  const marked = processIds().filter(pid => pid !== process.pid && carries(pid, mark));
  const depths = new Map(marked.map(pid => [pid, depthOf(pid)]));
  const deepest = Math.max(1, ...depths.values());
  if (deepest === depthOf(process.pid)) return false;
  for (const [pid, depth] of depths) if (depth === deepest) send(pid, signal);
  return true;
};

/** The number of process namespaces that it is in. */
const depthOf = (pid: number): number => {
  try {
    const [, ids = ''] = /^NSpid:\s+(.+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return ids.split(/\s+/u).length;
  } catch {
    return 1;
  }
};

const processIds = (): readonly number[] => {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter(pid => Number.isInteger(pid));
  } catch {
    return [];
  }
};

const carries = (pid: number, mark: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
};

const send = (pid: number, signal: NodeJS.Signals | 0): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
};
