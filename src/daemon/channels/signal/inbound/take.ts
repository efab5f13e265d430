// What signal-cli received, as it enters the inbox: messages are kept, receipts and contact requests are noted, the rest is ignored.

import {present} from '../../../../shared/fields/present.ts';
import {type Address, groupAddress, targetOf} from '../../../../shared/records/address.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {createReceive, keepArrival} from '../../inbox/receive.ts';
import type {Received} from '../bridge/bridge.ts';
import type {EnvelopeReader} from '../envelope/envelope-reader.ts';
import type {SignalEvent, SignalGroup} from '../envelope/heard.ts';
import type {People} from '../people/people.ts';
import {salvage} from './salvage.ts';
import {type Sorted, sortEvent} from './sort.ts';

export type TakeDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly read: EnvelopeReader;
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
export const createTake = (deps: TakeDeps): ((received: readonly Received[]) => void) =>
  createReceive<Received>({
    ...deps,
    keep: (received, emit) => {
      const read = received.flatMap(({raw}) => readable(deps, raw));
      const kept = read.filter(one => keepOne(deps, one, emit));
      deps.onRead(read.map(({raw}) => raw));
      return kept.length;
    },
  });

type Read = {readonly raw: string; readonly heard: SignalEvent};

/** What a line says; of a line that was torn, what is whole in it. */
const readable = ({read, onTorn}: TakeDeps, line: string): readonly Read[] => {
  const heard = read(line);
  if (heard !== undefined) return [{raw: line, heard}];
  const {whole, torn} = salvage(line);
  if (torn > 0) onTorn(line, torn);
  return whole.flatMap(raw => {
    const part = read(raw);
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
  const {people, refusal, tell} = deps;
  const {heard, author, chat} = sorted;
  const from = people.addressOf(heard.author);
  if (from === undefined) return false;
  const refused = refusal(targetOf(from), heard.group?.id);
  const isRequest = heard.kind === 'message' && heard.edits === undefined;
  const end = keepArrival(deps, {
    identity: {channel: CHANNEL, author, timestamp: heard.timestamp, chat},
    raw,
    ...present({refused, owed: isRequest ? (heard.group === undefined ? from : chat) : undefined}),
  });
  if (end === 'refused') tell(sorted, {from, ...present({refused})}, emit);
  return end === 'kept';
};

const CHANNEL = 'signal';
