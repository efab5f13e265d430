// Keeps a stream of messages open: opens another one when it ends, after a while that grows as long as none lives. Calls go their own
// way, so a stream that fails closes the way in and not the way out.

import {errorMessage} from '../../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../../shared/time/time.ts';

export type MessageStream = {
  /** Why it ended, as a part of a sentence; never rejects. */
  readonly closed: Promise<string>;
  readonly close: () => void;
};

export type KeptStreamDeps = {
  readonly clock: Clock;
  /** Rejects with a sentence. */
  readonly open: () => Promise<MessageStream>;
  /** Why there is none at present, in a sentence; undefined when there is one again. */
  readonly onChange: (because: string | undefined) => void;
};

/** Rejects, and tries no more, when the first one cannot be opened. */
export const keepStream = async ({clock, open, onChange}: KeptStreamDeps): Promise<Disposable> => {
  let stream: MessageStream | undefined;
  let timer: Disposable | undefined;
  let tries = 0;
  let closed = false;

  const follow = async (opened: MessageStream): Promise<void> => {
    if (closed) {
      opened.close();
      return;
    }
    stream = opened;
    const since = clock.now();
    const because = await opened.closed;
    stream = undefined;
    if (closed) return;
    if (clock.now() - since >= WELL_AFTER_MS) tries = 0;
    onChange(`No messages come from signal-cli: ${because}`);
    openLater();
  };

  const openLater = (): void => {
    timer = clock.after(Math.min(SHORTEST_REST_MS * 2 ** tries, LONGEST_REST_MS), () => void openAgain());
    tries += 1;
  };

  const openAgain = async (): Promise<void> => {
    try {
      const opened = await open();
      if (!closed) onChange(undefined);
      await follow(opened);
    } catch (error) {
      if (closed) return;
      onChange(errorMessage(error));
      openLater();
    }
  };

  void follow(await open());
  return {
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
      stream?.close();
    },
  };
};

const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = 15 * SECOND;
const WELL_AFTER_MS = MINUTE;
