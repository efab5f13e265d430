// The first thing that happens to what was received: it is kept, in one transaction with how far the source was read. So a daemon
// that dies finds it either in the inbox or in the journal again, and what comes twice is there once.
import {type Address, groupAddress, targetOf} from '../../../../shared/records/address.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import type {Received} from '../bridge/bridge.ts';
import type {SignalEvent, SignalGroup} from '../envelope/heard.ts';
import type {Own} from '../envelope/people.ts';
import {readEnvelope} from '../envelope/read-envelope.ts';
import type {People} from '../people/people.ts';
import {salvage} from './salvage.ts';
import {type Sorted, sortEvent} from './sort.ts';

export type TakeDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly own: () => Own;
  readonly people: People;
  /** Why nobody is served who writes there; undefined when they are. */
  readonly refusal: (sender: string, group: string | undefined) => 'unknown-sender' | 'unknown-group' | undefined;
  /** What Signal calls a group that is served. In the transaction. */
  readonly names: Pick<ContactNames, 'learn'>;
  /** The name of the mark that says how far the journal was read. */
  readonly mark: string;
  /** What is told besides: a knock, an envelope that cannot be read. In the transaction. */
  readonly tell: (sorted: Sorted, about: {readonly from?: Address; readonly refused?: string}, emit: Emit) => void;
  /** What could be read of it. In the transaction. */
  readonly onRead: (raws: readonly string[]) => void;
  /** So many pieces of a line could not be read. In the transaction. */
  readonly onTorn: (line: string, pieces: number) => void;
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
      const read = received.flatMap(({raw}) => readable(deps, raw));
      for (const one of read) kept += keepOne(deps, one, emit) ? 1 : 0;
      deps.onRead(read.map(({raw}) => raw));
      const last = received.findLast(({mark}) => mark !== undefined)?.mark;
      if (last !== undefined) store.cursors.set(deps.mark, last);
    });
    if (kept > 0) onKept();
  };
};

type Read = {readonly raw: string; readonly heard: SignalEvent};

/** What a line says; of a line that was torn, what is whole in it. */
const readable = ({own, onTorn}: TakeDeps, line: string): readonly Read[] => {
  const heard = readRaw(line, own());
  if (heard !== undefined) return [{raw: line, heard}];
  const {whole, torn} = salvage(line);
  if (torn > 0) onTorn(line, torn);
  return whole.flatMap(raw => {
    const part = readRaw(raw, own());
    return part === undefined ? [] : [{raw, heard: part}];
  });
};

/** True when something new is to be worked off. */
const keepOne = (deps: TakeDeps, {raw, heard}: Read, emit: Emit): boolean => {
  const {people, log, tell} = deps;
  if ('author' in heard && heard.author !== undefined) people.learn(heard.author);
  if ('group' in heard && heard.group !== undefined) learnGroup(deps, heard.group, emit);
  const sorted = sortEvent(heard);
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

/** A stranger who takes the account into groups leaves nothing behind. */
const learnGroup = ({refusal, names}: TakeDeps, {id, name}: SignalGroup, emit: Emit): void => {
  if (name !== undefined && refusal('', id) !== 'unknown-group') names.learn(groupAddress(CHANNEL, id), name, emit);
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
export const readRaw = (raw: string, own: Own): SignalEvent | undefined => {
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
