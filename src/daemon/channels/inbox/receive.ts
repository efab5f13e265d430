// Receive: the first thing that happens to what a channel was handed. It is stored in one transaction with how far the source was read.
// So a daemon that dies finds it in the inbox or at the source again, and what comes twice is there once.
import type {Address} from '../../../shared/records/address.ts';
import type {InboxIdentity} from '../../ports/delivery-store.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';

export type ReceiveDeps<R extends {readonly mark?: string}> = Pick<World, 'store'> & {
  /** The name of the cursor that says how far the source was read. */
  readonly mark: string;
  /** Stores what is new of it, in the transaction at hand. How many messages wait now that did not before. */
  readonly keep: (received: readonly R[], emit: Emit) => number;
  /** Something new waits in the inbox. */
  readonly onKept: () => void;
};

/** Throws when nothing could be stored: then the same comes again. */
export const createReceive = <R extends {readonly mark?: string}>(
  deps: ReceiveDeps<R>,
): ((received: readonly R[]) => void) => {
  const {store, keep, onKept} = deps;
  return received => {
    let kept = 0;
    store.transact(emit => {
      kept = keep(received, emit);
      const last = received.findLast(({mark}) => mark !== undefined)?.mark;
      if (last !== undefined) store.cursors.set(deps.mark, last);
    });
    if (kept > 0) onKept();
  };
};

export type Arrival = {
  readonly identity: InboxIdentity;
  readonly raw: string;
  /** Why its author is not served; absent when they are. */
  readonly refused?: string;
  /** Who is owed a reply for it, where it asks for one. */
  readonly owed?: Address;
};

/** In the transaction at hand. Of a stranger no text is stored, only that the message was there: it would be new if it came again. */
export const keepArrival = (
  {store, clock}: Pick<World, 'store' | 'clock'>,
  {identity, raw, refused, owed}: Arrival,
): 'kept' | 'refused' | 'known' => {
  const receivedAt = clock.now();
  const item = store.inbox.add({...identity, raw: refused === undefined ? raw : '', receivedAt});
  if (item === undefined) return 'known';
  if (refused !== undefined) {
    store.inbox.settle(item.ord, {state: 'ignored', because: refused}, receivedAt);
    return 'refused';
  }
  if (owed !== undefined) store.ledger.note({address: owed, way: 'in', at: receivedAt, id: inboundKey(identity)});
  return 'kept';
};

/** The key under which the conversation keeps a message: the identity of its item. */
export const inboundKey = ({chat, author, timestamp}: Pick<InboxIdentity, 'chat' | 'author' | 'timestamp'>): string =>
  `${chat}/${author}/${timestamp}`;
