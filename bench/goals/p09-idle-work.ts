// P9: a daemon with nothing to do does nothing.
import type {Goal} from '../goal.ts';
import {makeHome} from '../support/memory.ts';
import {activityOf, pause, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const idleWork: Goal = {
  name: 'P9',
  title: 'idle work',
  measure: async ({quick}) => {
    const seconds = quick ? 20 : 60;
    using folder = tempFolder();
    makeHome(folder.path, 1_000);
    await using daemon = await startRealDaemon(folder.path);
    await pause(SETTLE_MS);
    const before = activityOf(daemon.pid);
    await pause(seconds * 1_000);
    const after = activityOf(daemon.pid);
    const worked = after.workedMs - before.workedMs;
    const sleeps = after.sleeps - before.sleeps;
    return [
      {
        what: 'of a processor, while idle',
        figure: worked / seconds / 10,
        unit: '%',
        limit: {is: '≤', value: 0.05},
        sides: `${worked.toFixed(1)} ms in ${seconds} s`,
      },
      {
        what: 'wake-ups, while idle',
        figure: sleeps / seconds,
        unit: '/s',
        limit: {is: '≤', value: 0.5},
        sides: `${sleeps} in ${seconds} s, all threads`,
      },
    ];
  },
};

/**
 * By then what a start leaves is over: the first backup comes after a minute, and for half a minute after such work V8
 * tidies up.
 */
const SETTLE_MS = 100_000;
