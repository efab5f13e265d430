// The calling end of a connection, over json-rpc-2.0, for any map of methods. Every call ends, at the latest with its connection.
import {createJSONRPCErrorResponse, JSONRPCClient, type JSONRPCResponse} from 'json-rpc-2.0';
import {GatewayError} from '../shared/records/gateway-error.ts';
import type {Clock} from '../shared/time/clock.ts';
import {SECOND} from '../shared/time/time.ts';
import {errorFromWire, RPC_NUMBER, UNANSWERED} from './error-codes.ts';
import {encodeError, encodeMessage, type RpcCall, readMessage} from './messages.ts';
import type {MethodMap, NoticeMap, NoticeOf} from './peer.ts';
import type {Methods, Notices} from './protocol.ts';
import type {Transport} from './transport.ts';

export type ClientDeps<N extends NoticeMap> = {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onNotice: (notice: NoticeOf<N>) => void;
};

export type CallOptions = {
  /** Time to wait for the result, in ms; `Infinity` waits as long as the connection lasts. @default 30 s */
  readonly timeoutMs?: number;
};

export type Client<M extends MethodMap = Methods> = AsyncDisposable & {
  /** Rejects with a GatewayError: the peer's own (a RemoteError), or `unavailable` when no response arrives. */
  call<K extends keyof M & string>(method: K, params: M[K]['params'], options?: CallOptions): Promise<M[K]['result']>;
  /** The reason why the connection ended, in a sentence; never rejects. */
  readonly closed: Promise<string>;
};

/** Makes calls over a connection and receives its notices. Disposing sends pending data and closes. */
export const createClient = <M extends MethodMap = Methods, N extends NoticeMap = Notices>({
  transport,
  clock,
  onNotice,
}: ClientDeps<N>): Client<M> => {
  const rpc = new JSONRPCClient(message => transport.send(encodeMessage(message)));
  const {promise: closed, resolve: close} = Promise.withResolvers<string>();
  let closedBecause: string | undefined;
  let lastId = 0;
  /** The peer's last connection-level error: a better reason if the connection then ends. */
  let lastWord: string | undefined;

  const receive = (line: string): void => {
    const incoming = readMessage(line);
    switch (incoming.kind) {
      case 'answer':
        if (incoming.answer.id === null && 'error' in incoming.answer) lastWord = incoming.answer.error.message;
        rpc.receive(incoming.answer as JSONRPCResponse);
        break;
      case 'call':
        onNotification(incoming.call);
        break;
      case 'invalid':
        // A daemon that doesn't speak JSON-RPC cannot read an error either; pending calls time out.
        break;
    }
  };

  const onNotification = ({method, params, id}: RpcCall): void => {
    if (id !== undefined) {
      const message = 'Calls are taken in the other direction only.';
      transport.send(encodeError(id, {code: RPC_NUMBER.method, message}));
      return;
    }
    if (method === 'closing') lastWord = reasonIn(params);
    onNotice({method, params} as NoticeOf<N>);
  };

  transport.start({
    message: receive,
    error: fault => {
      if (fault === 'not-utf8') return;
      lastWord = 'The other side sent a line that is too long to take.';
      transport.abort();
    },
    close: reason => {
      closedBecause = lastWord ?? reason;
      rpc.rejectAllPendingRequests(closedBecause);
      close(closedBecause);
    },
  });

  return {
    call: async (method, params, {timeoutMs = CALL_TIMEOUT_MS} = {}) => {
      if (closedBecause !== undefined) throw new GatewayError('unavailable', closedBecause);
      lastId += 1;
      const id = lastId;
      const giveUp = (): void =>
        rpc.receive(
          createJSONRPCErrorResponse(id, UNANSWERED, `No answer to ${method} within ${timeoutMs / SECOND} s.`),
        );
      using _ = timeoutMs === Number.POSITIVE_INFINITY ? undefined : clock.after(timeoutMs, giveUp);
      const answer = await rpc.requestAdvanced({jsonrpc: '2.0', id, method, params});
      if (answer.error !== undefined) throw errorFromWire(answer.error);
      return answer.result;
    },
    closed,
    [Symbol.asyncDispose]: async () => {
      using _ = clock.after(SECOND, transport.abort);
      await transport.drained();
      transport.abort();
      await closed;
    },
  };
};

const reasonIn = (params: unknown): string | undefined => {
  const reason = typeof params === 'object' && params !== null && 'reason' in params ? params.reason : undefined;
  return typeof reason === 'string' ? reason : undefined;
};

const CALL_TIMEOUT_MS = 30 * SECOND;
