// The outbox: the durable queue of deliveries. A key is delivered once, so an announcement reaches an address once,
// whichever code path comes first.
import {type Address, channelOf} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RunId, TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

export type DeliveryRequest = {
  /** Made of the run or turn and the address. */
  readonly key: string;
  readonly address: Address;
  readonly text: string;
  readonly session: SessionKey;
  readonly runId?: RunId;
  readonly turnId?: TurnId;
  /** The words are a model's, so their markup is interpreted. Any other text arrives byte for byte. @default plain */
  readonly markup?: true | undefined;
} & Pick<Delivery, 'quote' | 'files' | 'holding' | 'late' | 'wake' | 'nextAttemptAt'>;

export type Outbox = {
  /** Runs in the current transaction. Returns undefined for empty text without a file, which is never delivered. */
  readonly enqueue: (request: DeliveryRequest, emit: Emit) => Delivery | undefined;
};

type OutboxDeps = Pick<World, 'clock' | 'ids' | 'store'> & {
  /** Called after a delivery was added, to schedule the cleanup of old ones. @default does nothing */
  readonly onAdded?: () => void;
  /** The one address of the person at an address. @default each address is its own */
  readonly canonical?: (address: Address) => Address;
};

export const createOutbox = ({
  clock,
  ids,
  store,
  onAdded = () => {},
  canonical = address => address,
}: OutboxDeps): Outbox => ({
  enqueue: ({markup, ...given}, emit) => {
    const request = {...given, address: canonical(given.address)};
    if (request.text.trim() === '' && request.files === undefined) return undefined;
    const known = store.deliveries.byKey(request.key);
    if (known !== undefined) return known;
    onAdded();
    const now = clock.now();
    const person = store.escalations.ofDelivery(request)?.person;
    const queued: Delivery = {
      ...request,
      person,
      id: ids.next('dlv'),
      state: 'queued',
      attempts: 0,
      createdAt: now,
      repeat: false,
      plain: markup !== true ? (true as const) : undefined,
    };
    const context = {session: request.session, cause: request.runId ?? request.turnId ?? request.session};
    if (channelOf(request.address) !== 'terminal') {
      emit({type: 'delivery.queued', ...context, delivery: store.deliveries.add(queued)});
      return queued;
    }
    // The terminal shows the session itself, so its deliveries count as sent at once. They are read when a client has
    // shown them.
    const sent: Delivery = {...queued, state: 'sent', attempts: 1, sentAt: now};
    emit({type: 'delivery.sent', ...context, delivery: store.deliveries.add(sent)});
    return sent;
  },
});
