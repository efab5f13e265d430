// Deletes expiring messages when their chat's timer has run out, and all but the words of view-once messages once they
// are handled. The deadline is stored before the message, so a crash doesn't prevent the deletion.
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {type EpochMs, HOUR, SECOND} from '../../../../shared/time/time.ts';
import type {InboundHandler} from '../../../ports/channel.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {World} from '../../../ports/system.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {SignalMessage} from '../../signal-cli/envelope/signal-event.ts';
import {type CopyDeps, forgetCopies} from './forget-copies.ts';

type Expiring = AsyncDisposable & {
  /** Call it before the message is handled. */
  readonly note: (item: InboxItem, message: SignalMessage) => void;
};

type ExpiringDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly copies: CopyDeps;
  readonly handler: Pick<InboundHandler, 'expire'>;
};

export const startExpiring = ({store, clock, log, copies, handler}: ExpiringDeps): Expiring => {
  let timer: Disposable | undefined;
  let work: Promise<void> = Promise.resolve();
  let closed = false;

  const read = (): readonly Due[] => {
    const stored = store.cursors.get(MARK);
    return stored === undefined ? [] : (JSON.parse(stored) as readonly Due[]);
  };

  const replace = (key: string, ...dues: readonly Due[]): void =>
    store.transact(() => {
      const others = read().filter(due => due.key !== key);
      store.cursors.set(MARK, JSON.stringify([...others, ...dues]));
    });

  const arm = (): void => {
    timer?.[Symbol.dispose]();
    const next = Math.min(...read().map(({at}) => at));
    timer =
      Number.isFinite(next) && !closed
        ? clock.after(Math.min(Math.max(next - clock.now(), SECOND), HOUR), () => {
            const done = work.then(forgetDue);
            work = done.catch(() => {});
            return done;
          })
        : undefined;
  };

  const forgetDue = async (): Promise<void> => {
    for (const due of read()) if (due.at <= clock.now() && !closed) await forget(due);
    arm();
  };

  const forget = async (due: Due): Promise<void> => {
    try {
      const item = store.inbox.get(due.ord);
      // A message that is still being handled would be stored after its deletion.
      if (item?.state === 'received') return replace(due.key, {...due, at: clock.now() + RETRY_MS});
      const isGone = await forgetCopies(
        copies,
        item === undefined ? [] : [item],
        async () => due.keepsWords === true || (await handler.expire(due.key)).kind === 'kept',
      );
      if (isGone) replace(due.key);
      else replace(due.key, {...due, at: clock.now() + RETRY_MS});
    } catch (error) {
      log.warn({because: errorMessage(error)}, "Couldn't delete expired messages. Rooster retries.");
      replace(due.key, {...due, at: clock.now() + RETRY_MS});
    }
  };

  arm();
  return {
    note: (item, {expiresInSeconds, viewOnce}) => {
      if (expiresInSeconds === undefined && viewOnce !== true) return;
      const key = inboundKey(item);
      const at = item.receivedAt + (expiresInSeconds ?? 0) * SECOND;
      replace(key, {key, ord: item.ord, at, keepsWords: expiresInSeconds === undefined ? (true as const) : undefined});
      arm();
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      timer?.[Symbol.dispose]();
      await work;
    },
  };
};

type Due = {
  readonly key: string;
  readonly ord: number;
  readonly at: EpochMs;
  /** The conversation keeps the message, which has no picture there. */
  readonly keepsWords?: true;
};

const MARK = 'signal.expiring';
const RETRY_MS = 10 * SECOND;
