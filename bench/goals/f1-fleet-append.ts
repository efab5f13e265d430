// F1: changes that are in PostgreSQL, too, before they count: each is a commit of SQLite, and all that wait go to the log
// in one round trip. And what people notice of a daemon in a fleet. A server of this machine, over its socket.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createPostgresLog} from '../../src/daemon/fleet/postgres-log.ts';
import type {FleetLog, Lease} from '../../src/daemon/ports/fleet-log.ts';
import {type OpenStore, openStore} from '../../src/daemon/store/store.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {clientOf, startPostgres, whyNoPostgres} from '../../test/support/postgres.ts';
import type {Check, Goal} from '../goal.ts';
import {chat, compare, setMany} from '../support/compare-daemons.ts';
import {median, ms, perSecond, quantile} from '../support/figures.ts';
import {makeHome, reminderAt} from '../support/memory.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const fleetAppend: Goal = {
  name: 'F1',
  title: 'a change that is in PostgreSQL, too',
  measure: async ({rounds, quick}) => {
    const why = whyNoPostgres();
    if (why !== undefined) return [{what: `not measured: ${why}`, figure: 0, unit: '', sides: ''}];
    using folder = tempFolder();
    await using server = await startPostgres();
    await using log = createPostgresLog(await clientOf(server));
    await log.prepare();
    using alone = openAt(folder.file('alone.db'));
    using stored = openAt(folder.file('stored.db'));
    await using pump = await startPump(stored, log, folder.file('copy.db'));
    const forMs = quick ? 500 : 2_000;
    const checks: Check[] = [];
    for (const clients of [1, 10, 100]) {
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) {
        theirs.push(await measure(alone, clients, forMs, async () => {}));
        ours.push(await measure(stored, clients, forMs, pump.passed));
      }
      const rate = (all: readonly Measured[]): number => median(all.map(each => each.rate));
      const waits = ours.flatMap(each => each.waits);
      checks.push({
        what: `changes in PostgreSQL, ${clients} at once`,
        figure: rate(ours),
        unit: '/s',
        sides: `p50 ${ms(median(waits))}, p99 ${ms(quantile(waits, 0.99))}; in SQLite alone ${perSecond(rate(theirs))}`,
      });
    }
    return [...checks, ...(await inFleet(server.address, rounds))];
  },
};

const inFleet = async (postgres: string, rounds: number): Promise<readonly Check[]> => {
  using folder = tempFolder();
  const homes = {alone: folder.file('alone'), fleet: folder.file('fleet')};
  for (const home of Object.values(homes)) makeHome(home, 1_000);
  const config = JSON.stringify({fleet: {postgres, cells: ['one']}});
  writeFileSync(join(homes.fleet, 'config.json'), config, {mode: 0o600});
  await using alone = await startRealDaemon(homes.alone);
  await using holder = await startRealDaemon(homes.fleet);
  const sides = {ours: {...holder, home: homes.fleet}, theirs: {...alone, home: homes.alone}, without: 'in no fleet'};
  return [
    await compare('reminder.set', rounds, sides, setMany),
    await compare('a message at the terminal, answered', rounds, sides, chat),
  ];
};

type Measured = {readonly rate: number; readonly waits: readonly number[]};

const measure = async (
  store: OpenStore,
  clients: number,
  forMs: number,
  passed: () => Promise<void>,
): Promise<Measured> => {
  const far = Date.now() + 864e5;
  const waits: number[] = [];
  const from = performance.now();
  const client = async (): Promise<void> => {
    for (let began = from; began < from + forMs; ) {
      store.transact(() => store.reminders.add(reminderAt(far + waits.length)));
      await passed();
      const now = performance.now();
      waits.push(now - began);
      began = now;
    }
  };
  await Promise.all(Array.from({length: clients}, client));
  return {rate: (waits.length / (performance.now() - from)) * 1_000, waits};
};

/** `passed` resolves once all that is committed by now is in the log. */
const startPump = async (
  {commitLog}: OpenStore,
  log: FleetLog,
  copy: string,
): Promise<AsyncDisposable & {readonly passed: () => Promise<void>}> => {
  const lease = await log.take(['bench'], {holder: 'bench', schema: 1, leaseMs: 3_600_000});
  if (lease === undefined) throw new Error('The cell is held.');
  commitLog.open();
  await commitLog.copyTo(copy);
  let last = commitLog.newest();
  await log.writeSnapshot(lease, {number: last, file: copy});
  const waiting: {readonly number: number; readonly resolve: () => void}[] = [];
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      last = await appendAfter(last);
      while (waiting[0] !== undefined && waiting[0].number <= last) waiting.shift()?.resolve();
      if (commitLog.newest() === last && !isOver) await commitLog.next();
    }
  };
  const appendAfter = async (number: number): Promise<number> => {
    const commits = commitLog.after(number);
    if (commits === undefined || !(await log.append(lease as Lease, commits))) throw new Error('The log is lost.');
    return commits.at(-1)?.number ?? number;
  };
  const running = run();
  return {
    passed: () => {
      const {promise, resolve} = Promise.withResolvers<void>();
      waiting.push({number: commitLog.newest(), resolve});
      return promise;
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      commitLog[Symbol.dispose]();
      await running;
    },
  };
};

const openAt = (path: string): OpenStore =>
  openStore({path, clock: systemClock(), log: {debug: quiet, info: quiet, warn: quiet, error: quiet}});

const quiet = (): void => {};
