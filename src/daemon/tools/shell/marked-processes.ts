// Finds all processes of a command by a mark in their environment, which survives leaving the process group (setsid,
// set -m). Without /proc only the group is found.
import {readdirSync, readFileSync} from 'node:fs';

export const MARK = 'ROOSTER_COMMAND';

/** Signals all of the user's processes with the mark. */
export const signalMarked = (mark: string, signal: NodeJS.Signals): void => {
  for (const pid of processIds()) {
    if (pid !== process.pid && carries(pid, mark)) send(pid, signal);
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

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
};
