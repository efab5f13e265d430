// Keeps the lease of a cell. It is renewed long before its end. A process that was stopped meanwhile, or whose machine
// slept, doesn't count as the holder again before PostgreSQL has said that nobody else has taken the cell.
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {FleetLog, Lease} from '../ports/fleet-log.ts';
import type {Log} from '../ports/system.ts';

/** The time of both clocks of a machine, in ms: one may be set back, and the other one stands still in sleep. */
type Instant = {readonly wall: number; readonly steady: number};

type Kept = {
  readonly fleetLog: Pick<FleetLog, 'renew' | 'release'>;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Time in ms that nobody can set. */
  readonly steady: () => number;
  readonly log: Log;
  /** Another daemon has the cell. The process must end at once. */
  readonly onLost: () => void;
};

export type LeaseKeeper = AsyncDisposable & {
  readonly lease: Lease;
  /** False from a moment before another daemon may take the cell, until the lease is renewed. */
  readonly isHeld: () => boolean;
  /** PostgreSQL has refused this holder: the process ends. */
  readonly lose: () => void;
  /** Called after each renewal. */
  readonly onRenewed: (listener: () => void) => void;
  /** The reason why the last renewal failed. */
  readonly trouble: () => string | undefined;
};

export const instantOf = ({clock, steady}: Pick<Kept, 'clock' | 'steady'>): Instant => ({
  wall: clock.now(),
  steady: steady(),
});

/** `askedAt`: the time at which the lease was asked for. */
export const keepLease = (kept: Kept, askedAt: Instant): LeaseKeeper => {
  const {fleetLog, lease, clock, log} = kept;
  let renewedAt = askedAt;
  let trouble: string | undefined;
  let hasEnded = false;
  let isLost = false;
  let timer: Disposable;
  let renewing: Promise<void> = Promise.resolve();
  const listeners: (() => void)[] = [];

  const lose = (): void => {
    hasEnded = true;
    isLost = true;
    log.error({cell: lease.cell}, `Another daemon has taken ${lease.cell}: this one ends.`);
    kept.onLost();
  };

  const renew = async (): Promise<void> => {
    const at = instantOf(kept);
    try {
      const isOurs = await fleetLog.renew(lease, LEASE_MS);
      if (hasEnded) return;
      if (!isOurs) return lose();
      renewedAt = at;
      trouble = undefined;
    } catch (error) {
      if (trouble === undefined)
        log.warn({error, cell: lease.cell}, `Couldn't renew the lease of ${lease.cell}: ${errorMessage(error)}`);
      trouble = errorMessage(error);
    }
    if (hasEnded) return;
    for (const listener of listeners) listener();
    timer = clock.after(trouble === undefined ? RENEWED_EVERY_MS : TRIED_EVERY_MS, begin);
  };
  const begin = (): void => {
    renewing = renew();
  };
  timer = clock.after(RENEWED_EVERY_MS, begin);

  return {
    lease,
    isHeld: () => {
      const {wall, steady} = instantOf(kept);
      return !isLost && Math.max(wall - renewedAt.wall, steady - renewedAt.steady) < LEASE_MS - MARGIN_MS;
    },
    lose,
    onRenewed: listener => void listeners.push(listener),
    trouble: () => trouble,
    [Symbol.asyncDispose]: async () => {
      hasEnded = true;
      timer[Symbol.dispose]();
      await renewing;
      if (isLost) return;
      await fleetLog.release(lease).catch(error => {
        log.warn({error}, `Couldn't give back ${lease.cell}: it is free in ${LEASE_MS / SECOND} seconds.`);
      });
    },
  };
};

/** By PostgreSQL's clock. */
export const LEASE_MS = 10 * SECOND;
/** Clocks differ in speed, and what has passed the gate needs a moment to leave. */
const MARGIN_MS = SECOND;
const RENEWED_EVERY_MS = 3 * SECOND;
const TRIED_EVERY_MS = SECOND;
