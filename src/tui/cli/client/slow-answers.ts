// Says why an answer takes long: the daemon of a fleet confirms nothing until PostgreSQL answers.
import {PROTOCOL} from '../../../ipc/checks.ts';
import type {Client} from '../../../ipc/protocol.ts';
import {NoAnswer} from '../../../ipc/wire/index.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Connect} from './connect.ts';

type Words = {readonly clock: Clock; readonly version: string; readonly note: (sentence: string) => void};

/** Connections that follow events are told by the daemon itself. */
export const withReasons =
  (connect: Connect, words: Words): Connect =>
  async options => {
    const connection = await connect(options);
    if (options?.onNotice !== undefined) return connection;
    return {...connection, client: {...connection.client, call: callOf(connection.client, words)}};
  };

const callOf = ({call}: Client, {clock, version, note}: Words): Client['call'] => {
  let held: string | undefined;
  const lookWhy = async (): Promise<void> => {
    const before = held;
    // It waits for nothing.
    held = (await call('hello', {protocol: PROTOCOL, client: `rooster ${version}`})).held;
    if (held !== undefined && before === undefined) note(held);
  };
  return async (method, params, options) => {
    let looking: Disposable;
    const look = (): void => {
      lookWhy().catch(() => {});
      looking = clock.after(SLOW_MS, look);
    };
    looking = clock.after(SLOW_MS, look);
    try {
      return await call(method, params, options);
    } catch (thrown) {
      if (held === undefined || !(thrown instanceof NoAnswer)) throw thrown;
      throw new GatewayError('unavailable', MAY_FOLLOW, {cause: thrown});
    } finally {
      looking[Symbol.dispose]();
    }
  };
};

const SLOW_MS = 2 * SECOND;
const MAY_FOLLOW =
  'PostgreSQL did not answer in time. What you asked for may still happen once it does: look before you repeat it.';
