// The daemon as a program: where its entry file is, how it is started so that it outlives the command, and its one-shot
// sub-verbs for what needs no daemon. The command never imports it.
import {spawn} from 'node:child_process';
import {closeSync, fstatSync, openSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeFolder} from '../../../ipc/make-folder.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Environment, Places} from '../../../shared/records/places.ts';

export type StartedDaemon = {
  /** When its process ends: its exit code, and the last sentence it said. */
  readonly ended: Promise<{readonly code: number; readonly words: string}>;
  /** The command may end; the daemon stays. */
  readonly release: () => void;
};

type Answer = {readonly code: number; readonly stdout: string; readonly stderr: string};

export type DaemonProgram = {
  readonly entry: string;
  /** Starts it in the background, in a session of its own. */
  readonly start: () => StartedDaemon;
  /** Runs one of its one-shot sub-verbs to the end. */
  readonly ask: (words: readonly string[]) => Promise<Answer>;
  /** Turns this process into it: same process, same terminal, signals reach it directly. */
  readonly become: (words: readonly string[]) => never;
};

type DaemonProgramDeps = {
  readonly node: string;
  readonly entry: string;
  readonly places: Places;
  readonly env: Environment;
};

export const createDaemonProgram = ({node, entry, places, env}: DaemonProgramDeps): DaemonProgram => ({
  entry,
  start: () => {
    const {fd, path, from} = openStartLog(places);
    try {
      const child = spawn(node, [...NODE_FLAGS, entry, 'run'], {
        cwd: '/',
        env: {...env},
        detached: true,
        stdio: ['ignore', fd, fd],
      });
      const ended = new Promise<{code: number; words: string}>(resolve => {
        child.once('error', thrown => resolve({code: 1, words: `Couldn't start the daemon: ${errorMessage(thrown)}`}));
        child.once('exit', (code, signal) =>
          resolve({code: code ?? 1, words: lastWords(path, from) ?? unsaid(code, signal, places)}),
        );
      });
      return {ended, release: () => child.unref()};
    } finally {
      closeSync(fd);
    }
  },
  ask: words =>
    new Promise((resolve, reject) => {
      const child = spawn(node, [entry, ...words], {env: {...env}, stdio: ['ignore', 'pipe', 'pipe']});
      const said = {stdout: '', stderr: ''};
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said.stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said.stderr += text;
      });
      child.once('error', reject);
      child.once('close', code => resolve({code: code ?? 1, ...said}));
    }),
  become: words => {
    process.execve?.(node, [node, ...NODE_FLAGS, entry, ...words], definedOnly(env));
    throw new GatewayError(
      'failed',
      `This system can't run the daemon in the foreground here. Run "${node} ${entry} run" instead.`,
    );
  },
});

/** Until the daemon listens for the signal itself, Node would open its inspector on SIGUSR1. */
const NODE_FLAGS: readonly string[] = ['--disable-sigusr1'];

/** What a daemon says that no longer, or not yet, has its log: kept beside the log, since nobody else would hear it. */
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

/** The last sentence written to the start log after `from`; stack lines are for the log's reader. */
const lastWords = (path: string, from: number): string | undefined => {
  const lines = readFileSync(path)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('at ') && !line.startsWith('Node.js v'));
  return lines.at(-1)?.replace(/^error: /u, '');
};

const unsaid = (code: number | null, signal: string | null, {log}: Places): string =>
  `The daemon exited at once (${signal ?? `exit code ${code}`}) without a reason. See its log: ${log}`;

const definedOnly = (env: Environment): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) kept[name] = value;
  return kept;
};
