// True if another process has nothing left to do at this moment, however busy the machine is.
import {readdirSync, readFileSync} from 'node:fs';

/** True when all threads of the process wait: for a timer or another process. Without /proc it is always true. */
export const isAsleep = (pid: number): boolean => hasState(pid, 'S') ?? true;

/** True when a signal has stopped the process. Without /proc it is never true. */
export const isStopped = (pid: number): boolean => hasState(pid, 'T') ?? false;

/** All threads of the process are in this state. */
const hasState = (pid: number, wanted: string): boolean | undefined => {
  try {
    return readdirSync(`/proc/${pid}/task`).every(thread => {
      const {state} = /\) (?<state>\w)/u.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.groups ?? {};
      return state === wanted;
    });
  } catch {
    return undefined;
  }
};
