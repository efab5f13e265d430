// The real daemon as a process on its own folder, removed with its test. A fresh build is used if there is one (`npm test` builds first),
// since it starts in half the time; otherwise the sources.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {globSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {type Environment, type Places, placesOf} from '../../src/shared/records/places.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {connectTo, type DaemonClient} from './daemon-client.ts';

export type DaemonOptions = {
  /** Its ROOSTER_HOME. */
  readonly home: string;
  /** Further environment variables. */
  readonly env?: Environment;
  /** Node's options for the daemon. */
  readonly nodeFlags?: readonly string[];
  /** @default the daemon's own */
  readonly entry?: string;
  /** Options of the daemon. */
  readonly args?: readonly string[];
  /** A command that runs the command after it. */
  readonly through?: readonly string[];
};

/** The end of a process. */
export type DaemonEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type DaemonProcess = AsyncDisposable & {
  readonly pid: number;
  readonly ended: Promise<DaemonEnd>;
  readonly isOver: () => boolean;
  /** Sends the signal and waits for the end. */
  readonly kill: (signal: NodeJS.Signals) => Promise<DaemonEnd>;
  readonly signal: (signal: NodeJS.Signals) => void;
};

export type RealDaemon = DaemonProcess &
  Omit<DaemonClient, keyof AsyncDisposable> & {
    readonly places: Places;
    /** Another client on the same socket; it goes with the daemon. */
    readonly connect: () => Promise<DaemonClient>;
  };

/** Starts a daemon and waits until it answers. Rejects with its output if it ends instead. */
export const startRealDaemon = async (options: DaemonOptions): Promise<RealDaemon> => {
  const daemon = spawnDaemon(options);
  const places = placesOf({ROOSTER_HOME: options.home}, options.home);
  try {
    const client = await firstAnswer(daemon, places.socket);
    const clients = [client];
    return {
      ...client,
      ...daemon,
      places,
      connect: async () => {
        const another = await connectTo(places.socket);
        clients.push(another);
        return another;
      },
      [Symbol.asyncDispose]: async () => {
        await daemon[Symbol.asyncDispose]();
        for (const each of clients) await each[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await daemon[Symbol.asyncDispose]();
    throw error;
  }
};

/** Starts a daemon that is expected to end. */
export const runRealDaemon = async (options: DaemonOptions): Promise<DaemonEnd> => {
  await using daemon = spawnDaemon(options);
  return await daemon.ended;
};

export const spawnDaemon = ({
  home,
  env,
  nodeFlags = [],
  entry = ENTRY,
  args: given = [],
  through = [],
}: DaemonOptions): DaemonProcess => {
  const [command = process.execPath, ...args] = [...through, process.execPath, ...nodeFlags, entry, 'run', ...given];
  const child = spawn(command, args, {
    // Without the developer's own environment.
    env: {PATH: process.env['PATH'], TZ: 'UTC', HOME: home, ROOSTER_HOME: home, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let over = false;
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]): DaemonEnd => {
    over = true;
    return {code, signal, stdout, stderr};
  });
  const kill = (signal: NodeJS.Signals): Promise<DaemonEnd> => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    ended,
    isOver: () => over,
    kill,
    signal: signal => void child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      await kill('SIGKILL');
    },
  };
};

const firstAnswer = async (daemon: DaemonProcess, socketPath: string): Promise<DaemonClient> => {
  while (!daemon.isOver()) {
    try {
      return await connectTo(socketPath);
    } catch (error) {
      // It doesn't exist yet, or no longer.
      if (!(error instanceof GatewayError) || error.code !== 'unavailable') throw error;
    }
    await new Promise<void>(resolve => setTimeout(resolve, 10));
  }
  const {code, signal, stderr} = await daemon.ended;
  throw new Error(`the daemon ended (${code ?? signal}) before it answered: ${stderr}`);
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const changedAt = (path: string): number => statSync(`${root}${path}`, {throwIfNoEntry: false})?.mtimeMs ?? 0;
const BUILT = 'dist/daemon.js';
const isFresh = globSync('src/**/*.{ts,tsx}', {cwd: root}).every(path => changedAt(path) < changedAt(BUILT));
export const ENTRY = `${root}${isFresh ? BUILT : 'src/daemon/main.ts'}`;
