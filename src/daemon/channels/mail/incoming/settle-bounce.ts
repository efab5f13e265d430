// Ends the delivery of a mail that came back. It was accepted before, so it was counted as sent.
import {targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {type ReadMail, withinBudget} from './mail-reader.ts';

/**
 * Resolves with the change that a delivery report makes, for the transaction that stores how far the mailbox was read.
 * `own`: the agent's address. A report that takes too much work to read changes nothing.
 */
export const takeReport = async (
  {store, clock, own, read}: Pick<World, 'store' | 'clock'> & {readonly own: string; readonly read: ReadMail},
  source: Uint8Array,
): Promise<(emit: Emit) => void> => {
  const bounce = await withinBudget(read('bounce', {source, own}), undefined);
  if (bounce === undefined) return () => {};
  return emit => {
    const delivery = store.deliveries.get(bounce.delivery);
    // Anybody may write a report: only one about the mail's own recipient counts.
    if (delivery === undefined || targetOf(delivery.address) !== bounce.recipient || !hasLeft(delivery)) return;
    const dead: Delivery = {
      ...delivery,
      nextAttemptAt: undefined,
      needs: undefined,
      doubts: undefined,
      state: 'dead',
      sentAt: delivery.sentAt ?? clock.now(),
      // Nobody has it, so sending it again by hand isn't a repeat.
      repeat: false,
      lastError: bounce.reason,
    };
    store.deliveries.update(dead);
    const {id, session, runId, turnId} = dead;
    emit({type: 'delivery.dead', session, cause: runId ?? turnId ?? id, delivery: dead});
  };
};

/** `sending`: its copy is being filed. `queued`: it left with an unknown outcome. */
const hasLeft = ({state, attempts}: Delivery): boolean =>
  state === 'sending' || state === 'sent' || state === 'delivered' || (state === 'queued' && attempts > 0);
