// Calls over a line-based connection: signal-cli's UNIX and TCP sockets and its standard streams. Received messages arrive between
// answers as notifications.

import {createClient} from '../../../../../ipc/client.ts';
import {RemoteError, UNANSWERED} from '../../../../../ipc/error-codes.ts';
import type {Transport} from '../../../../../ipc/transport.ts';
import {errorMessage, GatewayError} from '../../../../../shared/records/gateway-error.ts';
import {clauseOf} from '../../../../../shared/text/stopped.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import type {CallReply, SignalCaller} from './call.ts';

export type LineCallerDeps = {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The parameters of a `receive` notification: plain, or inside a subscription's `result`. */
  readonly onReceived: (params: unknown) => void;
};

export type LineCaller = SignalCaller &
  AsyncDisposable & {
    /** Resolves with the reason when the connection has ended, as a sentence. Never rejects. */
    readonly closed: Promise<string>;
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
    closed: client.closed,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
};

/** The peer throws this if the connection had already ended, so the call never left. */
const failedReply = (thrown: unknown): CallReply => {
  if (thrown instanceof RemoteError) {
    const {rpcCode: code, message, data} = thrown;
    if (code === UNANSWERED) return {kind: 'lost', because: clauseOf(message)};
    return {kind: 'error', code, message, ...(data !== undefined && data !== null && {data})};
  }
  if (thrown instanceof GatewayError) return {kind: 'unsent', because: clauseOf(thrown.message)};
  // A bug during the call. The careful assumption is that the call has left.
  return {kind: 'lost', because: errorMessage(thrown)};
};

type SignalMethods = Record<string, {readonly params: unknown; readonly result: unknown}>;
type SignalNotices = {readonly receive: unknown};
