// An ntfy server on loopback that speaks the real wire format: publishing as JSON and as plain text, streams with open, keepalive and
// message lines, `since`, its own error bodies, access tokens. A test cuts its streams and tells it what to answer.
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export type NtfyMessage = {
  readonly id: string;
  readonly time: number;
  readonly event: 'message' | 'message_delete';
  readonly topic: string;
  readonly message: string;
  readonly [field: string]: unknown;
};

/** The reply to a publishing request. `accept-then-…`: it publishes, then the connection breaks or stays silent. */
export type NtfyAnswer =
  | 'accept'
  | 'cut'
  | 'accept-then-cut'
  | 'accept-then-hang'
  | 'hang'
  | {readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>>};

export type NtfyServer = AsyncDisposable & {
  readonly url: string;
  readonly messages: readonly NtfyMessage[];
  /** A topic as phones show it: a message replaces an earlier one of its sequence, and a deletion removes it. */
  readonly shown: (topic: string) => readonly NtfyMessage[];
  /** Sets the reply from now on. */
  readonly answer: (answer: NtfyAnswer | (() => NtfyAnswer)) => void;
  readonly healthy: (isHealthy: boolean) => void;
  /** As a phone does: publishes plain text. Resolves with the status. */
  readonly publish: (topic: string, text: string, headers?: Readonly<Record<string, string>>) => Promise<number>;
  /** As a phone does: performs a button's action. */
  readonly press: (message: NtfyMessage | undefined, label: string) => Promise<number>;
  /** The values of `since` with which a topic was followed. */
  readonly follows: readonly {readonly topic: string; readonly since: string | null}[];
  /** Streams that are open now. */
  readonly open: () => number;
  readonly keepalive: () => void;
  /** Breaks all streams. */
  readonly cut: () => void;
  /** Forgets its cache, as a server does after twelve hours. */
  readonly forget: () => void;
  /** Writes to all streams, whatever it is. */
  readonly write: (raw: string) => void;
};

type Options = {
  /** The token that every request but a publishing one to `openTopic` needs. @default none */
  readonly token?: string;
  readonly openTopic?: string;
  /** True if it can delete notifications, as servers since 2.16 can. @default true */
  readonly deletes?: boolean;
};

export const startNtfyServer = async ({token, openTopic, deletes = true}: Options = {}): Promise<NtfyServer> => {
  const messages: NtfyMessage[] = [];
  let cache: NtfyMessage[] = [];
  const follows: {topic: string; since: string | null}[] = [];
  const streams = new Set<{readonly topic: string; readonly response: ServerResponse}>();
  let answerNow = (): NtfyAnswer => 'accept';
  let isHealthy = true;
  let count = 0;

  const lineOf = (event: string, topic: string, more: object = {}): object => {
    count += 1;
    return {id: `id${String(count).padStart(10, '0')}`, time: 1_700_000_000 + count, event, topic, ...more};
  };

  const store = (topic: string, fields: object, event = 'message'): NtfyMessage => {
    const message = lineOf(event, topic, fields) as NtfyMessage;
    messages.push(message);
    cache.push(message);
    for (const stream of streams) if (stream.topic === topic) stream.response.write(`${JSON.stringify(message)}\n`);
    return message;
  };

  const publish = (request: IncomingMessage, response: ServerResponse, topic: string, fields: Fields): unknown => {
    const {message = '', title} = fields;
    const answer = answerNow();
    if (Buffer.byteLength(message) > 4096)
      return fail(response, 400, 40014, 'invalid request: attachments not allowed');
    if (!/^[-\w]{1,64}$/u.test(topic)) return fail(response, 400, 40009, 'invalid request: topic invalid');
    if ((fields.actions?.length ?? 0) > 3) return fail(response, 400, 40018, 'invalid request: actions invalid');
    if (answer === 'cut') return close(request);
    if (answer === 'hang') return undefined;
    if (typeof answer === 'object') {
      return send(response, answer.status, answer.body ?? '', answer.headers);
    }
    const {topic: _, ...shown} = fields;
    const actions = fields.actions?.map((action, index) => ({id: `action${index}`, ...action}));
    const kept = store(topic, {
      ...shown,
      ...(title !== undefined && {title}),
      ...(actions && {actions}),
      message: message.trim() === '' ? 'triggered' : message.trim(),
    });
    if (answer === 'accept-then-cut') return close(request);
    if (answer === 'accept-then-hang') return undefined;
    return json(response, 200, kept);
  };

  const follow = (response: ServerResponse, topic: string, since: string | null): ServerResponse => {
    follows.push({topic, since});
    response.writeHead(200, {'content-type': 'application/x-ndjson; charset=utf-8'});
    response.write(`${JSON.stringify(lineOf('open', topic))}\n`);
    const known = cache.findIndex(({id}) => id === since);
    // An id that it doesn't know counts as "all".
    const old = since === null || since === 'none' ? [] : cache.slice(known + 1);
    for (const message of old) if (message.topic === topic) response.write(`${JSON.stringify(message)}\n`);
    const stream = {topic, response};
    streams.add(stream);
    return response.on('close', () => streams.delete(stream));
  };

  const server = createServer((request, response) => {
    void bodyOf(request).then(
      body => {
        const url = new URL(request.url ?? '/', 'http://ntfy');
        const [, topic = '', rest] = url.pathname.split('/');
        if (url.pathname === '/v1/health') return json(response, isHealthy ? 200 : 503, {healthy: isHealthy});
        const isOpen = request.method === 'POST' && topic === openTopic && openTopic !== undefined;
        if (token !== undefined && !isOpen) {
          const given = request.headers.authorization;
          if (given === undefined) return fail(response, 403, 40301, 'forbidden');
          if (given !== `Bearer ${token}`) return fail(response, 401, 40101, 'unauthorized');
        }
        if (request.method === 'GET' && rest === 'json') return follow(response, topic, url.searchParams.get('since'));
        if (request.method === 'DELETE' && rest !== undefined && deletes) {
          return json(response, 200, store(topic, {sequence_id: rest}, 'message_delete'));
        }
        if (request.method !== 'POST') return fail(response, 404, 40401, 'page not found');
        if (topic !== '') return publish(request, response, topic, {message: body});
        if (Buffer.byteLength(body) > 8192) return fail(response, 413, 41303, 'JSON body too large');
        const fields = JSON.parse(body) as Fields;
        return publish(request, response, fields.topic ?? '', fields);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const post: NtfyServer['publish'] = async (topic, text, headers = {}) =>
    (await fetch(`${url}/${topic}`, {method: 'POST', body: text, headers})).status;

  return {
    url,
    messages,
    shown: topic => {
      const all = messages.filter(message => message.topic === topic);
      return all.filter(
        ({id, event, sequence_id: sequence}) =>
          event === 'message' && all.findLast(each => each['sequence_id'] === sequence)?.id === id,
      );
    },
    answer: given => {
      answerNow = typeof given === 'function' ? given : () => given;
    },
    healthy: given => {
      isHealthy = given;
    },
    publish: post,
    press: async (message, label) => {
      const action = (message?.['actions'] as readonly Action[] | undefined)?.find(each => each.label === label);
      if (action?.action !== 'http') throw new Error(`the notification has no button ${label}`);
      return (await fetch(action.url, {method: action.method, body: action.body})).status;
    },
    follows,
    open: () => streams.size,
    keepalive: () => {
      for (const {topic, response} of streams) response.write(`${JSON.stringify(lineOf('keepalive', topic))}\n`);
    },
    cut: () => {
      for (const {response} of streams) response.destroy();
    },
    forget: () => {
      cache = [];
    },
    write: raw => {
      for (const {response} of streams) response.write(raw);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

type Action = {
  readonly action: string;
  readonly label: string;
  readonly url: string;
  readonly method: string;
  readonly body: string;
};

type Fields = {
  readonly topic?: string;
  readonly message?: string;
  readonly title?: string;
  readonly actions?: readonly object[];
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const send = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ServerResponse => response.writeHead(status, {'content-type': 'application/json', ...headers}).end(body);

const json = (response: ServerResponse, status: number, body: object): ServerResponse =>
  send(response, status, `${JSON.stringify(body)}\n`);

/** ntfy's own form of an error. */
const fail = (response: ServerResponse, http: number, code: number, error: string): ServerResponse =>
  json(response, http, {code, http, error});

const close = ({socket}: IncomingMessage): unknown => socket.destroy();
