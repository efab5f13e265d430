// A model provider on this machine: an HTTP server on loopback that answers each request with the next item of its script, in the true wire
// format or a broken one, and keeps its requests.
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A provider's reply. `chunks` are the streamed pieces of text (or of a tool's arguments), `thinking` those of the reasoning before. */
export type Reply =
  | {
      readonly kind: 'text';
      readonly chunks: readonly string[];
      readonly finish?: string;
      readonly thinking?: readonly string[];
    }
  | {
      readonly kind: 'tools';
      readonly text?: readonly string[];
      readonly calls: readonly ReplyCall[];
      readonly finish?: string;
      readonly thinking?: readonly string[];
    }
  /** An HTTP error. Without a body, the provider's own for that status. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The provider's own refusal of an overlong prompt. */
  | {readonly kind: 'too-long'}
  /** The connection breaks after the chunks. */
  | {readonly kind: 'cut'; readonly chunks: readonly string[]}
  /** The stream ends properly, but before the answer does. */
  | {readonly kind: 'unfinished'; readonly chunks: readonly string[]}
  /** No more data, and the connection stays open. Without chunks not even headers arrive. */
  | {readonly kind: 'hang'; readonly chunks?: readonly string[]}
  /** An error event in the stream. */
  | {readonly kind: 'error-event'; readonly chunks?: readonly string[]; readonly type: string; readonly message: string}
  /** Any text, sent as an answer. */
  | {readonly kind: 'garbage'; readonly body: string; readonly contentType?: string}
  /** Another reply, one byte at a time. */
  | {readonly kind: 'bytewise'; readonly reply: Extract<Reply, {kind: 'text' | 'tools'}>};

/** The replies: a list, or a function that decides at the request. */
export type Script = readonly Reply[] | ((asked: RecordedRequest) => Reply | Promise<Reply>);

export type ReplyCall = {readonly id: string; readonly name: string; readonly arguments: readonly string[]};

/** A provider's wire format. */
export type WireFormat = {
  /** A whole answer, in server-sent events. */
  readonly answer: (reply: Extract<Reply, {kind: 'text' | 'tools'}>) => readonly string[];
  /** The beginning of one. */
  readonly beginning: (chunks: readonly string[]) => readonly string[];
  readonly errorEvent: (type: string, message: string) => string;
  readonly statusBody: (status: number) => string;
  readonly tooLong: {readonly status: number; readonly body: string};
  /** The answer to GET /models. */
  readonly models: (names: readonly string[]) => string;
};

export type RecordedRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
};

export type ProviderServer = AsyncDisposable & {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  readonly add: (...replies: readonly Reply[]) => void;
  /** The reply of GET /models from now on: names, newest first, or any other reply. @default nothing: the script answers */
  readonly offers: (models: readonly string[] | Reply) => void;
  /** The JSON of further paths, or a status, from now on. The server's own paths, such as `/api/ps`, are unknown until then. */
  readonly serves: (paths: Readonly<Record<string, unknown>>) => void;
  /** Connections that are open now. */
  readonly open: () => number;
};

/** A request beyond the list gets a 599; leftover replies at disposal fail the test. */
export const startProviderServer = async (format: WireFormat, script: Script): Promise<ProviderServer> => {
  const left: Reply[] = typeof script === 'function' ? [] : [...script];
  const decide = async (asked: RecordedRequest): Promise<Reply | undefined> =>
    left.shift() ?? (typeof script === 'function' ? script(asked) : undefined);
  const requests: RecordedRequest[] = [];
  let offered: readonly string[] | Reply | undefined;
  let served: Readonly<Record<string, unknown>> = {};
  const live = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    live.add(response);
    response.on('close', () => live.delete(response));
    const respond = async (kept: RecordedRequest): Promise<void> => {
      requests.push(kept);
      const path = kept.path.replace(/\?.*/u, '');
      const found = served[path];
      if (found !== undefined) {
        if (typeof found === 'number') send(response, found, 'application/json', format.statusBody(found));
        else send(response, 200, 'application/json', JSON.stringify(found));
        return;
      }
      if (OWN_PATHS.test(path) && !/\/chat\/completions$/u.test(path)) {
        send(response, 404, 'text/plain', '404 page not found');
        return;
      }
      if (offered !== undefined && /\/models(?:\?|$)/u.test(kept.path)) {
        if ('kind' in offered) answer(format, offered, response);
        else send(response, 200, 'application/json', format.models(offered));
        return;
      }
      const reply = await decide(kept);
      if (reply === undefined) send(response, 599, 'text/plain', 'the script has ended');
      else answer(format, reply, response);
    };
    // The client may be killed in the middle of a request.
    void recorded(request).then(respond, () => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    add: (...replies) => {
      left.push(...replies);
    },
    offers: models => {
      offered = models;
    },
    serves: paths => {
      served = {...served, ...paths};
    },
    open: () => live.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      if (left.length > 0) throw new Error(`the provider has ${left.length} replies left that nobody asked for`);
    },
  };
};

/** Paths beside a provider's common API: Ollama's, LM Studio's, llama.cpp's, OpenRouter's, Gemini's. */
const OWN_PATHS = /^\/(?:api|props|v1beta)(?:\/|$)|\/key$/u;

/** A server-sent event. */
export const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const answer = (format: WireFormat, reply: Reply, response: ServerResponse): void => {
  const beginning = (then: () => void, chunks: readonly string[] = [], more: readonly string[] = []): void =>
    stream(response, [...format.beginning(chunks), ...more], then);
  const end = (): void => void response.end();
  switch (reply.kind) {
    case 'text':
    case 'tools':
      stream(response, format.answer(reply), end);
      break;
    case 'bytewise':
      dribble(response, Buffer.from(format.answer(reply.reply).join('')));
      break;
    case 'status': {
      const body = reply.body ?? format.statusBody(reply.status);
      send(response, reply.status, 'application/json', body, reply.headers);
      break;
    }
    case 'too-long':
      send(response, format.tooLong.status, 'application/json', format.tooLong.body);
      break;
    case 'cut':
      beginning(() => void response.destroy(), reply.chunks);
      break;
    case 'unfinished':
      beginning(end, reply.chunks);
      break;
    case 'hang':
      if (reply.chunks !== undefined) beginning(() => undefined, reply.chunks);
      break;
    case 'error-event': {
      const error = format.errorEvent(reply.type, reply.message);
      if (reply.chunks === undefined) stream(response, [error], end);
      else beginning(end, reply.chunks, [error]);
      break;
    }
    case 'garbage':
      send(response, 200, reply.contentType ?? 'text/event-stream', reply.body);
  }
};

const send = (response: ServerResponse, status: number, type: string, body: string, headers = {}): void => {
  response.writeHead(status, {'content-type': type, ...headers});
  response.end(body);
};

/** Each piece is a packet of its own, so that the part before a cut was really sent. */
const stream = (response: ServerResponse, pieces: readonly string[], then: () => void): void => {
  response.writeHead(200, {'content-type': 'text/event-stream'});
  const next = (index: number): void => {
    const piece = pieces[index];
    if (piece === undefined) setImmediate(then);
    else response.write(piece, () => setImmediate(next, index + 1));
  };
  next(0);
};

const dribble = (response: ServerResponse, bytes: Buffer): void => {
  response.writeHead(200, {'content-type': 'text/event-stream'});
  response.socket?.setNoDelay(true);
  const next = (index: number): void => {
    if (index >= bytes.length) response.end();
    else response.write(bytes.subarray(index, index + 1), () => setImmediate(next, index + 1));
  };
  next(0);
};

const recorded = async (request: IncomingMessage): Promise<RecordedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {path: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text)};
};
