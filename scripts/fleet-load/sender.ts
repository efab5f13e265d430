// Sets reminders as a person's program does: it asks whichever daemon of the cell answers, and again with the same key
// until one has acknowledged it.
import {setTimeout as pause} from 'node:timers/promises';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {type Client, daemonClient} from '../../src/ipc/protocol.ts';
import {dial} from '../../src/ipc/socket/dial.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import type {Machines} from './machines.ts';

type Reminder = {readonly name: string; readonly dueAt: number; readonly to: `ntfy:${string}`};

type Sender = AsyncDisposable & {
  /** True once a daemon has acknowledged it. False if none did before it was due. */
  readonly set: (cell: string, reminder: Reminder) => Promise<boolean>;
  /** Runs work for 0 to count - 1, a few at a time. */
  readonly inParallel: (count: number, work: (index: number) => Promise<void>) => Promise<void>;
};

export const openSender = (machines: Machines): Sender => {
  const clock = systemClock();
  const clients = new Map<string, Promise<Client & AsyncDisposable>>();

  const connect = async (cell: string): Promise<Client & AsyncDisposable> => {
    for (const socket of machines.socketsOf(cell)) {
      try {
        const client = daemonClient({transport: await dial(socket), clock, onNotice: () => {}});
        const {moved} = await client.call('hello', {protocol: PROTOCOL, client: 'fleet-load'}, {timeoutMs: 2_000});
        const {replica} = await client.call('daemon.status', {}, {timeoutMs: 2_000});
        if (moved === undefined && replica?.role === 'holder') return client;
        await client[Symbol.asyncDispose]();
      } catch {
        // The other one, or again.
      }
    }
    throw new Error(`nobody answers for ${cell}`);
  };

  const clientOf = (cell: string): Promise<Client & AsyncDisposable> => {
    const known = clients.get(cell) ?? connect(cell);
    clients.set(cell, known);
    return known;
  };

  return {
    set: async (cell, {name, dueAt, to}) => {
      while (Date.now() < dueAt - 1_000) {
        const asked = clientOf(cell);
        try {
          const client = await asked;
          const at = new Date(dueAt).toISOString();
          const timeoutMs = 5_000;
          await client.call(
            'reminder.set',
            {at, message: name, mode: 'verbatim', to, user: `p${to.slice(6)}`, key: name},
            {timeoutMs},
          );
          return true;
        } catch (error) {
          if (process.env['VERBOSE'] !== undefined) console.log(name, String(error));
          if (clients.get(cell) === asked) {
            clients.delete(cell);
            void asked.then(client => client[Symbol.asyncDispose]()).catch(() => {});
          }
          await pause(500);
        }
      }
      return false;
    },
    inParallel: async (count, work) => {
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let index = next++; index < count; index = next++) await work(index);
      };
      await Promise.all(Array.from({length: LANES}, lane));
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients.values()) await client.then(each => each[Symbol.asyncDispose]()).catch(() => {});
    },
  };
};

const LANES = 4;
