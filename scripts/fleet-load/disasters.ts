// Kills and stops daemons, machines and the database, one thing at a time, at random.
import {setTimeout as pause} from 'node:timers/promises';
import type {PostgresServer} from '../../test/support/postgres.ts';
import type {Machines} from './machines.ts';

type Disaster = {
  readonly kind: 'daemon killed' | 'daemon stopped past its lease' | 'machine killed' | 'PostgreSQL killed';
  readonly at: number;
  readonly cells: readonly string[];
};

type Disasters = {readonly log: readonly Disaster[]; readonly stop: () => Promise<void>};

export const startDisasters = ({
  machines,
  postgres,
  everyMs,
}: {
  readonly machines: Machines;
  readonly postgres: PostgresServer;
  readonly everyMs: number;
}): Disasters => {
  const log: Disaster[] = [];
  let isStopping = false;
  const {promise: stopped, resolve: stop} = Promise.withResolvers<void>();
  const note = (kind: Disaster['kind'], cells: readonly string[]): void => void log.push({kind, at: Date.now(), cells});

  const happen = async (): Promise<void> => {
    const dice = Math.random();
    const cell = machines.cells[Math.floor(Math.random() * machines.cells.length)] ?? '';
    if (dice < 0.1) {
      note('PostgreSQL killed', machines.cells);
      await postgres.kill();
      await pause(2_000);
      await postgres.start();
      return;
    }
    const holder = await machines.holderOf(cell);
    if (holder === undefined) return;
    if (dice < 0.25) {
      note('machine killed', machines.kill(holder.machine));
      await pause(12_000);
      machines.start(holder.machine);
    } else if (dice < 0.5) {
      note('daemon stopped past its lease', [cell]);
      process.kill(holder.pid, 'SIGSTOP');
      await pause(13_000);
      process.kill(holder.pid, 'SIGCONT');
    } else {
      note('daemon killed', [cell]);
      process.kill(holder.pid, 'SIGKILL');
    }
  };

  const running = (async () => {
    while (!isStopping) {
      await Promise.race([pause(everyMs * (0.5 + Math.random())), stopped]);
      if (!isStopping) await happen().catch(error => console.log(`A disaster didn't happen: ${error}`));
    }
  })();
  return {
    log,
    stop: async () => {
      isStopping = true;
      stop();
      await running;
    },
  };
};
