// A daemon of a fleet that uses no database: another one holds its cell, or each of its cells has a process of its own.
// It says where to go instead.
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import {socketsOf} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {takeLock} from '../../system/take-lock.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import {startWaitingDaemon} from '../waiting-daemon.ts';

type Standby = Pick<DaemonOptions, 'places' | 'env' | 'clock' | 'log' | 'version' | 'onStop'> & {
  /** The cell that it waits for, or those that it keeps running. */
  readonly replica: () => Pick<NonNullable<DaemonStatus['replica']>, 'role' | 'host' | 'fence' | 'held'>;
  /** The address that clients are sent to. */
  readonly moved?: () => string | undefined;
  /** The answer to everything that it doesn't do. */
  readonly refusal: () => GatewayError;
  readonly problems: () => readonly Problem[];
};

/** Resolves when clients can ask it. The caller holds the lock of the home. */
export const openStandby = (options: Standby): Promise<AsyncDisposable> => {
  const {moved = () => undefined} = options;
  return startWaitingDaemon({
    ...options,
    greeting: () => ({seq: 0, moved: moved()}),
    status: () => ({problems: options.problems(), replica: {...options.replica(), behindMs: 0, seq: 0}}),
  });
};

/** A daemon whose setting of the fleet is of no use: it holds no cell, and says why. */
export const openIdle = async (
  options: Pick<DaemonOptions, 'places' | 'env' | 'clock' | 'log' | 'version' | 'onStop'>,
  reason: string,
): Promise<AsyncDisposable> => {
  const {places, clock, log} = options;
  await using stack = new AsyncDisposableStack();
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  log.error({}, `This daemon can't join its fleet: ${reason}`);
  stack.use(
    await openStandby({
      ...options,
      replica: () => ({role: 'standby', host: 'a fleet', fence: 0}),
      refusal: () => new GatewayError('unavailable', `This daemon can't join its fleet. ${reason}`),
      problems: () => [
        {
          key: 'fleet',
          reason,
          inForce: 'This daemon holds no cell and does nothing. Correct the setting, then run rooster daemon restart.',
        },
      ],
    }),
  );
  const opened = stack.move();
  return {[Symbol.asyncDispose]: () => opened.disposeAsync()};
};
