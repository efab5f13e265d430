// Limits provider responses: their size is bounded while they arrive, and redirects are refused, so that the
// conversation goes to no other server.
import {ReasonedError} from '../../shared/text/gateway-error.ts';
import type {Reason} from '../../shared/text/sentences.ts';

type Bounds = {
  /** The longest line of a stream. A line is one event. */
  readonly lineBytes: number;
  /** The longest error body. The rest is dropped. */
  readonly errorBytes: number;
};

/** A response that is refused. Its reason is about the provider, which the sentence around it names. */
export class RefusedResponse extends ReasonedError {}

/**
 * A fetch for providers. Rejects with a RefusedResponse on a redirect. A line that is too long ends the stream with
 * one.
 */
export const createBoundedFetch =
  (bounds: Bounds = USUAL, ask: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, {...init, redirect: 'manual'});
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel().catch(() => undefined);
      throw new RefusedResponse('unavailable', redirected(response.headers.get('location'), response.url));
    }
    if (response.body === null) return response;
    const body = response.body.pipeThrough(response.ok ? shortLines(bounds.lineBytes) : beginning(bounds.errorBytes));
    return new Response(body, {status: response.status, statusText: response.statusText, headers: response.headers});
  };

const redirected = (location: string | null, from: string): Reason => {
  const to = location === null ? null : URL.parse(location, from);
  return {
    what: `its address leads on to ${to === null ? 'another one' : to.origin}, and no conversation is sent there`,
    advice: 'Set its baseUrl to where it is.',
  };
};

const shortLines = (most: number): TransformStream<Uint8Array, Uint8Array> => {
  let line = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      const first = chunk.indexOf(LINE_FEED);
      const longest = first === -1 ? line + chunk.length : line + first;
      if (longest > most) {
        controller.error(
          new RefusedResponse('failed', {what: `it sent more than ${Math.round(most / 1024)} KB in one piece`}),
        );
        return;
      }
      line = first === -1 ? longest : chunk.length - 1 - chunk.lastIndexOf(LINE_FEED);
      controller.enqueue(chunk);
    },
  });
};

const beginning = (most: number): TransformStream<Uint8Array, Uint8Array> => {
  let left = most;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
};

const LINE_FEED = 10;
const USUAL: Bounds = {lineBytes: 4 * 1024 * 1024, errorBytes: 64 * 1024};
