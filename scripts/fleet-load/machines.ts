// The machines of a fleet: each a daemon that keeps several cells running, in a home of its own. Each cell may be held
// by two of them.

import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {clientOf, type PostgresServer} from '../../test/support/postgres.ts';
import {ROOT} from '../../test/support/rooster-home.ts';
import {tempDir} from '../../test/support/temp-dir.ts';
import {commitsIn} from './audit.ts';

type Fleet = {
  readonly postgres: PostgresServer;
  readonly cells: readonly string[];
  readonly daemons: number;
  readonly people: number;
  readonly ntfy: string;
};

export type Machines = AsyncDisposable & {
  readonly cells: readonly string[];
  readonly count: number;
  /** Resolves when each cell has a holder. */
  readonly ready: () => Promise<void>;
  /** The sockets on which a cell's daemons may answer. */
  readonly socketsOf: (cell: string) => readonly string[];
  /** The number of the machine that holds it, and the process. */
  readonly holderOf: (cell: string) => Promise<{readonly machine: number; readonly pid: number} | undefined>;
  readonly kill: (machine: number) => readonly string[];
  readonly start: (machine: number) => void;
  readonly stop: () => Promise<void>;
  /** The database of each cell's last holder. */
  readonly databases: () => readonly string[];
};

export const startMachines = async ({postgres, cells, daemons, people, ntfy}: Fleet): Promise<Machines> => {
  const folder = tempDir('fleet');
  const secret = join(folder.path, 'postgres');
  writeFileSync(secret, postgres.address, {mode: 0o600});
  const homeOf = (machine: number): string => join(folder.path, `m${machine}`);
  const cellsOf = (machine: number): readonly string[] =>
    cells.filter((_, index) => index % daemons === machine || (index + 1) % daemons === machine);
  const cellHome = (machine: number, cell: string): string => join(homeOf(machine), 'cells', cell);
  const perCell = Math.ceil(people / cells.length);
  for (let machine = 0; machine < daemons; machine += 1) {
    write(homeOf(machine), {fleet: {postgres: {file: secret}, cells: cellsOf(machine)}});
    for (const cell of cellsOf(machine))
      write(cellHome(machine, cell), {
        ntfy: {url: ntfy, topic: 'top'},
        users: Array.from({length: perCell}, (_, person) => ({
          name: `p${person}`,
          trust: 'familiar',
          match: [`ntfy:u${person}`],
        })),
      });
  }
  const running = new Map<number, ChildProcess>();
  const start = (machine: number): void => {
    const child = spawn(process.execPath, [join(ROOT, 'dist/daemon.js'), 'run', '--alone'], {
      env: {PATH: process.env['PATH'], HOME: folder.path, TZ: 'UTC', ROOSTER_HOME: homeOf(machine)},
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.set(machine, child);
  };
  for (let machine = 0; machine < daemons; machine += 1) start(machine);
  const sql = await clientOf(postgres);

  const holderOf: Machines['holderOf'] = async cell => {
    // Before the first daemon has made the tables, and while PostgreSQL is away.
    const {rows} = await sql
      .query('SELECT address FROM cells WHERE cell = $1 AND lease_until > clock_timestamp()', [cell])
      .catch(() => ({rows: []}));
    const address = String(rows[0]?.['address'] ?? '');
    const machine = Array.from({length: daemons}, (_, index) => index).find(each =>
      address.startsWith(`${homeOf(each)}/`),
    );
    const pid = machine === undefined ? undefined : pidIn(cellHome(machine, cell));
    return machine === undefined || pid === undefined ? undefined : {machine, pid};
  };

  return {
    cells,
    count: daemons,
    ready: async () => {
      for (const cell of cells) while ((await holderOf(cell)) === undefined) await pause(200);
    },
    socketsOf: cell =>
      Array.from({length: daemons}, (_, machine) => join(cellHome(machine, cell), 'run/rooster.sock')).filter(path =>
        existsSync(path),
      ),
    holderOf,
    kill: machine => {
      const own = cellsOf(machine);
      // The daemon first, so that it starts none again.
      running.get(machine)?.kill('SIGKILL');
      for (const cell of own) signal(pidIn(cellHome(machine, cell)), 'SIGKILL');
      return own;
    },
    start,
    stop: async () => {
      for (const child of running.values()) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
        child.kill('SIGTERM');
        await ended;
      }
    },
    databases: () =>
      cells.flatMap(cell => {
        const own = Array.from({length: daemons}, (_, machine) => join(cellHome(machine, cell), 'rooster.db')).filter(
          path => existsSync(path),
        );
        return own.toSorted((a, b) => commitsIn(b) - commitsIn(a)).slice(0, 1);
      }),
    [Symbol.asyncDispose]: async () => {
      await sql[Symbol.asyncDispose]();
      for (const child of running.values()) child.kill('SIGKILL');
      folder[Symbol.dispose]();
    },
  };
};

const write = (home: string, config: object): void => {
  mkdirSync(home, {recursive: true, mode: 0o700});
  writeFileSync(join(home, 'config.json'), JSON.stringify(config), {mode: 0o600});
};

const pidIn = (home: string): number | undefined => {
  try {
    return Number.parseInt(readFileSync(join(home, 'rooster.db.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
};

const signal = (pid: number | undefined, name: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended.
  }
};
