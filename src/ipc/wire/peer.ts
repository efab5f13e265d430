// The answering end of a connection, over json-rpc-2.0, for any map of methods. Every request gets one response,
// whatever the line holds; nothing is printed. The calling end is in client.ts.
import {
  createJSONRPCErrorResponse,
  createJSONRPCSuccessResponse,
  type JSONRPCRequest,
  JSONRPCServer,
} from 'json-rpc-2.0';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {errorToWire, RPC_NUMBER} from './errors.ts';
import type {LineFault} from './lines.ts';
import {encodeAnswer, encodeError, type RpcCall, readMessage} from './messages.ts';
import type {MethodMap, Parsers} from './method.ts';
import type {CloseReason, Encoded, Transport} from './transport.ts';

export type NoticeMap = Record<string, unknown>;

/** Any notice with its parameters. */
export type NoticeOf<N extends NoticeMap> = {[K in keyof N]: {readonly method: K; readonly params: N[K]}}[keyof N];

/** A served transport, as its handlers see it. */
export type PeerConnection = {
  send(lines: Encoded): void;
  /** Bytes that were sent and are still in this process. */
  pending(): number;
  drained(): Promise<void>;
  /** Closes: pending data still leaves. After 5 s the connection is cut if the peer still holds it. */
  close(): void;
  /** Resolves with the reason when the connection ends; never rejects. */
  readonly closed: Promise<CloseReason>;
  /**
   * Resolves when no more requests can come: the connection ended, or the peer ended its side. A dead peer is only
   * noticed on a write.
   */
  readonly inputEnded: Promise<void>;
};

/** The caller: known from the socket, never from a parameter. */
export type Caller = {
  readonly connection: PeerConnection;
  /** Runs after this request's response was sent, so that later data cannot overtake it; not if the request failed. */
  afterAnswer(run: () => void): void;
};

export type Handlers<M extends MethodMap> = {
  readonly [K in keyof M]: (params: M[K]['params'], caller: Caller) => M[K]['result'] | Promise<M[K]['result']>;
};

type ServeDeps<M extends MethodMap> = {
  readonly transport: Transport;
  readonly handlers: Handlers<M>;
  readonly parsers: Parsers<M>;
  readonly clock: Clock;
  /** A client may send long lines after this method. @default none is needed */
  readonly greeting?: keyof M & string;
  /** Reports a bug: an exception that isn't a GatewayError. The caller gets a fixed sentence. */
  readonly onError: (thrown: unknown, method: string) => void;
  readonly onClose?: (reason: CloseReason) => void;
};

/** Answers the calls of one connection, concurrently, until it ends. */
export const servePeer = <M extends MethodMap>(deps: ServeDeps<M>): PeerConnection => {
  const {transport, clock, greeting, onError, onClose} = deps;
  const {promise: closed, resolve: close} = Promise.withResolvers<CloseReason>();
  const {promise: inputEnded, resolve: stopListening} = Promise.withResolvers<void>();
  const server = createServer(deps);
  let running = 0;
  let hasEnded = false;
  let watching = false;
  let cut: Disposable | undefined;

  const connection: PeerConnection = {
    send: transport.send,
    pending: transport.pending,
    drained: transport.drained,
    close: () => {
      transport.close();
      cut ??= clock.after(CLOSE_GRACE_MS, transport.abort);
    },
    closed,
    inputEnded,
  };

  const receive = (line: string): void => {
    const incoming = readMessage(line);
    switch (incoming.kind) {
      case 'call':
        void run(incoming.call);
        break;
      case 'invalid':
        transport.send(encodeError(incoming.id, incoming.error));
        break;
      case 'answer':
        // An unexpected response. An error in reply could make two servers exchange errors for ever.
        break;
    }
    holdBack();
  };

  const run = async (call: RpcCall): Promise<void> => {
    const after: (() => void)[] = [];
    running += 1;
    const answer = await server.receive(call as JSONRPCRequest, {connection, afterAnswer: step => after.push(step)});
    running -= 1;
    const failed = answer?.error !== undefined;
    if (answer !== null) transport.send(encodeAnswer(answer, error => onError(error, call.method)));
    if (!failed && call.method === greeting) transport.longLines();
    if (!failed) for (const step of after) step();
    holdBack();
    if (hasEnded && running === 0) connection.close();
  };

  /**
   * Backpressure: a client that sends requests faster than it gets or reads responses must wait, so its cost stays
   * bounded.
   */
  const holdBack = (): void => {
    const unread = transport.pending() > MOST_UNREAD_BYTES;
    if (unread || running >= MOST_AT_ONCE) transport.pause();
    else transport.resume();
    if (unread) watchDrain();
  };

  const watchDrain = (): void => {
    if (watching) return;
    watching = true;
    void transport.drained().then(() => {
      watching = false;
      holdBack();
    });
  };

  transport.start({
    message: receive,
    error: fault => {
      transport.send(encodeError(null, {code: RPC_NUMBER.parse, message: formatFault(fault, greeting)}));
      if (fault !== 'not-utf8') connection.close();
    },
    end: () => {
      hasEnded = true;
      stopListening();
      if (running === 0) connection.close();
    },
    close: reason => {
      cut?.[Symbol.dispose]();
      stopListening();
      close(reason);
      onClose?.(reason);
    },
  });
  return connection;
};

const createServer = <M extends MethodMap>({handlers, parsers, onError}: ServeDeps<M>): JSONRPCServer<Caller> => {
  // Both of the library's error hooks print. Errors are reported once, here, with their method.
  const server = new JSONRPCServer<Caller>({errorListener: () => {}});
  for (const method of Object.keys(handlers)) {
    // The library's simple `addMethod` costs an additional promise per response.
    server.addMethodAdvanced(method, async ({id, params}, caller) => {
      try {
        const result: unknown = await handlers[method]?.(parsers[method]?.(params), caller);
        return id === undefined ? null : createJSONRPCSuccessResponse(id, result);
      } catch (thrown) {
        if (!(thrown instanceof GatewayError)) onError(thrown, method);
        throw thrown;
      }
    });
  }
  server.mapErrorToJSONRPCErrorResponse = (id, thrown) => {
    const {code, message, data} = errorToWire(thrown);
    return createJSONRPCErrorResponse(id, code, message, data);
  };
  server.handleMethodNotFound = async ({id, method}) =>
    id === undefined
      ? null
      : createJSONRPCErrorResponse(id, RPC_NUMBER.method, `Unknown method "${method.slice(0, 100)}".`);
  return server;
};

const formatFault = (fault: LineFault, greeting: string | undefined): string => {
  switch (fault) {
    case 'too-long': {
      const earlier = greeting ? `, or 64 KiB before ${greeting}` : '';
      return `This line is longer than the limit (8 MiB${earlier}), so the next one cannot be found; the connection ends here.`;
    }
    case 'no-room':
      return 'Too many unfinished lines are waiting, and this one is the longest; the connection ends here.';
    case 'not-utf8':
      return 'This line is not UTF-8.';
  }
};

const CLOSE_GRACE_MS = 5 * SECOND;
/** Concurrent requests per connection; the next one is read when one is answered. */
const MOST_AT_ONCE = 128;
const MOST_UNREAD_BYTES = 1024 * 1024;
