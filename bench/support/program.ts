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

export type LoadReport = {readonly perSecond: number; readonly p50: number; readonly p99: number};

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
  const program = startProgram('load.ts', [socket, kind, clients, calls, reminder]);
  const ended = once(program, 'exit');
  const report = await messageOf<LoadReport>(program);
  await ended;
  return report;
};

/** `hello` reads nothing, `get` reads a reminder, `set` adds one; `echo` sends what `hello` does to a server without a greeting. */
export type LoadKind = 'echo' | 'hello' | 'get' | 'set';
