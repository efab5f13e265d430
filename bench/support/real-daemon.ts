// The daemon as it is shipped, dist/daemon.js, on a home of its own.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {connectTo, type WireClient} from './wire-client.ts';

export type RealDaemon = AsyncDisposable & {
  readonly pid: number;
  readonly socket: string;
  readonly client: WireClient;
  /** From the moment it was spawned to its first answer. */
  readonly startedInMs: number;
};

export const startRealDaemon = async (home: string): Promise<RealDaemon> => {
  const socket = join(home, 'run/rooster.sock');
  const before = performance.now();
  const child = spawn(process.execPath, [DAEMON, 'run'], {
    env: environment(home),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!existsSync(socket)) {
    if (child.exitCode !== null)
      throw new Error(`The daemon ended with ${child.exitCode} before it could be measured.`);
    await pause(0.5);
  }
  const client = await connectTo(socket);
  const startedInMs = performance.now() - before;
  return {
    pid: child.pid ?? 0,
    socket,
    client,
    startedInMs,
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]();
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Nothing of the developer's own settings. */
export const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  ROOSTER_HOME: home,
  TZ: 'UTC',
  TERM: 'xterm-256color',
});

/** Runs a whole program; returns its duration in ms. */
export const runProgram = async (args: readonly string[], home: string): Promise<number> => {
  const before = performance.now();
  const child = spawn(process.execPath, args, {env: environment(home), stdio: ['ignore', 'ignore', 'inherit']});
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}.`);
  return performance.now() - before;
};

/** Megabytes of memory that a process holds. */
export const residentMB = (pid: number): number => statusField(pid, 'VmRSS') / 1024;

/** Counts the process's voluntary sleeps so far, and the milliseconds of CPU time of all its threads. */
export const activityOf = (pid: number): {readonly sleeps: number; readonly workedMs: number} => {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const sleeps = tasks.map(task => statusField(`${pid}/task/${task}`, 'voluntary_ctxt_switches'));
  const worked = tasks.map(task => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]));
  return {sleeps: sum(sleeps), workedMs: sum(worked) / 1e6};
};

const statusField = (process: number | string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

const inDist = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const DAEMON = inDist('daemon.js');
export const COMMAND = inDist('rooster.js');
