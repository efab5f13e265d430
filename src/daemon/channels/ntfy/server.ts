// Sends requests to an ntfy server: publish, health, and the stream of a topic. Each request has a time limit.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {SendFailure, sendEndOf} from '../../../shared/records/delivery/send-failure.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import {causeOf, refused, unanswered} from './failures.ts';
import {baseOf, type Notification} from './notification.ts';

type ServerDeps = {
  readonly config: NtfyConfig;
  /** The access token. */
  readonly token?: string | undefined;
  readonly clock: Clock;
};

export type NtfyServer = {
  /** The server name for messages. */
  readonly host: string;
  /** Resolves with the id of the published message. Rejects with a SendFailure. */
  readonly publish: (notification: Notification, signal: AbortSignal) => Promise<string>;
  /** Deletes a published message on the phones. False if the server can't: that needs 2.16. */
  readonly remove: (topic: string, sequence: string) => Promise<boolean>;
  /** Rejects with the reason if the server isn't healthy. */
  readonly prove: (signal: AbortSignal) => Promise<void>;
  /**
   * The lines of a topic as they arrive, starting after a message. Rejects with the reason if the stream can't be
   * opened.
   */
  readonly follow: (topic: string, since: string | undefined, signal: AbortSignal) => Promise<AsyncIterable<string>>;
};

export const createServer = ({config, token, clock}: ServerDeps): NtfyServer => {
  const base = baseOf(config);
  const {host} = new URL(base);
  const headers: Record<string, string> = token === undefined ? {} : {authorization: `Bearer ${token}`};

  /** Requests a path and reads the response, both within the time limit. Rejects if the status isn't a success. */
  const ask = async <T>(
    path: string,
    init: RequestInit,
    signal: AbortSignal,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> => {
    const limit = new AbortController();
    using _limit = clock.after(LIMIT_MS, () => limit.abort(new Error('the server did not answer in time')));
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers: {...headers, ...init.headers},
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit.signal]),
    });
    if (response.ok) return await read(response);
    const {status} = response;
    const retryAfter = response.headers.get('retry-after');
    throw refused(host, {status, retryAfter, body: await beginningOf(response)}, clock.now());
  };

  return {
    host,
    publish: async (notification, signal) => {
      const body = JSON.stringify(notification);
      const init = {method: 'POST', body, headers: {'content-type': 'application/json'}};
      try {
        return await ask('/', init, signal, async response => {
          const id = parsed(await beginningOf(response))?.['id'];
          if (typeof id === 'string' && id !== '') return id;
          throw refused(host, {status: response.status, retryAfter: null, body: ''}, clock.now());
        });
      } catch (error) {
        throw error instanceof SendFailure ? error : unanswered(host, error);
      }
    },
    remove: async (topic, sequence) => {
      const never = new AbortController().signal;
      try {
        return await ask(`/${topic}/${sequence}`, {method: 'DELETE'}, never, () => true);
      } catch (error) {
        // An older server doesn't know the path.
        if (error instanceof SendFailure && sendEndOf(error).retry === 'afterFix') return false;
        throw error instanceof SendFailure ? error : unanswered(host, error);
      }
    },
    prove: async signal => {
      try {
        const answer = await ask('/v1/health', {}, signal, beginningOf);
        if (parsed(answer)?.['healthy'] === true) return;
      } catch (error) {
        throw reachable(host, error);
      }
      throw new GatewayError('unavailable', `${host} says that it isn't healthy.`);
    },
    follow: async (topic, since, signal) => {
      try {
        // Without a known message the server sends all stored messages. Earlier presses are verified like all others.
        const path = `/${topic}/json?since=${since ?? 'all'}`;
        return await ask(path, {}, signal, ({body}) => linesOf(body ?? new ReadableStream()));
      } catch (error) {
        throw reachable(host, error);
      }
    },
  };
};

/** The maximum length of an ntfy response. A wrong server may send anything. */
const beginningOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, {stream: true});
    if (text.length > LONGEST_LINE) break;
  }
  return text;
};

const reachable = (host: string, error: unknown): Error =>
  error instanceof GatewayError
    ? error
    : new GatewayError('unavailable', `Couldn't reach ${host}: ${causeOf(error).message}.`, {cause: error});

/** Lines of limited length. Longer lines are skipped. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let tooLong = false;
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!tooLong && line.length <= LONGEST_LINE && line.trim() !== '') yield line;
      tooLong = false;
    }
    if (rest.length <= LONGEST_LINE) continue;
    tooLong = true;
    rest = '';
  }
}

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // The caller reports that the server isn't an ntfy server.
    return undefined;
  }
};

const LIMIT_MS = 20 * SECOND;
/** An ntfy message has up to 4 KiB, and its line adds a few fields. */
const LONGEST_LINE = 64 * 2 ** 10;
