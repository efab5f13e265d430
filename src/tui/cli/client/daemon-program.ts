// The daemon as a program: its entry file, how it starts so that it outlives the command, and its one-shot sub-verbs.
// The command never imports it.
import {spawn} from 'node:child_process';
import {closeSync, fstatSync, openSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {definedOnly, type Environment, type Places} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';

export type StartedDaemon = {
  /** Resolves when its process ends: exit code and last printed sentence. */
  readonly ended: Promise<{readonly code: number; readonly output: string}>;
  /** Lets the command end while the daemon runs on. */
  readonly release: () => void;
};

type ProgramResult = {readonly code: number; readonly stdout: string; readonly stderr: string};

export type DaemonProgram = {
  readonly entry: string;
  /** Starts it in the background, in its own process session. */
  readonly start: () => StartedDaemon;
  /** Runs a one-shot sub-verb to its end. */
  readonly ask: (args: readonly string[]) => Promise<ProgramResult>;
  /** Replaces this process with the daemon: same process, same terminal, direct signals. */
  readonly become: (args: readonly string[]) => never;
};

type DaemonProgramDeps = {
  readonly node: string;
  readonly entry: string;
  readonly places: Places;
  readonly env: Environment;
  /** Options of a daemon in the background. @default it starts again by itself after a failure of its disk */
  readonly options?: readonly string[];
};

export const createDaemonProgram = ({
  node,
  entry,
  places,
  env,
  options = [RESTARTS],
}: DaemonProgramDeps): DaemonProgram => ({
  entry,
  start: () => {
    const {fd, path, from} = openStartLog(places);
    try {
      const child = spawn(node, [...NODE_FLAGS, entry, 'run', ...options], {
        cwd: '/',
        env: {...env},
        detached: true,
        stdio: ['ignore', fd, fd],
      });
      const ended = new Promise<{code: number; output: string}>(resolve => {
        child.once('error', thrown => resolve({code: 1, output: `Couldn't start the daemon: ${errorMessage(thrown)}`}));
        child.once('exit', (code, signal) =>
          resolve({code: code ?? 1, output: lastSentence(path, from) ?? exitWithoutReason(code, signal, places)}),
        );
      });
      return {ended, release: () => child.unref()};
    } finally {
      closeSync(fd);
    }
  },
  ask: args =>
    new Promise((resolve, reject) => {
      const child = spawn(node, [entry, ...args], {env: {...env}, stdio: ['ignore', 'pipe', 'pipe']});
      const printed = {stdout: '', stderr: ''};
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed.stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed.stderr += text;
      });
      child.once('error', reject);
      child.once('close', code => resolve({code: code ?? 1, ...printed}));
    }),
  become: args => {
    process.execve?.(node, [node, ...NODE_FLAGS, entry, ...args], definedOnly(env));
    throw new GatewayError(
      'failed',
      `This system can't run the daemon in the foreground here. Run "${node} ${entry} run" instead.`,
    );
  },
});

/** Until the daemon handles SIGUSR1 itself, Node would open its inspector on it. */
const NODE_FLAGS: readonly string[] = ['--disable-sigusr1'];

/** Nothing else restarts this daemon, so it does that itself after a failure of its disk. */
const RESTARTS = '--restarts';

/** The daemon's output before its log opens or after it closes, stored beside the log. */
const startLogOf = ({log}: Places): string => join(dirname(log), 'daemon.out');

const openStartLog = (places: Places): {readonly fd: number; readonly path: string; readonly from: number} => {
  const path = startLogOf(places);
  try {
    makeFolder(dirname(path));
    const fd = openSync(path, 'a', 0o600);
    return {fd, path, from: fstatSync(fd).size};
  } catch (cause) {
    throw new GatewayError('failed', `Couldn't start the daemon: ${path} is not writable. ${errorMessage(cause)}`, {
      cause,
    });
  }
};

/** The last sentence in the start log after `from`. Stack lines are skipped. */
const lastSentence = (path: string, from: number): string | undefined => {
  const lines = readFileSync(path)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('at ') && !line.startsWith('Node.js v'));
  return lines.at(-1);
};

const exitWithoutReason = (code: number | null, signal: string | null, {log}: Places): string =>
  `The daemon exited at once (${signal ?? `exit code ${code}`}) without a reason. See its log: ${log}`;
