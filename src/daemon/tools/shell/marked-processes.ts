// A process can leave its group (setsid, set -m), but hardly its environment: each command's processes carry a mark there, so
// that stopping it finds those too. Where the system has no /proc, the group is all that is found.
import {readdirSync, readFileSync} from 'node:fs';

/** The environment variable that carries the mark. */
export const MARK = 'ROOSTER_COMMAND';

/** Signals every process of ours that carries the mark. */
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
    // It ended meanwhile, or belongs to someone else.
    return false;
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
};
