// Deletes the content of expiring messages when their chat's timer has run out. The deadline is stored before the message, so a crash
// doesn't prevent the deletion.
import {errorMessage} from '../../../../shared/records/gateway-error.ts';
import {type EpochMs, HOUR, SECOND} from '../../../../shared/time/time.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {World} from '../../../ports/system.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {SignalMessage} from '../envelope/signal-event.ts';

type Expiring = Disposable & {
  /** Call it before the message is handled. */
  readonly note: (item: InboxItem, message: SignalMessage) => void;
};

type ExpiringDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  /** A message's content was deleted. */
  readonly onForgotten: () => void;
};

export const startExpiring = ({store, clock, log, onForgotten}: ExpiringDeps): Expiring => {
  let timer: Disposable | undefined;

  const read = (): readonly Due[] => {
    const kept = store.cursors.get(MARK);
    return kept === undefined ? [] : (JSON.parse(kept) as readonly Due[]);
  };

  const arm = (): void => {
    timer?.[Symbol.dispose]();
    const next = Math.min(...read().map(({at}) => at));
    timer = Number.isFinite(next)
      ? clock.after(Math.min(Math.max(next - clock.now(), SECOND), HOUR), forgetDue)
      : undefined;
  };

  const forgetDue = (): void => {
    try {
      const now = clock.now();
      const isNotice = read().some(({at}) => at <= now);
      store.transact(emit => {
        const all = read();
        for (const {key, ord, at} of all) {
          if (at > now) continue;
          store.inbox.blank(ord);
          const message = store.messages.byKey(key);
          const changed = message && store.messages.forget(message.id, FORGOTTEN);
          if (changed !== undefined) emit({type: 'message.changed', session: changed.session, message: changed});
        }
        store.cursors.set(MARK, JSON.stringify(all.filter(({at}) => at > now)));
      });
      if (isNotice) onForgotten();
    } catch (error) {
      log.warn({because: errorMessage(error)}, "Couldn't delete expired messages. Rooster retries.");
    }
    arm();
  };

  arm();
  return {
    note: (item, {expiresInSeconds}) => {
      if (expiresInSeconds === undefined) return;
      const key = inboundKey(item);
      const at = item.receivedAt + expiresInSeconds * SECOND;
      store.transact(() => {
        const others = read().filter(due => due.key !== key);
        store.cursors.set(MARK, JSON.stringify([...others, {key, ord: item.ord, at}]));
      });
      arm();
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

type Due = {readonly key: string; readonly ord: number; readonly at: EpochMs};

const MARK = 'signal.expiring';
const FORGOTTEN = '[This message has expired.]';
