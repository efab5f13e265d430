// The end of a connection that answers calls, over json-rpc-2.0, for any map of methods. Every request gets one answer, whatever
// the line held; nothing is ever printed. The end that makes them is in client.ts.
import {
  createJSONRPCErrorResponse,
  createJSONRPCSuccessResponse,
  type JSONRPCRequest,
  JSONRPCServer,
} from 'json-rpc-2.0';
import {GatewayError} from '../shared/records/gateway-error.ts';
import type {Clock} from '../shared/time/clock.ts';
import {SECOND} from '../shared/time/time.ts';
import {errorToWire, RPC_NUMBER} from './error-codes.ts';
import type {LineFault} from './lines.ts';
import {encodeAnswer, encodeError, type RpcCall, readMessage} from './messages.ts';
import type {Methods} from './protocol.ts';
import type {Encoded, Transport} from './transport.ts';

export type MethodMap = Record<string, {readonly params: unknown; readonly result: unknown}>;
export type NoticeMap = Record<string, unknown>;

/** A notice with its parameters, whichever it is. */
export type NoticeOf<N extends NoticeMap> = {[K in keyof N]: {readonly method: K; readonly params: N[K]}}[keyof N];

/** A transport that is being served, as those who answer on it see it. */
export type Connection = {
  send(lines: Encoded): void;
  /** Bytes that were sent and have not left the process. */
  pending(): number;
  drained(): Promise<void>;
  /** Lets go: what was sent still goes out, and 5 s later the connection is cut if the other side still holds it. */
  close(): void;
  /** Why it ended, in a sentence; never rejects. */
  readonly closed: Promise<string>;
  /** Nothing more will be asked: it ended, or the other side has said so. One that died looks the same until it is written to. */
  readonly lastHeard: Promise<void>;
};

/** Who asks: known from the socket, never from a parameter. */
export type Caller = {
  readonly connection: Connection;
  /** Runs right after the answer to this request was sent, so that what follows it cannot overtake it; not if it failed. */
  afterAnswer(run: () => void): void;
};

export type Handlers<M extends MethodMap> = {
  readonly [K in keyof M]: (params: M[K]['params'], caller: Caller) => M[K]['result'] | Promise<M[K]['result']>;
};

/** Unknown in, typed out, or an InvalidParams. */
export type Parsers<M extends MethodMap> = {readonly [K in keyof M]: (params: unknown) => M[K]['params']};

export type ServeDeps<M extends MethodMap> = {
  readonly transport: Transport;
  readonly handlers: Handlers<M>;
  readonly parsers: Parsers<M>;
  readonly clock: Clock;
  /** A bug: an exception that is no GatewayError. The caller is told a fixed sentence. */
  readonly onError: (thrown: unknown, method: string) => void;
  readonly onClose?: (reason: string) => void;
};

/** Answers the calls of one connection, concurrently, until it ends. */
export const servePeer = <M extends MethodMap = Methods>(deps: ServeDeps<M>): Connection => {
  const {transport, clock, onError, onClose} = deps;
  const {promise: closed, resolve: close} = Promise.withResolvers<string>();
  const {promise: lastHeard, resolve: hearNoMore} = Promise.withResolvers<void>();
  const server = createServer(deps);
  let running = 0;
  let saidLastWord = false;
  let watching = false;
  let cut: Disposable | undefined;

  const connection: Connection = {
    send: transport.send,
    pending: transport.pending,
    drained: transport.drained,
    close: () => {
      transport.close();
      cut ??= clock.after(CLOSE_GRACE_MS, transport.abort);
    },
    closed,
    lastHeard,
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
        // Nothing was asked. Complaining about it could start two servers on complaining to each other for ever.
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
    if (!failed && call.method === GREETING) transport.longLines();
    if (!failed) for (const step of after) step();
    holdBack();
    if (saidLastWord && running === 0) connection.close();
  };

  /** A client that asks faster than it is answered, or does not read its answers, waits: what it costs stays bounded. */
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
      transport.send(encodeError(null, {code: RPC_NUMBER.parse, message: FAULTS[fault]}));
      if (fault !== 'not-utf8') connection.close();
    },
    end: () => {
      saidLastWord = true;
      hearNoMore();
      if (running === 0) connection.close();
    },
    close: reason => {
      cut?.[Symbol.dispose]();
      hearNoMore();
      close(reason);
      onClose?.(reason);
    },
  });
  return connection;
};

const createServer = <M extends MethodMap>({handlers, parsers, onError}: ServeDeps<M>): JSONRPCServer<Caller> => {
  // Both of the library's own ways to tell of an error print; errors are told here instead, once, with their method.
  const server = new JSONRPCServer<Caller>({errorListener: () => {}});
  for (const method of Object.keys(handlers)) {
    // The simple way to add one makes the answer in a promise of its own.
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
      : createJSONRPCErrorResponse(id, RPC_NUMBER.method, `There is no method '${method.slice(0, 100)}'.`);
  return server;
};

const CLOSE_GRACE_MS = 5 * SECOND;
/** Requests of one connection that run at the same time; the next one is read when one of them is answered. */
const MOST_AT_ONCE = 128;
const MOST_UNREAD_BYTES = 1024 * 1024;
/** The method after which a client may send long lines. */
const GREETING = 'hello';
const FAULTS: Record<LineFault, string> = {
  'too-long':
    'This line is longer than the limit (8 MiB, or 64 KiB before hello), so the next one cannot be found; the connection ends here.',
  'no-room': 'Too many unfinished lines are waiting, and this one is the longest; the connection ends here.',
  'not-utf8': 'This line is not UTF-8.',
};
