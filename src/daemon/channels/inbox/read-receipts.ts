// Tells people that what they wrote was read: after it is on disk and in its conversation, and only those who are configured. A
// receipt that did not leave is owed until it has; one that the channel refuses is let go, for nobody waits for it.
import {MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {InboxItem} from '../../ports/delivery-store.ts';
import type {World} from '../../ports/system.ts';

export type ReadReceiptsDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly channel: string;
  /** Tells an author that these were read. `later`: it did not leave; the same is asked again. */
  readonly send: (author: string, timestamps: readonly number[]) => Promise<'over' | 'later'>;
  /** Whether their author is still somebody who is answered. */
  readonly isServed: (item: InboxItem) => boolean;
};

export type ReadReceipts = AsyncDisposable & {
  /** Some may be owed, or the way is open again. */
  readonly wake: () => void;
};

export const startReadReceipts = ({store, clock, log, channel, send, isServed}: ReadReceiptsDeps): ReadReceipts => {
  let sending: Promise<void> | undefined;
  let again = false;
  let timer: Disposable | undefined;
  let closed = false;
  const closing = Promise.withResolvers<void>();

  const wake = (): void => {
    again = true;
    if (closed || sending !== undefined) return;
    timer?.[Symbol.dispose]();
    sending = sendAll()
      .catch((error: unknown) => later(error))
      .finally(() => {
        sending = undefined;
        if (again && timer === undefined && !closed) wake();
      });
  };

  const later = (reason: unknown): void => {
    log.debug({reason}, `Read receipts on ${channel} wait and are tried again.`);
    timer?.[Symbol.dispose]();
    timer = clock.after(closed ? 0 : AGAIN_MS, () => {
      timer = undefined;
      wake();
    });
  };

  const sendAll = async (): Promise<void> => {
    timer = undefined;
    // What is settled at the same time is told at the same time.
    const {promise: gathered, resolve} = Promise.withResolvers<void>();
    using _ = clock.after(GATHER_MS, resolve);
    await Promise.race([gathered, closing.promise]);
    while (!closed) {
      again = false;
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
    wake,
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
/** After that it would be no news. */
const LONGEST_OWED_MS = 24 * 60 * MINUTE;
