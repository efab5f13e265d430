// Locks the home at the start. The threads of a killed daemon hold its lock a moment longer, so a start right after a
// kill waits. If a running daemon answers, it fails at once.
import {PROTOCOL} from '../../ipc/checks.ts';
import {daemonClient} from '../../ipc/protocol.ts';
import {dial} from '../../ipc/socket/dial.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {holdLock} from './instance-lock.ts';

type TakeLockDeps = {
  readonly database: string;
  /** Sockets where a daemon with the lock would answer. */
  readonly sockets: readonly string[];
  readonly clock: Clock;
};

/** Locks the home until disposed. Rejects with `conflict` and the locking process, after two seconds at most. */
export const takeLock = async ({database, sockets, clock}: TakeLockDeps): Promise<Disposable> => {
  const giveUpAt = clock.now() + PATIENCE_MS;
  for (;;) {
    try {
      return holdLock(database);
    } catch (error) {
      const isHeld = error instanceof GatewayError && error.code === 'conflict';
      if (!isHeld || clock.now() >= giveUpAt || (await doesAnyAnswer(sockets, clock))) throw error;
    }
    await new Promise<void>(resolve => void clock.after(BETWEEN_TRIES_MS, resolve));
  }
};

/** A connection alone proves nothing, because the kernel also accepts it for a dying process. */
const doesAnyAnswer = async (sockets: readonly string[], clock: Clock): Promise<boolean> => {
  for (const socket of sockets) if (await greets(socket, clock)) return true;
  return false;
};

const PATIENCE_MS = 2 * SECOND;
const BETWEEN_TRIES_MS = 50;

/** True if anything answers a greeting, with any result. */
const greets = async (socket: string, clock: Clock): Promise<boolean> => {
  try {
    await using client = daemonClient({transport: await dial(socket), clock, onNotice: () => {}});
    await client.call('hello', {protocol: PROTOCOL, client: 'rooster daemon'}, {timeoutMs: SECOND / 2});
    return true;
  } catch {
    return false;
  }
};
