// Follows a topic until the connection ends or stays silent for too long.
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {NtfyServer} from './server.ts';
import {readStreamEvent, type StreamEvent} from './stream-event.ts';

type FollowDeps = {
  readonly clock: Clock;
  readonly server: Pick<NtfyServer, 'follow'>;
  readonly topic: string;
  /** The id of the last message that was stored. */
  readonly from: string | undefined;
  readonly closing: AbortSignal;
};

/** Always rejects, with the reason of the end. */
export const followTopic = async (
  {clock, server, topic, from, closing}: FollowDeps,
  onEvent: (event: StreamEvent) => void,
): Promise<never> => {
  const silent = new AbortController();
  let watch: Disposable | undefined;
  const restartWatch = (): void => {
    watch?.[Symbol.dispose]();
    watch = clock.after(SILENCE_MS, () => silent.abort(new Error('the connection was silent')));
  };
  try {
    restartWatch();
    const signal = AbortSignal.any([closing, silent.signal]);
    for await (const line of await server.follow(topic, from, signal)) {
      restartWatch();
      onEvent(readStreamEvent(line));
    }
    throw new Error('the server closed the connection');
  } catch (error) {
    throw silent.signal.aborted ? silent.signal.reason : error;
  } finally {
    watch?.[Symbol.dispose]();
  }
};

/** ntfy sends a line every 45 seconds. */
const SILENCE_MS = 2 * MINUTE;
