// Keeps a message stream open: reconnects after it ends, with growing waits. Calls use other connections, so a failed
// stream stops only the receiving.
import {reasonOf} from '../../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../../shared/time/time.ts';

export type MessageStream = {
  /** Resolves with the reason when the stream has ended, as a part of a sentence. Never rejects. */
  readonly closed: Promise<string>;
  readonly close: () => void;
};

type KeptStreamDeps = {
  readonly clock: Clock;
  /** Rejects with a ReasonedError. */
  readonly open: () => Promise<MessageStream>;
  /** The reason why the stream is closed now. Undefined when it is open again. */
  readonly onChange: (reason: Reason | undefined) => void;
};

/** Rejects, without a retry, if the first stream can't be opened. */
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
    onChange(noMessages(because));
    openLater();
  };

  const openLater = (): void => {
    timer = clock.after(Math.min(SHORTEST_REST_MS * 2 ** tries, LONGEST_REST_MS), openAgain);
    tries += 1;
  };

  const openAgain = async (): Promise<void> => {
    try {
      const opened = await open();
      if (!closed) onChange(undefined);
      await follow(opened);
    } catch (error) {
      if (closed) return;
      onChange(reasonOf(error));
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

/** `because` is a part of a sentence. */
export const noMessages = (because: string): Reason => ({what: `No messages come from signal-cli: ${because}`});

const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = 15 * SECOND;
const WELL_AFTER_MS = MINUTE;
