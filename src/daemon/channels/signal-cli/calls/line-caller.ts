// Calls over a line-based connection: signal-cli's UNIX and TCP sockets and its standard streams. Received messages
// arrive between answers as notifications.
import {createClient, NoAnswer, RemoteError, reasonOfClose, type Transport} from '../../../../ipc/wire/index.ts';
import {reasonOf} from '../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import type {CallReply, SignalCaller} from './call.ts';

type LineCallerDeps = {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The parameters of a `receive` notification: plain, or inside a subscription's `result`. */
  readonly onReceived: (params: unknown) => void;
};

type LineCaller = SignalCaller &
  AsyncDisposable & {
    /** Resolves with the reason when the connection has ended. Never rejects. */
    readonly closed: Promise<Reason>;
  };

export const createLineCaller = ({transport, clock, onReceived}: LineCallerDeps): LineCaller => {
  const client = createClient<SignalMethods, SignalNotices>({
    transport,
    clock,
    onNotice: ({method, params}) => {
      if (method === 'receive') onReceived(params);
    },
  });
  return {
    call: async (method, params, timeoutMs) => {
      try {
        return {kind: 'result', result: await client.call(method, params, {timeoutMs})};
      } catch (thrown) {
        return failedReply(thrown);
      }
    },
    closed: client.closed.then(reasonOfClose),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
};

const failedReply = (thrown: unknown): CallReply => {
  if (thrown instanceof RemoteError) {
    const {rpcCode: code, message, data} = thrown;
    return {kind: 'error', code, message, data: data ?? undefined};
  }
  // Anything but a NoAnswer is a bug. The careful assumption is that the call has left.
  return {kind: thrown instanceof NoAnswer ? thrown.kind : 'lost', because: reasonOf(thrown).what};
};

type SignalMethods = Record<string, {readonly params: unknown; readonly result: unknown}>;
type SignalNotices = {readonly receive: unknown};
