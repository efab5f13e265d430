// Sends read receipts for stored messages, only to configured people. A receipt that couldn't leave is retried; one
// that the channel refuses is dropped.
import {MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {InboxItem} from '../../ports/delivery-store.ts';
import type {World} from '../../ports/system.ts';

type ReadReceiptsDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly channel: string;
  /** Sends a read receipt to an author. `later`: it didn't leave, and is retried. */
  readonly send: (author: string, timestamps: readonly number[]) => Promise<'over' | 'later'>;
  /** True if the author is still served. */
  readonly isServed: (item: InboxItem) => boolean;
};

type ReadReceipts = AsyncDisposable & {
  /** A receipt may be owed, or the channel is up again. */
  readonly poke: () => void;
};

export const startReadReceipts = ({store, clock, log, channel, send, isServed}: ReadReceiptsDeps): ReadReceipts => {
  let sending: Promise<void> | undefined;
  let isRequested = false;
  let timer: Disposable | undefined;
  let closed = false;
  const closing = Promise.withResolvers<void>();

  const poke = (): void => {
    isRequested = true;
    if (closed || sending !== undefined) return;
    timer?.[Symbol.dispose]();
    sending = sendAll()
      .catch((error: unknown) => later(error))
      .finally(() => {
        sending = undefined;
        if (isRequested && timer === undefined && !closed) poke();
      });
  };

  const later = (reason: unknown): void => {
    log.debug({reason}, `Read receipts on ${channel} wait. Rooster retries.`);
    timer?.[Symbol.dispose]();
    timer = clock.after(closed ? 0 : AGAIN_MS, () => {
      timer = undefined;
      poke();
    });
  };

  const sendAll = async (): Promise<void> => {
    timer = undefined;
    // Waits a moment, so that messages handled together share one receipt.
    const {promise: gathered, resolve} = Promise.withResolvers<void>();
    using _ = clock.after(GATHER_MS, resolve);
    await Promise.race([gathered, closing.promise]);
    while (!closed) {
      isRequested = false;
      const owed = store.inbox.receiptsOwed(channel, AT_ONCE);
      const [first] = owed;
      if (first === undefined) return;
      const items = owed.filter(({author}) => author === first.author);
      const end = isServed(first) && !tooOld(first) ? await sendFor(items) : 'over';
      if (end === 'later') return later('it did not leave');
      store.transact(() => {
        for (const {ord} of items) store.inbox.receiptSent(ord);
      });
    }
  };

  const tooOld = ({settledAt}: InboxItem): boolean => clock.now() - (settledAt ?? 0) > LONGEST_OWED_MS;

  const sendFor = async (items: readonly InboxItem[]): Promise<'over' | 'later'> => {
    const timestamps = [...new Set(items.map(({timestamp}) => timestamp))];
    return await send(items[0]?.author ?? '', timestamps);
  };

  return {
    poke,
    [Symbol.asyncDispose]: async () => {
      closed = true;
      closing.resolve();
      timer?.[Symbol.dispose]();
      await sending;
      timer?.[Symbol.dispose]();
    },
  };
};

const AT_ONCE = 200;
const GATHER_MS = SECOND / 10;
const AGAIN_MS = 30 * SECOND;
/** An older receipt would be useless. */
const LONGEST_OWED_MS = 24 * 60 * MINUTE;
