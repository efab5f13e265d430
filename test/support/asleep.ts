// Whether another process has anything left to do at this moment, whatever else the machine is busy with.
import {readdirSync, readFileSync} from 'node:fs';

/** True when all its threads wait: for a timer, or for somebody else. Where there is no /proc, of every process. */
export const isAsleep = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).every(thread => {
      const {state} = /\) (?<state>\w)/u.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.groups ?? {};
      return state === 'S';
    });
  } catch {
    return true;
  }
};
