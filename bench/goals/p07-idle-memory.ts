// P7: a daemon that keeps 100,000 reminders holds little more memory than a Node that does nothing.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Goal} from '../goal.ts';
import {median, medianRatio} from '../support/figures.ts';
import {makeHome} from '../support/memory.ts';
import {environment, pause, residentMB, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const idleMemory: Goal = {
  name: 'P7',
  title: 'idle memory',
  measure: async ({quick}) => {
    using folder = tempFolder();
    makeHome(folder.path, 100_000);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {env: environment(folder.path)});
      await using daemon = await startRealDaemon(folder.path);
      await pause(SETTLE_MS);
      ours.push(residentMB(daemon.pid));
      theirs.push(residentMB(idle.pid ?? 0));
      idle.kill();
      await once(idle, 'exit');
    }
    return [
      {
        what: 'memory with 100,000 pending ÷ an idle node',
        figure: medianRatio(ours, theirs),
        unit: '×',
        limit: {is: '≤', value: 1.8},
        sides: `${median(ours).toFixed(1)} MB : ${median(theirs).toFixed(1)} MB`,
      },
    ];
  },
};

/** The daemon has loaded by then what it loads when its start is over. */
const SETTLE_MS = 6_000;
