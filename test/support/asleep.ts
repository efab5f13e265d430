// True if another process has nothing left to do at this moment, however busy the machine is.
import {readdirSync, readFileSync} from 'node:fs';

/** True when all threads of the process wait: for a timer or another process. Without /proc it is always true. */
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
