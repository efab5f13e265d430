// Runs the daemon as a process: starts it, closes it on a signal, and exits non-zero on a failure.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {flushCompileCache} from 'node:module';
import {socketPathTooLong} from '../../ipc/socket/dial.ts';
import type {Environment, Places} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {printable} from '../../shared/text/sanitize.ts';
import {systemClock} from '../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../shared/time/time.ts';
import {refuseForeignHome} from '../system/home-folders.ts';
import {openLog} from '../system/log.ts';
import {type OwnSecrets, valuesToMask} from '../system/own-secrets.ts';
import {randomIds} from '../system/random-ids.ts';
import {createRedactor} from '../system/redact.ts';
import {systemZones} from '../system/zones.ts';
import {startDaemon} from './start-daemon.ts';

type RunOptions = {
  /** Values that are hidden from `process.env`. */
  readonly secrets: OwnSecrets;
  /**
   * Starts a new daemon when the disk under the database fails. @default the process only ends: a service manager
   * starts it again
   */
  readonly restarts?: 'at-once' | 'rarely';
};

/**
 * Runs until the daemon is asked to stop, and resolves with the exit code. Rejects with a sentence when the daemon
 * can't start.
 */
export const runDaemon = async (places: Places, {secrets, restarts}: RunOptions): Promise<number> => {
  ignoreDebugSignals();
  // New files are readable by the owner only, whatever the umask was.
  process.umask(0o077);
  // Checked before any file is created: a path too long for a socket means a wrong home.
  const tooLong = socketPathTooLong(places.socket);
  if (tooLong !== undefined) throw new GatewayError('invalid', tooLong);
  refuseForeignHome(places);
  const clock = systemClock();
  const redactor = createRedactor();
  for (const secret of valuesToMask({...process.env, ...secrets})) redactor.know(secret);
  const log = openLog({path: places.log, clock, redactor});
  const {promise: stopped, resolve: stop} = Promise.withResolvers<number>();

  const fail = (error: unknown): void => {
    log.error({error}, `The daemon failed and exits: ${errorMessage(error)}`);
    process.stderr.write(`${printable(errorMessage(error))}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
  // The daemon keeps running when its terminal closes.
  process.on('SIGHUP', () => {});

  // Secrets stay out of `process.env`, so that child processes don't inherit them.
  const env = {...process.env, ...secrets};
  let isReady = false;
  const daemon = await startDaemon({
    places,
    env,
    zones: systemZones(),
    clock,
    ids: randomIds(),
    log,
    redactor,
    version: programVersion(),
    backsUp: true,
    onStop: () => stop(0),
    onBroken: error => {
      // The process that starts the daemon reports a failed start.
      const isSpared = restarts === 'at-once' || (restarts === 'rarely' && process.uptime() * SECOND > RARELY_MS);
      if (isReady && isSpared) startSuccessor(env);
      fail(error);
    },
    // Not a failure: a service manager must not create the home again.
    onHomeGone: sentence => {
      process.stderr.write(`${printable(sentence)}\n`);
      process.exit(0);
    },
  });
  isReady = true;
  // Node writes the compile cache only at a normal exit, which a killed daemon never reaches.
  using _compiled = clock.after(STARTED_MS, flushCompileCache);
  const code = await stopped;
  // Forces an exit if closing takes longer than all of its own limits.
  using _limit = clock.after(CLOSE_MS, () => process.exit(1));
  await daemon[Symbol.asyncDispose]();
  log.info({}, 'The daemon has ended.');
  return code;
};

/**
 * Starts the daemon again, because after a failed flush only a new process knows what the disk holds. It waits until
 * this process has ended and released the lock. If the disk fails again soon, it ends for good: no endless restarts on
 * a broken disk.
 */
const startSuccessor = (env: Environment): void => {
  const {execPath, execArgv, argv} = process;
  spawn(execPath, [...execArgv, argv[1] ?? '', 'run', RESTARTED], {
    cwd: '/',
    env: {...env},
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).unref();
};

/** Without a listener, SIGUSR1 opens Node's inspector on a TCP port, and SIGUSR2 kills the process. */
const ignoreDebugSignals = (): void => {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => {});
};

/** Written into the bundle at build time, or read from package.json when run from source. */
const programVersion = (): string => {
  const built = process.env['ROOSTER_VERSION'];
  if (built !== undefined) return built;
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
};

/** The option of a daemon that another one started after a failure of the disk. */
export const RESTARTED = '--restarted';
const RARELY_MS = 10 * MINUTE;
const STARTED_MS = 3 * SECOND;
const CLOSE_MS = 15 * SECOND;
