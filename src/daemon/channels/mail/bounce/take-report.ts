// Ends the delivery of a mail that came back. It was accepted before, so it was counted as sent.
import {targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {OverBudget} from '../../../system/worker/budgeted-worker.ts';
import type {ReadMail} from '../incoming/mail-jobs.ts';
import type {Bounce} from './read-bounce.ts';

type BounceDeps = Pick<World, 'store' | 'clock'> & {
  /** The agent's address. */
  readonly own: string;
  readonly read: ReadMail;
};

/** Resolves with what a delivery report changes, for the transaction that stores how far the mailbox was read. */
export const takeReport = async (deps: BounceDeps, source: Uint8Array): Promise<(emit: Emit) => void> => {
  const bounce = await deps.read('bounce', {source, own: deps.own}).catch(unlessTooMuch);
  return emit => {
    if (bounce !== undefined) settleBounce(deps, bounce, emit);
  };
};

/** A report that takes too much work to read changes nothing. */
const unlessTooMuch = (error: unknown): undefined => {
  if (!(error instanceof OverBudget)) throw error;
};

const settleBounce = ({store, clock}: BounceDeps, bounce: Bounce, emit: Emit): void => {
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
    // Sent again by hand it is no repeat: nobody has it.
    repeat: false,
    lastError: bounce.reason,
  };
  store.deliveries.update(dead);
  const {id, session, runId, turnId} = dead;
  emit({type: 'delivery.dead', session, cause: runId ?? turnId ?? id, delivery: dead});
};

/** `sending`: its copy is being filed. `queued`: it left with an unknown outcome. */
const hasLeft = ({state, attempts}: Delivery): boolean =>
  state === 'sending' || state === 'sent' || state === 'delivered' || (state === 'queued' && attempts > 0);
