// One connection to a signal-cli in manual mode: its version is checked, and it delivers messages while the connection
// lives.
import {ReasonedError} from '../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type Chosen, chooseAccount} from './attach/choose-account.ts';
import {failureOf, type SignalCaller} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {connectTo, type SocketPlace} from './connect.ts';

export type Session = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** The account parameter of calls, if signal-cli serves several. */
  readonly account?: string;
  /** True if signal-cli has stopped receiving and delivered all messages. False if it didn't confirm that. */
  unsubscribe(): Promise<boolean>;
  /** Runs work while receiving is stopped. Returns false, without running it, if receiving couldn't be stopped. */
  whileIdle(work: () => Promise<void>): Promise<boolean>;
  /** Resolves with the reason when the connection has ended. Never rejects. */
  readonly closed: Promise<Reason>;
};

type GreetDeps = {
  readonly place: SocketPlace;
  readonly clock: Clock;
  /** The wanted account, as far as known, if signal-cli may serve several. Unset if it serves one. */
  readonly choose?: {readonly account: string | undefined};
  readonly onReceived: (params: unknown) => void;
};

/** Connects, checks the version and subscribes. Rejects with an `unavailable` ReasonedError. */
export const greet = async ({place, clock, choose, onReceived}: GreetDeps): Promise<Session> => {
  const transport = await connectTo(place, clock);
  const line = createLineCaller({transport, clock, onReceived});
  const give = async (reason: Reason): Promise<never> => {
    transport.abort();
    await line.closed;
    throw new ReasonedError('unavailable', reason);
  };
  const version = await createSignalRpc(line).version();
  if (version.kind !== 'result')
    return give({what: `signal-cli took the connection and does not answer (${failureOf(version)})`});
  const chosen: Chosen = choose === undefined ? {caller: line} : await chooseAccount(line, choose.account);
  if ('refusal' in chosen) return give(chosen.refusal);
  const {caller} = chosen;
  const rpc = createSignalRpc(caller);
  let subscribed = await rpc.subscribeReceive();
  if (subscribed.kind !== 'result') return give({what: `signal-cli hands over no messages (${failureOf(subscribed)})`});
  const unsubscribe = async (): Promise<boolean> =>
    subscribed.kind === 'result' && (await rpc.unsubscribeReceive(subscribed.result)).kind === 'result';

  return {
    caller,
    version: version.result,
    account: chosen.account,
    unsubscribe,
    whileIdle: async work => {
      if (!(await unsubscribe())) return false;
      try {
        await work();
      } finally {
        subscribed = await rpc.subscribeReceive();
        // The supervisor then reconnects and subscribes again.
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
