// Keeps several cells running, each as a daemon in a process and a home of its own, and starts one that ended again.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {programVersion, versionFile} from '../../../ipc/versions/chosen-version.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {MINUTE, SECOND} from '../../../shared/time/time.ts';
import {takeLock} from '../../system/take-lock.ts';
import {inTime} from '../../system/time-limit.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import {openStandby} from './standby.ts';

type RunCells = DaemonOptions & {readonly cells: readonly string[]};

/** Resolves when all have been started and clients can ask. Rejects with a sentence when it can't start. */
export const runCells = async (options: RunCells): Promise<AsyncDisposable> => {
  const {places, cells, clock} = options;
  await using stack = new AsyncDisposableStack();
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  options.onLocked?.();
  const all = cells.map(cell => startCellProcess(options, cell));
  stack.defer(async () => void (await Promise.all(all.map(running => running.end()))));
  const standby = await openStandby({
    ...options,
    replica: () => ({role: 'cells', host: cells.join(', '), fence: 0}),
    refusal: () =>
      new GatewayError(
        'refused',
        `This daemon keeps the cells ${cells.join(', ')} running, each in a home of its own. For ${cells[0]}: ROOSTER_HOME=${homeOf(places, cells[0] ?? '')} rooster`,
      ),
    problems: () => all.flatMap(({problem}) => problem() ?? []),
  });
  stack.use(standby);
  const opened = stack.move();
  return {[Symbol.asyncDispose]: () => opened.disposeAsync()};
};

const startCellProcess = ({places, env, clock, log, version}: RunCells, cell: string) => {
  let child: ChildProcess | undefined;
  let ended: string | undefined;
  let timer: Disposable | undefined;
  let isEnding = false;
  let tries = 0;

  const start = (): void => {
    const startedAt = clock.now();
    const own = versionFile(places.versions, programVersion(), 'daemon.js');
    const program = existsSync(own) ? own : (process.argv[1] ?? '');
    const oneCell = ['--cell', cell, places.config, String(process.pid)];
    child = spawn(process.execPath, [...process.execArgv, program, 'run', '--alone', ...oneCell], {
      cwd: '/',
      env: {...env, ROOSTER_HOME: homeOf(places, cell)},
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    ended = undefined;
    log.info({cell, pid: child.pid, version}, `Started the daemon of ${cell}.`);
    const again = (why: string): void => {
      if (child === undefined) return;
      child = undefined;
      if (isEnding) return;
      tries = clock.now() - startedAt > MINUTE ? 0 : tries + 1;
      ended = why;
      log.warn({cell}, `The daemon of ${cell} has ended (${why}), and is started again.`);
      timer = clock.after(Math.min(SECOND * 2 ** Math.min(tries, 4), LONGEST_PAUSE_MS), start);
    };
    child.once('error', error => again(error.message));
    child.once('exit', (code, signal) => again(signal ?? `exit code ${code}`));
  };
  start();

  return {
    problem: () =>
      ended === undefined
        ? undefined
        : {key: 'fleet', reason: `The daemon of ${cell} has ended (${ended}).`, inForce: 'It is started again soon.'},
    end: async (): Promise<void> => {
      isEnding = true;
      timer?.[Symbol.dispose]();
      const running = child;
      if (running === undefined) return;
      const gone = once(running, 'exit');
      running.kill('SIGTERM');
      if (!(await inTime(gone, END_MS, clock))) running.kill('SIGKILL');
    },
  };
};

const homeOf = ({database}: Places, cell: string): string => join(dirname(database), 'cells', cell);

const LONGEST_PAUSE_MS = 15 * SECOND;
/** Less than the limit of this process. */
const END_MS = 13 * SECOND;
