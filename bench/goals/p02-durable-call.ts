// P2: `reminder.set` over the socket, answered when it is on the disk. One client waits for a flush each time; many share one.
import type {Goal} from '../goal.ts';
import {median, medianRatio, perSecond} from '../support/figures.ts';
import {reminderAt} from '../support/memory.ts';
import {loadPerSecond} from '../support/program.ts';
import {openRaw} from '../support/raw-sqlite.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const durableCall: Goal = {
  name: 'P2',
  title: 'a durable add over the socket',
  measure: async ({rounds}) => {
    using folder = tempFolder();
    using raw = openRaw(folder.file('raw.db'));
    await using daemon = await startRealDaemon(folder.path);
    for (const {programs, clients, calls} of WAYS) await loadPerSecond(programs, daemon.socket, 'set', clients, calls);
    const floor: number[] = [];
    const reached = WAYS.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      floor.push(floorRate(raw));
      for (const [index, {programs, clients, calls}] of WAYS.entries()) {
        reached[index]?.push(await loadPerSecond(programs, daemon.socket, 'set', clients, calls));
      }
    }
    return WAYS.map(({clients, least}, index) => ({
      what: `reminder.set, ${clients} client${clients === 1 ? '' : 's'} ÷ bare SQLite inserts`,
      figure: medianRatio(reached[index] ?? [], floor),
      unit: '×',
      limit: {is: '≥', value: least},
      sides: `${perSecond(median(reached[index] ?? []))} : ${perSecond(median(floor))}`,
    }));
  },
};

const floorRate = (raw: ReturnType<typeof openRaw>): number => {
  const rows = Array.from({length: ROWS}, (_, index) => reminderAt(index));
  const before = performance.now();
  raw.addEach(rows);
  return (ROWS / (performance.now() - before)) * 1000;
};

const ROWS = 1_000;
const WAYS = [
  {programs: 1, clients: 1, calls: 2_000, least: 0.45},
  {programs: 2, clients: 10, calls: 8_000, least: 2},
  {programs: 2, clients: 100, calls: 20_000, least: 5},
] as const;
