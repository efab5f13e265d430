// The first thing that happens to what was received: it is kept, in one transaction with how far the source was read. So a daemon
// that dies finds it either in the inbox or in the journal again, and what comes twice is there once.
import {type Address, targetOf} from '../../../../shared/address.ts';
import type {Emit, World} from '../../../ports.ts';
import type {Received} from '../bridge/bridge.ts';
import type {Heard} from '../envelope/heard.ts';
import type {Own} from '../envelope/people.ts';
import {readEnvelope} from '../envelope/read-envelope.ts';
import type {People} from '../people/people.ts';
import {type Sorted, sortHeard} from './sort.ts';

export type TakeDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly own: () => Own;
  readonly people: People;
  /** Why nobody is served who writes there; undefined when they are. */
  readonly refusal: (sender: string, group: string | undefined) => 'unknown-sender' | 'unknown-group' | undefined;
  /** The name of the mark that says how far the journal was read. */
  readonly mark: string;
  /** What is told besides: a knock, an envelope that cannot be read. In the transaction. */
  readonly tell: (sorted: Sorted, about: {readonly from?: Address; readonly refused?: string}, emit: Emit) => void;
  /** Something new waits in the inbox. */
  readonly onKept: () => void;
};

/** Throws when it could not be kept: then the same comes again. */
export const createTake = (deps: TakeDeps): ((received: readonly Received[]) => void) => {
  const {store, onKept} = deps;
  return received => {
    let kept = 0;
    store.transact(emit => {
      kept = 0;
      for (const one of received) kept += keepOne(deps, one, emit) ? 1 : 0;
      const last = received.findLast(({mark}) => mark !== undefined)?.mark;
      if (last !== undefined) store.marks.set(deps.mark, last);
    });
    if (kept > 0) onKept();
  };
};

/** True when something new is to be worked off. */
const keepOne = (deps: TakeDeps, {raw}: Received, emit: Emit): boolean => {
  const {own, people, log, tell} = deps;
  const heard = readRaw(raw, own());
  if (heard === undefined) {
    log.error({line: raw.slice(0, LONGEST_QUOTE)}, 'signal-cli handed over a line that is no JSON; it is skipped.');
    return false;
  }
  if ('author' in heard && heard.author !== undefined) people.learn(heard.author);
  const sorted = sortHeard(heard);
  switch (sorted.kind) {
    case 'keep':
      return keepMessage(deps, sorted, raw, emit);
    case 'nothing':
      log.debug({because: sorted.because}, 'Something on Signal was ignored.');
      return false;
    default:
      tell(sorted, {}, emit);
      return false;
  }
};

const keepMessage = (deps: TakeDeps, sorted: Extract<Sorted, {kind: 'keep'}>, raw: string, emit: Emit): boolean => {
  const {store, clock, people, refusal, tell} = deps;
  const {heard, author, chat} = sorted;
  const receivedAt = clock.now();
  const from = people.addressOf(heard.author);
  if (from === undefined) return false;
  const refused = refusal(targetOf(from), heard.group?.id);
  // Of a stranger no word is kept, only that the message was there: it would be taken for new if it came again.
  const identity = {channel: CHANNEL, author, timestamp: heard.timestamp, chat};
  const item = store.inbox.add({...identity, raw: refused === undefined ? raw : '', receivedAt});
  if (item === undefined) return false;
  if (refused !== undefined) {
    store.inbox.settle(item.ord, {state: 'ignored', because: refused}, receivedAt);
    tell(sorted, {from, refused}, emit);
    return false;
  }
  if (heard.kind === 'message' && heard.edits === undefined) {
    const address = heard.group === undefined ? from : chat;
    store.ledger.note({address, way: 'in', at: receivedAt, id: inboundKey(identity)});
  }
  return true;
};

/** What is in a line of the inbox; undefined for what is no JSON. */
export const readRaw = (raw: string, own: Own): Heard | undefined => {
  try {
    return readEnvelope(JSON.parse(raw), own);
  } catch {
    return undefined;
  }
};

/** The key under which the session keeps a message: the identity of its item. */
export const inboundKey = (item: {
  readonly author: string;
  readonly timestamp: number;
  readonly chat: Address;
}): string => `${item.chat}/${item.author}/${item.timestamp}`;

const CHANNEL = 'signal';
const LONGEST_QUOTE = 200;
