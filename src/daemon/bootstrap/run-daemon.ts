// Runs the daemon as a process: starts it, closes it on a signal, and exits non-zero on a failure.
import {spawn} from 'node:child_process';
import {flushCompileCache} from 'node:module';
import {socketPathTooLong} from '../../ipc/socket/dial.ts';
import {
  confirmVersion,
  fileInUse,
  isTried,
  leaveSoon,
  noteCopy,
  noteWork,
  programVersion,
  readFailed,
} from '../../ipc/versions/chosen-version.ts';
import {definedOnly, type Environment, type Places} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {printable} from '../../shared/text/sanitize.ts';
import {type Clock, systemClock} from '../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../shared/time/time.ts';
import {refuseForeignHome} from '../system/home-folders.ts';
import {openLog} from '../system/log.ts';
import {type OwnSecrets, SECRETS_HANDED, valuesToMask} from '../system/own-secrets.ts';
import {randomIds} from '../system/random-ids.ts';
import {createRedactor} from '../system/redact.ts';
import {systemZones} from '../system/zones.ts';
import type {OneCell} from './fleet/read-fleet.ts';
import {startHome} from './fleet/start-home.ts';
import {leaveVersion} from './stopped/leave-version.ts';

type RunOptions = {
  /** Values that are hidden from `process.env`. */
  readonly secrets: OwnSecrets;
  /**
   * Starts a new daemon when the disk under the database fails. @default the process only ends: a service manager
   * starts it again
   */
  readonly restarts?: 'at-once' | 'rarely';
  /** The home is a copy, on which this process tries a version: the daemon ends with it. */
  readonly trialOf?: number;
  /** This process is one of several cells, and ends with the process that started it. */
  readonly oneCell?: OneCell;
};

/**
 * Runs until the daemon is asked to stop, and resolves with the exit code. Rejects with a sentence when the daemon
 * can't start.
 */
export const runDaemon = async (places: Places, {secrets, restarts, trialOf, oneCell}: RunOptions): Promise<number> => {
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
  const {promise: stopped, resolve: stop} = Promise.withResolvers<'stop' | 'restart'>();

  const fail = (error: unknown): void => {
    log.error({error}, `The daemon failed and exits: ${errorMessage(error)}`);
    process.stderr.write(`${printable(errorMessage(error))}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop('stop'));
  // The daemon keeps running when its terminal closes.
  process.on('SIGHUP', () => {});

  // Secrets stay out of `process.env`, so that child processes don't inherit them.
  const env = {...process.env, ...secrets};
  let isReady = false;
  const version = programVersion();
  const tried = isTried(places.versions, version);
  /** While this process uses the database: the next start goes back. */
  const giveUpSoon = (error: unknown): void => {
    if (!tried || isReady) return;
    const hasStayed = readFailed(places.versions)?.stays === true;
    leaveSoon(places.versions, version, errorMessage(error));
    log.error({error}, `Rooster ${version} can't start, so the next start uses the version before it.`);
    if (restarts !== undefined && !hasStayed) startSuccessor(env);
  };
  const giveUp = async (error: unknown): Promise<void> => {
    // Another daemon is starting, and this process only looked for one.
    if (!tried || (error instanceof GatewayError && error.code === 'conflict')) return;
    const reason = errorMessage(error);
    const hasLeft = await leaveVersion(places, {version, reason, clock}).catch(failure => {
      log.error({error: failure}, `Couldn't go back to the version before: ${errorMessage(failure)}`);
      return false;
    });
    const then = hasLeft ? 'the version before it is used again' : 'it stays in use';
    log.error({error}, `Rooster ${version} can't start, and ${then}: ${readFailed(places.versions)?.reason ?? reason}`);
  };
  using _patience = clock.after(READY_WITHIN_MS, () => {
    if (isReady || !tried) return;
    giveUpSoon(new GatewayError('failed', `The daemon wasn't ready within ${READY_WITHIN_MS / SECOND} seconds.`));
    process.exit(1);
  });
  const daemon = await startHome({
    places,
    env,
    zones: systemZones(),
    clock,
    ids: randomIds(),
    log,
    redactor,
    version,
    backsUp: trialOf === undefined,
    onStop: stop,
    onLocked: () => {
      if (isOtherInUse(places, version))
        throw new GatewayError('conflict', 'Another version of Rooster came into use while this one started.');
    },
    onCopied: schema => noteCopy(places.versions, version, schema),
    onWork: () => noteWork(places.versions, version),
    trial: trialOf !== undefined,
    oneCell,
    onLost: () => {
      // Ends at once: whatever is on its way here would come late. The next one waits for the cell.
      if (restarts !== undefined) startSuccessor(env);
      process.exit(1);
    },
    onBroken: error => {
      // The process that starts the daemon reports a failed start.
      const isSpared = restarts === 'at-once' || (restarts === 'rarely' && process.uptime() * SECOND > RARELY_MS);
      if (isReady && isSpared) startSuccessor(env);
      giveUpSoon(error);
      fail(error);
    },
    // Not a failure: a service manager must not create the home again.
    onHomeGone: sentence => {
      process.stderr.write(`${printable(sentence)}\n`);
      process.exit(0);
    },
  }).catch(async error => {
    await giveUp(error);
    if (isOtherInUse(places, version)) restart(env, restarts);
    throw error;
  });
  isReady = true;
  const parent = oneCell?.startedBy ?? trialOf;
  using _parent = parent === undefined ? undefined : endWithParent(parent, clock, () => stop('stop'));
  confirmVersion(places.versions, version);
  // Node writes the compile cache only at a normal exit, which a killed daemon never reaches.
  using _compiled = clock.after(STARTED_MS, flushCompileCache);
  const end = await stopped;
  // Forces an exit if closing takes longer than all of its own limits.
  using _limit = clock.after(CLOSE_MS, () => process.exit(1));
  await daemon[Symbol.asyncDispose]();
  log.info({}, 'The daemon has ended.');
  if (end === 'restart') restart(env, restarts);
  return 0;
};

/** While this process waited for the lock, another start may have gone back, and must not be undone. */
const isOtherInUse = ({versions}: Places, version: string): boolean =>
  fileInUse(versions, {version, file: import.meta.filename}, 'daemon.js') !== undefined;

/** Nobody else would end the daemon of an update that was killed. */
const endWithParent = (parent: number, clock: Clock, end: () => void): Disposable => {
  let timer: Disposable;
  const look = (): void => {
    timer = clock.after(SECOND, look);
    if (process.ppid !== parent) end();
  };
  look();
  return {[Symbol.dispose]: () => timer[Symbol.dispose]()};
};

/**
 * The same process goes on as a new daemon, so that a service manager notices nothing. One in the background has a
 * successor.
 */
const restart = (env: Environment, restarts: RunOptions['restarts']): void => {
  if (restarts !== undefined || process.execve === undefined) {
    startSuccessor(env);
    return;
  }
  const {execPath, execArgv, argv} = process;
  const options = argv.slice(3).filter(option => option !== SECRETS_HANDED);
  process.execve(execPath, [execPath, ...execArgv, argv[1] ?? '', 'run', ...options], definedOnly(env));
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

/** The option of a daemon that another one started after a failure of the disk. */
export const RESTARTED = '--restarted';
/** A new version that takes longer is not used. */
const READY_WITHIN_MS = 2 * MINUTE;
const RARELY_MS = 10 * MINUTE;
const STARTED_MS = 3 * SECOND;
const CLOSE_MS = 15 * SECOND;
