// Stores what a channel received, in one transaction with the position in the source. After a crash the item is in the
// inbox or the source repeats it; a repeated item is stored once.
import type {Address} from '../../../shared/records/address.ts';
import type {InboxIdentity} from '../../ports/delivery-store.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';

type ReceiveDeps<R extends {readonly position?: string}> = Pick<World, 'store'> & {
  /** The name of the cursor for the position in the source. */
  readonly cursor: string;
  /** Stores new items in the current transaction. Returns how many of them wait in the inbox. */
  readonly keep: (received: readonly R[], emit: Emit) => number;
  /** A new item waits in the inbox. */
  readonly onKept: () => void;
};

/** Throws if nothing could be stored. The source then repeats the items. */
export const createReceive = <R extends {readonly position?: string}>(
  deps: ReceiveDeps<R>,
): ((received: readonly R[]) => void) => {
  const {store, keep, onKept} = deps;
  return received => {
    let kept = 0;
    store.transact(emit => {
      kept = keep(received, emit);
      const last = received.findLast(({position}) => position !== undefined)?.position;
      if (last !== undefined) store.cursors.set(deps.cursor, last);
    });
    if (kept > 0) onKept();
  };
};

type Arrival = {
  readonly identity: InboxIdentity;
  readonly event: unknown;
  /** The reason why the author isn't served. Absent if they are. */
  readonly refused?: string;
  /** The address that is owed a reply, if the message asks for one. */
  readonly owed?: Address;
};

/**
 * Runs in the current transaction. For a stranger only the message's identity is stored, not its text, so that a repeat
 * is recognized.
 */
export const keepArrival = (
  {store, clock}: Pick<World, 'store' | 'clock'>,
  {identity, event, refused, owed}: Arrival,
): 'kept' | 'refused' | 'known' => {
  const receivedAt = clock.now();
  const item = store.inbox.add({...identity, event: refused === undefined ? event : undefined, receivedAt});
  if (item === undefined) return 'known';
  if (refused !== undefined) {
    store.inbox.settle(item.ord, {state: 'ignored', because: refused}, receivedAt);
    return 'refused';
  }
  if (owed !== undefined) store.ledger.note({address: owed, way: 'in', at: receivedAt, id: inboundKey(identity)});
  return 'kept';
};

/** The key of the message in its conversation, made of the item's identity. */
export const inboundKey = ({chat, author, timestamp}: Pick<InboxIdentity, 'chat' | 'author' | 'timestamp'>): string =>
  `${chat}/${author}/${timestamp}`;
