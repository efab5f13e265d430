// One greeted connection to a signal-cli that receives in manual mode: it has told its version and hands over what it receives for
// as long as the connection lives.

import {present} from '../../../../shared/fields/present.ts';
import {GatewayError} from '../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type Chosen, chooseAccount} from './attach/choose-account.ts';
import {failureOf, type SignalCaller} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {connectTo, type SocketPlace} from './connect.ts';

export type Session = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** For whom calls are made, where signal-cli serves several. */
  readonly account?: string;
  /** True when signal-cli takes nothing more from the server and has handed out all that it took; false when it did not say so. */
  unsubscribe(): Promise<boolean>;
  /** Does something while nothing is received; false, and nothing is done, when receiving could not be stopped. */
  whileIdle(work: () => Promise<void>): Promise<boolean>;
  /** Why it ended, in a sentence; never rejects. */
  readonly closed: Promise<string>;
};

export type GreetDeps = {
  readonly place: SocketPlace;
  readonly clock: Clock;
  /** Where signal-cli may serve several accounts: which one is meant, as far as it is known. Left out where it serves one. */
  readonly choose?: {readonly account: string | undefined};
  readonly onReceived: (params: unknown) => void;
};

/** Connects, asks for the version and subscribes. Rejects with an `unavailable` GatewayError. */
export const greet = async ({place, clock, choose, onReceived}: GreetDeps): Promise<Session> => {
  const transport = await connectTo(place, clock);
  const line = createLineCaller({transport, clock, onReceived});
  const give = async (because: string): Promise<never> => {
    transport.abort();
    await line.closed;
    throw new GatewayError('unavailable', because);
  };
  const version = await createSignalRpc(line).version();
  if (version.kind !== 'result')
    return give(`signal-cli took the connection and does not answer (${failureOf(version)}).`);
  const chosen: Chosen = choose === undefined ? {caller: line} : await chooseAccount(line, choose.account);
  if ('because' in chosen) return give(chosen.because);
  const {caller} = chosen;
  const rpc = createSignalRpc(caller);
  let subscribed = await rpc.subscribeReceive();
  if (subscribed.kind !== 'result') return give(`signal-cli hands over no messages (${failureOf(subscribed)}).`);
  const unsubscribe = async (): Promise<boolean> =>
    subscribed.kind === 'result' && (await rpc.unsubscribeReceive(subscribed.result)).kind === 'result';

  return {
    caller,
    version: version.result,
    ...present({account: chosen.account}),
    unsubscribe,
    whileIdle: async work => {
      if (!(await unsubscribe())) return false;
      try {
        await work();
      } finally {
        subscribed = await rpc.subscribeReceive();
        // Whoever watches the connection makes a new one, which subscribes.
        if (subscribed.kind !== 'result') transport.abort();
      }
      return true;
    },
    closed: line.closed,
    [Symbol.asyncDispose]: async () => {
      transport.abort();
      await line.closed;
    },
  };
};
