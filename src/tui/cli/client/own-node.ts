// Restarts the command with the package's own Node when an old Node started it, for example after `npm link`. The old
// Node reads this file, so it uses old syntax and imports no other file of ours.
import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isatty} from 'node:tty';

type OwnNodeOptions = {
  /** The started file. */
  readonly entry: string;
  /** The oldest accepted major version of Node. */
  readonly oldest: number;
};

/** Runs the entry with the same arguments and streams, and exits like it; with 1 if no Node is found. */
export const runWithOwnNode = async ({entry, oldest}: OwnNodeOptions): Promise<number> => {
  const sentence = `error: Rooster needs Node ${oldest} or newer; this is ${process.versions.node}.`;
  const node = nodeFor(entry, oldest);
  if (node === undefined) {
    process.stderr.write(`${sentence} ${adviceFor(entry)}\n`);
    return 1;
  }
  const command = process.argv.slice(2);
  // A daemon runs long, and its environment may hold secrets: no parent process with a copy may stay.
  if (command[0] === 'daemon' && command[1] === 'run') {
    process.execve?.(node, [node, entry, ...command], process.env);
    process.stderr.write(`note: ${UNHIDDEN}\n`);
  }
  const child = spawn(node, [entry, ...command], {stdio: 'inherit'});
  const passing = passOn(child, isatty(0));
  return await new Promise(resolve => {
    child.once('error', thrown => {
      process.stderr.write(`${sentence} The Node installed with it doesn't run: ${thrown.message}\n`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      passing.stop();
      if (signal !== null) process.kill(process.pid, signal);
      resolve(code ?? 1);
    });
  });
};

/** The nearest `node` package that is new enough, resolved like any dependency of the entry. */
const nodeFor = (entry: string, oldest: number): string | undefined => {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules/node');
    const node = join(found, 'bin/node');
    if (existsSync(node) && majorOf(readFileSync(join(found, 'package.json'), 'utf8')) >= oldest) return node;
    if (folder === dirname(folder)) return undefined;
  }
};

/** In a clone, which has a lock file as no package does, `npm ci` installs a Node for Rooster. */
const adviceFor = (entry: string): string => {
  const folder = dirname(dirname(entry));
  return existsSync(join(folder, 'package-lock.json'))
    ? `Run "npm ci" in ${folder}, which installs one.`
    : 'Install a newer one: https://nodejs.org/en/download';
};

/** Forwards signals to the child. On a terminal, keys such as Ctrl+C reach both processes directly. */
const passOn = (child: ChildProcess, onTerminal: boolean): {readonly stop: () => void} => {
  const listeners = SIGNALS.map(signal => {
    const listen = (): void => {
      if (!onTerminal || !FROM_KEYS.includes(signal)) child.kill(signal);
    };
    process.on(signal, listen);
    return () => void process.off(signal, listen);
  });
  return {
    stop: () => {
      for (const stop of listeners) stop();
    },
  };
};

const majorOf = (manifest: string): number => {
  const {version}: {readonly version?: unknown} = JSON.parse(manifest);
  return Number.parseInt(String(version), 10);
};

const UNHIDDEN =
  'this old Node keeps its environment readable for programs that Rooster starts. Use Node 24 or newer here.';
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGCONT'];
const FROM_KEYS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
