// Collects messages from a source without a journal: in order, in memory until they are stored, and without duplicates
// in other forms.
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {nodeCrypto} from '../../../system/node-crypto.ts';
import type {Received, TakeReceived} from '../bridge.ts';
import {receivedRecord} from '../envelope/read-envelope.ts';

export type Intake = AsyncDisposable & {
  /**
   * Takes the parameters of a `receive` notification or the data of an event. Never throws and never blocks the sender.
   */
  push(received: unknown): void;
};

type IntakeDeps = {
  readonly clock: Clock;
  readonly take: TakeReceived;
  /** The reason why messages can't be stored now. Undefined when storing works again. */
  readonly onTrouble: (because: string | undefined) => void;
  readonly onTaken: () => void;
};

/** Disposing tries once more to store waiting messages, then drops them. */
export const createIntake = ({clock, take, onTrouble, onTaken}: IntakeDeps): Intake => {
  let waiting: Received[] = [];
  let seen = new Set<string>();
  let seenBefore = new Set<string>();
  let taking: Promise<void> | undefined;
  let retry: Disposable | undefined;
  let troubled = false;

  const isNew = (raw: string): boolean => {
    const digest = nodeCrypto().createHash('sha256').update(raw).digest('base64');
    if (seen.has(digest) || seenBefore.has(digest)) return false;
    if (seen.size >= MOST_REMEMBERED) {
      seenBefore = seen;
      seen = new Set();
    }
    seen.add(digest);
    return true;
  };

  const takeAll = async (): Promise<void> => {
    retry?.[Symbol.dispose]();
    retry = undefined;
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, MOST_AT_ONCE);
        await take(batch);
        waiting = waiting.slice(batch.length);
        onTaken();
      }
      if (troubled) onTrouble(undefined);
      troubled = false;
    } catch (error) {
      troubled = true;
      onTrouble(errorMessage(error));
      retry = clock.after(RETRY_MS, go);
    } finally {
      taking = undefined;
    }
  };

  const go = (): void => {
    // Starts a step later, so that all messages of one chunk are stored together.
    taking ??= Promise.resolve().then(takeAll);
  };

  return {
    push: received => {
      const raw = JSON.stringify(receivedRecord(received) ?? received ?? {});
      if (!isNew(raw)) return;
      waiting.push({raw});
      if (retry === undefined) go();
    },
    [Symbol.asyncDispose]: async () => {
      if (waiting.length > 0) go();
      await taking;
      retry?.[Symbol.dispose]();
    },
  };
};

const MOST_REMEMBERED = 5_000;
const MOST_AT_ONCE = 500;
const RETRY_MS = SECOND;
