// Programs that load or serve from a process of their own, so that both sides of a ratio are loaded by the same one.
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';

/** Starts `bench/programs/<name>`; what it sends are its messages, in order. */
export const startProgram = (name: string, args: readonly (string | number)[]): ChildProcess =>
  fork(fileURLToPath(new URL(`../programs/${name}`, import.meta.url)), args.map(String));

/** The next message; rejects when the program ends instead. */
export const messageOf = async <T>(program: ChildProcess): Promise<T> => {
  const over = once(program, 'exit').then(([code]) => {
    throw new Error(`${program.spawnargs[1]} ended with ${code}.`);
  });
  const [message] = await Promise.race([once(program, 'message'), over]);
  over.catch(() => {});
  return message as T;
};

export type LoadReport = {
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/**
 * Calls over a socket from a process of its own: `clients` connections, each with one call in flight, `calls` in all. `reminder`
 * is the id that `get` asks for.
 */
export const load = async (
  socket: string,
  kind: LoadKind,
  clients: number,
  calls: number,
  reminder = '',
): Promise<LoadReport> => {
  const [report] = await loadFrom(1, [socket, kind, clients, calls, reminder]);
  if (report === undefined) throw new Error('There is no report of the load.');
  return report;
};

/**
 * The same from `programs` processes at once, as clients are: one of them is busy for longer with a hundred calls than the daemon
 * with some of them. Calls a second, of all together.
 */
export const loadPerSecond = async (
  programs: number,
  socket: string,
  kind: LoadKind,
  clients: number,
  calls: number,
): Promise<number> => {
  const reports = await loadFrom(programs, [socket, kind, clients / programs, calls / programs]);
  return calls / Math.max(...reports.map(({seconds}) => seconds));
};

/** They begin together, when all are connected. */
const loadFrom = async (programs: number, args: readonly (string | number)[]): Promise<readonly LoadReport[]> => {
  const started = Array.from({length: programs}, () => startProgram('load.ts', args));
  const ended = started.map(program => once(program, 'exit'));
  await Promise.all(started.map(program => messageOf(program)));
  const reports = started.map(program => messageOf<LoadReport>(program));
  for (const program of started) program.send('go');
  const all = await Promise.all(reports);
  await Promise.all(ended);
  return all;
};

/** `hello` reads nothing, `get` reads a reminder, `set` adds one; `echo` sends what `hello` does to a server without a greeting. */
export type LoadKind = 'echo' | 'hello' | 'get' | 'set';
