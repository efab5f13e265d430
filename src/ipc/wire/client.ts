// The calling end of a connection, over json-rpc-2.0, for any map of methods. Every call ends, at the latest with its
// connection. A notice `closing` with a `reason` explains a close that follows it.
import {createJSONRPCErrorResponse, JSONRPCClient, type JSONRPCResponse} from 'json-rpc-2.0';
import {formatReason, type Reason} from '../../shared/text/sentences.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {errorFromWire, NoAnswer, RPC_NUMBER, UNANSWERED} from './errors.ts';
import {encodeError, encodeMessage, type RpcCall, readMessage} from './messages.ts';
import type {MethodMap} from './method.ts';
import type {NoticeMap, NoticeOf} from './peer.ts';
import {type CloseReason, formatClose, reasonOfClose, type Transport} from './transport.ts';

export type ClientDeps<N extends NoticeMap> = {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onNotice: (notice: NoticeOf<N>) => void;
};

export type CallOptions = {
  /** Time to wait for the result, in ms; `Infinity` waits as long as the connection lasts. @default 30 s */
  readonly timeoutMs?: number;
};

export type Client<M extends MethodMap> = AsyncDisposable & {
  /** Rejects with a GatewayError: the peer's own (a RemoteError), or a NoAnswer when no response arrives. */
  call<K extends keyof M & string>(method: K, params: M[K]['params'], options?: CallOptions): Promise<M[K]['result']>;
  /** The reason why the connection ended; never rejects. */
  readonly closed: Promise<CloseReason>;
};

/** Makes calls over a connection and receives its notices. Disposing sends pending data and closes. */
export const createClient = <M extends MethodMap, N extends NoticeMap>({
  transport,
  clock,
  onNotice,
}: ClientDeps<N>): Client<M> => {
  const rpc = new JSONRPCClient(message => transport.send(encodeMessage(message)));
  const {promise: closed, resolve: close} = Promise.withResolvers<CloseReason>();
  let closedBecause: CloseReason | undefined;
  let lastId = 0;
  /** The peer's last connection-level error: a better reason if the connection then ends. */
  let lastWord: CloseReason | undefined;

  const receive = (line: string): void => {
    const incoming = readMessage(line);
    switch (incoming.kind) {
      case 'answer':
        if (incoming.answer.id === null && 'error' in incoming.answer)
          lastWord = announced(incoming.answer.error.message);
        rpc.receive(incoming.answer as JSONRPCResponse);
        break;
      case 'call':
        onNotification(incoming.call);
        break;
      case 'invalid':
        // A peer that doesn't speak JSON-RPC cannot read an error either; pending calls time out.
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
      lastWord = {kind: 'too-long'};
      transport.abort();
    },
    close: reason => {
      closedBecause = lastWord ?? reason;
      rpc.rejectAllPendingRequests(formatClose(closedBecause));
      close(closedBecause);
    },
  });

  return {
    call: async (method, params, {timeoutMs = CALL_TIMEOUT_MS} = {}) => {
      if (closedBecause !== undefined) throw new NoAnswer('unsent', reasonOfClose(closedBecause));
      lastId += 1;
      const id = lastId;
      const late: Reason = {what: `No answer to ${method} within ${timeoutMs / SECOND} s`};
      const giveUp = (): void => rpc.receive(createJSONRPCErrorResponse(id, UNANSWERED, formatReason(late)));
      using _ = timeoutMs === Number.POSITIVE_INFINITY ? undefined : clock.after(timeoutMs, giveUp);
      const answer = await rpc.requestAdvanced({jsonrpc: '2.0', id, method, params});
      if (answer.error?.code === UNANSWERED) {
        throw new NoAnswer('lost', closedBecause === undefined ? late : reasonOfClose(closedBecause));
      }
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

const announced = (message: string): CloseReason => ({kind: 'announced', message});

const reasonIn = (params: unknown): CloseReason | undefined => {
  const reason = typeof params === 'object' && params !== null && 'reason' in params ? params.reason : undefined;
  return typeof reason === 'string' ? announced(reason) : undefined;
};

const CALL_TIMEOUT_MS = 30 * SECOND;
