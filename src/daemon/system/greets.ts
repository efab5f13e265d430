// Checks whether a daemon answers on a socket.
import {PROTOCOL} from '../../ipc/checks.ts';
import {createClient} from '../../ipc/client.ts';
import {dial} from '../../ipc/socket/dial.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';

/** True if anything answers a greeting, with any result. */
export const greets = async (socket: string, clock: Clock): Promise<boolean> => {
  try {
    await using client = createClient({transport: await dial(socket), clock, onNotice: () => {}});
    await client.call('hello', {protocol: PROTOCOL, client: 'rooster daemon'}, {timeoutMs: SECOND / 2});
    return true;
  } catch {
    return false;
  }
};
