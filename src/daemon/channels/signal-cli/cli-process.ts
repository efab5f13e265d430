// Starts signal-cli in its own process group with output to files. So neither Ctrl-C nor a daemon crash ends it. Finds
// a process that an earlier daemon left running.
import {execFile, spawn} from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {isAlive} from '../../../ipc/socket/is-alive.ts';
import type {Reason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type CliPlaces, cliEnvironment, placesIn, writeCliConfig} from './places.ts';
import {within} from './waiting.ts';

/** `code` is null after a signal, and absent if the process did not start or its end was not seen. */
export type CliEnd = Reason & {readonly code?: number | null};

export type CliProcess = {
  readonly pid: number;
  /** Resolves when the process has ended. Never rejects. */
  readonly exited: Promise<CliEnd>;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
};

/** Never throws: a process that can't start counts as ended, with the reason. `setting`: the one of the command. */
export const startCli = (command: string, args: readonly string[], places: CliPlaces, setting: string): CliProcess => {
  const {promise: exited, resolve} = Promise.withResolvers<CliEnd>();
  endLastLine(places.journal);
  writeCliConfig(places);
  const output = openSync(places.journal, 'a', 0o600);
  const errors = openSync(places.stderr, 'a', 0o600);
  // A child can't have its own umask. No other code runs between these two lines.
  const umask = process.umask(0o077);
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', output, errors],
      env: {...cliEnvironment(places.config), SIGNAL_CLI_OPTS: process.env['SIGNAL_CLI_OPTS'] ?? JVM_OPTIONS},
    });
    child.once('error', error => resolve(startError(error, command, setting)));
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
    const pid = child.pid ?? 0;
    if (pid > 0) writeFileSync(places.pid, `${pid}\n`, {mode: 0o600});
    return {pid, exited, signal: name => signalGroup(pid, name)};
  } finally {
    process.umask(umask);
    closeSync(output);
    closeSync(errors);
  }
};

/** Ends an unfinished line, left by a crash, so that the next message starts a new line. */
export const endLastLine = (path: string): void => {
  const file = openSync(path, 'a+', 0o600);
  try {
    const {size} = fstatSync(file);
    const last = Buffer.from('\n');
    if (size > 0) readSync(file, last, 0, 1, size - 1);
    if (last[0] !== LF) writeSync(file, '\n');
  } finally {
    closeSync(file);
  }
};

/**
 * Finds a running signal-cli that was started for this folder. The pid isn't enough: its command line must name the
 * socket.
 */
export const findOrphan = async (places: CliPlaces, clock: Clock): Promise<CliProcess | undefined> => {
  const pid = pidIn(places.pid);
  if (pid === undefined || !isAlive(pid) || !(await commandLineOf(pid)).includes(places.socket)) return undefined;
  return {pid, exited: endOfOrphan(pid, clock), signal: name => signalGroup(pid, name)};
};

/** Ends what an earlier daemon left running for accounts in this folder. Another machine may use them now. */
export const endLeftClis = async (accounts: string, clock: Clock): Promise<void> => {
  for (const account of existsSync(accounts) ? readdirSync(accounts) : []) {
    const left = await findOrphan(placesIn(join(accounts, account)), clock);
    if (left !== undefined) await endProcess(left, clock);
  }
};

/** Terminates the process, waits, and kills it if needed. */
export const endProcess = async (running: CliProcess, clock: Clock): Promise<void> => {
  running.signal('SIGTERM');
  if (await within(clock, TERM_MS, running.exited)) return;
  running.signal('SIGKILL');
  await within(clock, KILL_MS, running.exited);
};

const pidIn = (path: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
};

const commandLineOf = async (pid: number): Promise<string> => {
  try {
    return (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;
  } catch {
    return commandLineInProc(pid);
  }
};

/** Small systems have no `ps`. */
const commandLineInProc = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** The end of another program's process isn't reported, so poll for it. */
const endOfOrphan = (pid: number, clock: Clock): Promise<CliEnd> =>
  new Promise(resolve => {
    const look = (): void => {
      if (isAlive(pid)) clock.after(LOOK_EVERY_MS, look);
      else resolve({what: 'signal-cli ended'});
    };
    look();
  });

/** Signals the whole group, because a start script may have Java as its child. */
export const signalGroup = (pid: number, name: NodeJS.Signals): void => {
  if (pid <= 1) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The process has already ended.
  }
};

const endOf = (code: number | null, signal: NodeJS.Signals | null): CliEnd => {
  if (signal !== null) return {what: `signal-cli was ended by ${signal}`, code: null};
  if (code === 0) return {what: 'signal-cli ended, as it does when the account was closed', code};
  return {what: `signal-cli ended with code ${code}`, code};
};

const startError = (error: NodeJS.ErrnoException, command: string, setting: string): CliEnd =>
  error.code === 'ENOENT'
    ? {what: `No program '${command}'`, advice: `Install signal-cli, or name it in ${setting}.`}
    : {what: `'${command}' cannot be started (${error.message})`, advice: `See ${setting}.`};

const LF = 0x0a;
const JVM_OPTIONS = '-Xmx512m -XX:+ExitOnOutOfMemoryError';
const LOOK_EVERY_MS = SECOND / 10;
const TERM_MS = 20 * SECOND;
const KILL_MS = 5 * SECOND;
