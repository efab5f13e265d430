// Calls over HTTP: one POST each on its own connection, because signal-cli silently closes idle ones. signal-cli's own
// errors have status 200; any other status means a wrong address or method.
import type {IncomingMessage} from 'node:http';
import {readMessage} from '../../../../ipc/wire/index.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {openRequest} from '../../../system/http/open-request.ts';
import type {CallReply, SignalCaller} from '../calls/call.ts';
import type {Host} from '../host.ts';

type HttpCallerDeps = {
  /** `http://host:port`, with a path if a proxy is in front of signal-cli. */
  readonly base: string;
  readonly clock: Clock;
  readonly host: Host;
};

export const createHttpCaller = ({base, clock, host}: HttpCallerDeps): SignalCaller => {
  let lastId = 0;
  return {
    call: async (method, params, timeoutMs) => {
      lastId += 1;
      const body = JSON.stringify({jsonrpc: '2.0', id: lastId, method, params});
      const url = endpoint(base, 'api/v1/rpc');
      const request = await openRequest(url, {method: 'POST', headers: {'content-type': 'application/json'}});
      const {promise, resolve} = Promise.withResolvers<CallReply>();
      const late = (): void =>
        resolve({kind: 'lost', because: `No answer to ${method} within ${timeoutMs / SECOND} s`});
      using _ = clock.after(timeoutMs, late);
      request.on('error', error => resolve(brokenReply(error)));
      request.on('response', response => void readReply(response, host).then(resolve));
      request.end(body);
      const reply = await promise;
      request.destroy();
      return reply;
    },
  };
};

export const endpoint = (base: string, path: string): URL => new URL(path, base.endsWith('/') ? base : `${base}/`);

/** The reason why a status is a failure, as a part of a sentence. */
export const formatStatus = (status: number, {name, endpoint: setting}: Host): string => {
  switch (status) {
    case 400:
      return 'signal-cli does not know the account (400)';
    case 404:
    case 405:
      return `what answers there isn't signal-cli's own daemon (${status}), which ${name} needs: signal-cli-rest-api speaks another protocol`;
    case 421:
      return `signal-cli wants to be called by the name it listens on (421): write that host and port into ${setting}`;
    default:
      return `signal-cli answered with status ${status}`;
  }
};

const readReply = async (response: IncomingMessage, host: Host): Promise<CallReply> => {
  const status = response.statusCode ?? 0;
  try {
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    if (status >= 400 && status < 500)
      return {kind: 'error', code: INVALID_REQUEST, message: formatStatus(status, host)};
    if (status !== 200) return {kind: 'lost', because: formatStatus(status, host)};
    return answerIn(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    return brokenReply(error);
  }
};

const answerIn = (text: string): CallReply => {
  const incoming = readMessage(text);
  if (incoming.kind !== 'answer') return {kind: 'lost', because: 'signal-cli answered with nothing that can be read'};
  const {answer} = incoming;
  if (!('error' in answer)) return {kind: 'result', result: answer.result};
  const {code, message, data} = answer.error;
  return {kind: 'error', code, message, data: data ?? undefined};
};

/** Without a connection nothing was sent. */
const brokenReply = (error: unknown): CallReply => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : 'an unknown error';
  return UNREACHED.has(code)
    ? {kind: 'unsent', because: `no signal-cli can be reached there (${reason})`}
    : {kind: 'lost', because: `the connection to signal-cli broke (${reason})`};
};

const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);
const INVALID_REQUEST = -32600;
