// Starts a daemon of a fleet. While another one holds its cell, it waits as a standby; then it takes the cell over, as
// a daemon that starts after a kill.
import {homedir, hostname} from 'node:os';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {socketsOf} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {endLeftClis} from '../../channels/signal-cli/index.ts';
import type {FleetConfig} from '../../config/config-schema.ts';
import {readConfigFile} from '../../config/read-config-file.ts';
import {bringHome, checkHome} from '../../fleet/bring-home.ts';
import {instantOf, keepLease, LEASE_MS, type LeaseKeeper} from '../../fleet/lease-keeper.ts';
import {type PostgresAddress, readPostgresAddress} from '../../fleet/postgres-address.ts';
import {openPostgres} from '../../fleet/postgres-client.ts';
import {createPostgresLog} from '../../fleet/postgres-log.ts';
import type {FleetLog} from '../../ports/fleet-log.ts';
import {readSecret} from '../../system/read-secret.ts';
import {takeLock} from '../../system/take-lock.ts';
import {inTime} from '../../system/time-limit.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import {keepStandbyDoor} from '../doors/kept-door.ts';
import {startDaemon} from '../start-daemon.ts';
import {beginToHold, homeOf, SCHEMA} from './cell-home.ts';
import {openIdle, openStandby} from './standby.ts';

type Holder = NonNullable<Awaited<ReturnType<FleetLog['holderOf']>>>;

type StartCell = DaemonOptions & {
  readonly fleet: FleetConfig;
  /** The cell of this process. */
  readonly cell: string;
  /** Differs from that of any other home. */
  readonly homeId: string;
  /** Another daemon has the cell: the process must end before it does anything more. */
  readonly onLost: () => void;
};

/** Resolves when clients can ask it. Rejects with a sentence when it can't start. */
export const startCell = async (options: StartCell): Promise<AsyncDisposable> => {
  const {cell, clock, log, places} = options;
  const address = postgresOf(options);
  if (address instanceof GatewayError) return await openIdle(options, address.message);
  await using stack = new AsyncDisposableStack();
  // Nobody else uses this home, so a lease that it still has is that of a daemon that was killed.
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  options.onLocked?.();
  const fleetLog = stack.use(createPostgresLog(await openPostgres(address)));
  const {promise: ended, resolve: end} = Promise.withResolvers<void>();
  let hasEnded = false;
  let isPrepared = false;
  let trouble: string | undefined;
  let holder: Holder | undefined;
  /** After an outage of PostgreSQL all leases are over: first the living holders have time to renew theirs. */
  let mayTakeAt = Number.NEGATIVE_INFINITY;

  const tryTake = async (): Promise<LeaseKeeper | undefined> => {
    try {
      if (!isPrepared) {
        await fleetLog.prepare();
        await checkHome(homeOf(options, fleetLog));
      }
      isPrepared = true;
      const askedAt = instantOf({clock, steady});
      const own = addressesOf(options);
      holder = await fleetLog.holderOf(cell);
      if (trouble !== undefined) mayTakeAt = clock.now() + LEASE_MS;
      trouble = undefined;
      if (holder !== undefined && holder.holder !== own.holder && clock.now() < mayTakeAt) return undefined;
      const lease = await fleetLog.take([cell], {
        ...own,
        schema: SCHEMA,
        leaseMs: LEASE_MS,
        again: true,
      });
      if (lease !== undefined) return keepLease({fleetLog, lease, clock, steady, log, onLost: options.onLost}, askedAt);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'unavailable') throw error;
      if (trouble === undefined) log.warn({error}, `Couldn't ask for ${cell}: ${errorMessage(error)}`);
      trouble = errorMessage(error);
    }
    return undefined;
  };

  const standBy = async (): Promise<AsyncDisposable> => {
    await using waits = new AsyncDisposableStack();
    // Its account may be in use on another machine now.
    await endLeftClis(places.signal, clock);
    const door = waits.use(
      keepStandbyDoor({
        ...{clock, log},
        wanted: () => listenIn(places.config),
        holder: () => (holder?.isHeld === true ? holder.http : undefined),
      }),
    );
    await door.follow();
    waits.use(
      await openStandby({
        ...options,
        replica: () => ({role: 'standby', host: cell, fence: holder?.fence ?? 0, held: trouble}),
        moved: () => addressFor(holder),
        refusal: () => refusalFor(cell, holder),
        problems: () => [
          ...door.problems(),
          ...(trouble === undefined ? [] : [{key: 'fleet', reason: trouble, inForce: WAITS}]),
        ],
      }),
    );
    const opened = waits.move();
    return {[Symbol.asyncDispose]: () => opened.disposeAsync()};
  };

  const waitForCell = async (): Promise<void> => {
    for (;;) {
      await inTime(ended, LOOKS_EVERY_MS, clock);
      if (hasEnded) return;
      const keeper = await tryTake();
      if (keeper === undefined) continue;
      log.info({cell, fence: keeper.lease.fence}, `Takes over ${cell}.`);
      await running[Symbol.asyncDispose]();
      running = await hold(options, fleetLog, keeper);
      return;
    }
  };

  const keeper = await tryTake();
  let running = keeper === undefined ? await standBy() : await hold(options, fleetLog, keeper);
  const waiting = keeper === undefined ? waitForCell().catch(options.onBroken) : undefined;
  const opened = stack.move();
  return {
    [Symbol.asyncDispose]: async () => {
      hasEnded = true;
      end();
      await waiting;
      await running[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
};

/** The error in sentences if the setting is of no use. */
const postgresOf = ({fleet, env}: StartCell): PostgresAddress | GatewayError => {
  const reading = readSecret(fleet.postgres, env);
  if (reading.kind === 'missing') return new GatewayError('invalid', formatReason(reading.reason));
  try {
    return readPostgresAddress(reading.value, env, homedir());
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
};

/** A socket leads nowhere from another machine. */
const addressFor = (holder: Holder | undefined): string | undefined => {
  if (holder?.isHeld !== true) return undefined;
  return holder.address?.startsWith('/') && !holder.holder.startsWith(`${hostname()} `) ? undefined : holder.address;
};

const refusalFor = (cell: string, holder: Holder | undefined): GatewayError => {
  const address = addressFor(holder);
  if (address !== undefined) return new GatewayError('moved', `Another daemon holds ${cell} now.`, {address});
  const [host = ''] = holder?.isHeld === true ? holder.holder.split(' ') : [];
  return new GatewayError(
    'unavailable',
    host === ''
      ? `No daemon holds ${cell} now. Try again in some seconds.`
      : `The daemon on ${host} holds ${cell} now, and names no address that leads there. Run this on ${host}.`,
  );
};

/** Runs the daemon of the cell until it is disposed, and gives the cell back then. */
const hold = async (options: StartCell, fleetLog: FleetLog, keeper: LeaseKeeper): Promise<AsyncDisposable> => {
  try {
    const written = await bringHome(homeOf(options, fleetLog));
    return await startDaemon({...options, holdCell: store => beginToHold(options, {fleetLog, keeper, store, written})});
  } catch (error) {
    await keeper[Symbol.asyncDispose]();
    throw error;
  }
};

/** The address of the HTTP server, which the daemon of the cell will have. */
const listenIn = (configFile: string): string | undefined => {
  const content = readConfigFile(configFile);
  const raw = content.kind === 'read' && isRecord(content.value) ? content.value['http'] : undefined;
  return isRecord(raw) && typeof raw['listen'] === 'string' ? raw['listen'] : undefined;
};

/** The address is a socket on this machine if none is configured. */
const addressesOf = ({fleet, places, homeId}: StartCell) => ({
  holder: `${hostname()} ${homeId}`,
  address: fleet.address ?? places.socket,
  http: fleet.http,
});

/** It isn't set with the wall's clock. */
const steady = (): number => performance.now();

const WAITS = 'This daemon waits, and does nothing by itself.';
const LOOKS_EVERY_MS = SECOND;
