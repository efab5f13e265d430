// Applies receipts to the deliveries that they name, never backwards. A receipt may come before the answer to its send,
// out of order, twice, or once per group member; the first of a kind counts.
import {isGroup, targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {Emit, Store} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import type {SignalPerson, SignalReceipt} from '../../signal-cli/envelope/signal-event.ts';
import {isSamePerson} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';

type ReceiptsInDeps = Pick<World, 'store' | 'clock'> & {readonly people: People};

export type ReceiptsIn = {
  /** Runs in the current transaction. */
  readonly note: (receipt: SignalReceipt, emit: Emit) => void;
  /** Applies earlier receipts of a delivery that is now sent. */
  readonly sent: (delivery: Delivery) => void;
};

export const createReceiptsIn = ({store, clock, people}: ReceiptsInDeps): ReceiptsIn => {
  /** Receipts for sends without an answer yet. Lost with the daemon, like the answer. */
  const early = new Map<string, Early[]>();

  const remember = (channelId: string, receipt: Early): void => {
    early.set(channelId, [...(early.get(channelId) ?? []).slice(-MOST_EARLY_EACH), receipt]);
    const [oldest] = early.keys();
    if (early.size > MOST_EARLY && oldest !== undefined) early.delete(oldest);
  };

  return {
    note: ({author, receipt, timestamps}, emit) => {
      const kind = receipt === 'delivered' ? 'delivered' : 'read';
      for (const channelId of timestamps.map(String)) {
        const sent = store.deliveries.sentAs(CHANNEL, channelId);
        if (sent.length === 0) remember(channelId, {author, kind});
        for (const delivery of sent) apply({store, people, emit, at: clock.now()}, delivery, channelId, {author, kind});
      }
    },
    sent: ({id}) => {
      const known = store.deliveries.sentIds(id).filter(channelId => early.has(channelId));
      if (known.length === 0) return;
      store.transact(emit => {
        for (const channelId of known) {
          for (const receipt of early.get(channelId) ?? []) {
            const delivery = store.deliveries.get(id);
            if (delivery !== undefined) apply({store, people, emit, at: clock.now()}, delivery, channelId, receipt);
          }
        }
      });
      for (const channelId of known) early.delete(channelId);
    },
  };
};

type Early = {readonly author: SignalPerson; readonly kind: 'delivered' | 'read'};
type Applying = {readonly store: Store; readonly people: People; readonly emit: Emit; readonly at: EpochMs};

const apply = ({store, people, emit, at}: Applying, delivery: Delivery, channelId: string, early: Early): void => {
  // A long text has arrived when its last part has.
  if (store.deliveries.sentIds(delivery.id).at(-1) !== channelId) return;
  if (!isFor(delivery, early.author, people)) return;
  const next = withReceipt(delivery, early.kind, at);
  if (next === undefined) return;
  store.deliveries.update(next);
  const {session} = next;
  emit({
    type: 'delivery.receipt',
    session,
    cause: next.runId ?? next.turnId ?? next.id,
    delivery: next,
  });
};

/** Only the recipient can confirm a delivery; in a group, any member. */
const isFor = ({address}: Delivery, author: SignalPerson, people: People): boolean =>
  isGroup(address) || isSamePerson(people.personAt(targetOf(address)), people.whole(author));

const withReceipt = (delivery: Delivery, kind: 'delivered' | 'read', at: EpochMs): Delivery | undefined => {
  const {state, deliveredAt = at} = delivery;
  if (kind === 'read' && (state === 'sent' || state === 'delivered')) {
    return {...delivery, state: 'read', deliveredAt, readAt: at};
  }
  return kind === 'delivered' && state === 'sent' ? {...delivery, state: 'delivered', deliveredAt} : undefined;
};

const CHANNEL = 'signal';
const MOST_EARLY = 2_000;
const MOST_EARLY_EACH = 20;
