// The outbox: the durable queue of deliveries. Enqueueing the same key twice is one Delivery, which is the whole argument
// why one announcement reaches an address once: whichever path gets there first owns it.
import {type Address, channelOf} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {RunId, TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

export type DeliveryRequest = {
  /** Run or turn, and address. */
  readonly key: string;
  readonly address: Address;
  readonly text: string;
  readonly session: SessionKey;
  readonly runId?: RunId;
  readonly turnId?: TurnId;
} & Pick<Delivery, 'plain' | 'quote' | 'files' | 'holding' | 'late'>;

export type Outbox = {
  /** In the transaction at hand. Empty text without a file is never delivered: it gives undefined. */
  readonly enqueue: (request: DeliveryRequest, emit: Emit) => Delivery | undefined;
};

type OutboxDeps = Pick<World, 'clock' | 'ids' | 'store'> & {
  /** Another one was added: what is too old may go. @default nobody is told */
  readonly onAdded?: () => void;
};

export const createOutbox = ({clock, ids, store, onAdded = () => {}}: OutboxDeps): Outbox => ({
  enqueue: (request, emit) => {
    if (request.text.trim() === '' && request.files === undefined) return undefined;
    const known = store.deliveries.byKey(request.key);
    if (known !== undefined) return known;
    onAdded();
    const now = clock.now();
    const queued: Delivery = {
      ...request,
      id: ids.next('dlv'),
      state: 'queued',
      attempts: 0,
      createdAt: now,
      repeat: false,
    };
    const context = {session: request.session, cause: request.runId ?? request.turnId ?? request.session};
    if (channelOf(request.address) !== 'terminal') {
      emit({type: 'delivery.queued', ...context, delivery: store.deliveries.add(queued)});
      return queued;
    }
    // The terminal's channel is the session itself: what is in it is sent, waits there, and is read when a client has shown it.
    const sent: Delivery = {...queued, state: 'sent', attempts: 1, sentAt: now};
    emit({type: 'delivery.sent', ...context, delivery: store.deliveries.add(sent)});
    return sent;
  },
});
