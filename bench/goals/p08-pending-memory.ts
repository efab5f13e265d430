// P8: what is pending costs the daemon no memory: only the database knows it.
import type {Goal} from '../goal.ts';
import {median} from '../support/figures.ts';
import {makeHome} from '../support/memory.ts';
import {pause, residentMB, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const pendingMemory: Goal = {
  name: 'P8',
  title: 'memory for each pending reminder',
  measure: async ({quick}) => {
    using none = tempFolder();
    using many = tempFolder();
    makeHome(none.path, 0);
    makeHome(many.path, PENDING);
    const differences: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      await using empty = await startRealDaemon(none.path);
      await using full = await startRealDaemon(many.path);
      await pause(SETTLE_MS);
      differences.push(residentMB(full.pid) - residentMB(empty.pid));
    }
    const megabytes = median(differences);
    return [
      {
        what: 'memory for each of 100,000 pending reminders',
        figure: Math.max(0, (megabytes * 1024 * 1024) / PENDING),
        unit: 'B',
        limit: {is: '≤', value: 64},
        sides: `${megabytes.toFixed(1)} MB more than with none`,
      },
    ];
  },
};

const PENDING = 100_000;
const SETTLE_MS = 5_000;
