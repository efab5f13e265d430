// Takes received envelopes: stores messages in the inbox, records receipts and contact requests, and ignores the rest.
import {type Address, groupAddress, targetOf} from '../../../../shared/records/address.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {createReceive, keepArrival} from '../../inbox/receive.ts';
import type {SignalEvent, SignalGroup} from '../../signal-cli/envelope/signal-event.ts';
import {type Own, type Received, readLine, salvage} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';
import {type Sorted, sortEvent} from './sort-event.ts';

export type StoreEnvelopesDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly own: () => Own;
  readonly people: People;
  /** The reason why a sender or group isn't allowed. Undefined if allowed. */
  readonly refusal: (sender: string, group: string | undefined) => 'unknown-sender' | 'unknown-group' | undefined;
  /** Learns the name of an allowed group, in the transaction. */
  readonly names: Pick<ContactNames, 'learn'>;
  /** The name of the cursor for the journal's position. */
  readonly cursor: string;
  /** Records other events: a contact request, an unreadable envelope. In the transaction. */
  readonly record: (sorted: Sorted, about: {readonly from?: Address; readonly refused?: string}, emit: Emit) => void;
  /** Called with the readable envelopes, in the transaction. */
  readonly onRead: (raws: readonly string[]) => void;
  /** Called with the number of unreadable pieces of a line, in the transaction. */
  readonly onTorn: (line: string, pieces: number) => void;
  /** Called with an event that isn't stored, in the transaction. */
  readonly onRefused: (event: SignalEvent) => void;
  /** A new message waits in the inbox. */
  readonly onKept: () => void;
};

/** Throws if nothing could be stored. The source then repeats the items. */
export const createStoreEnvelopes = (deps: StoreEnvelopesDeps): ((received: readonly Received[]) => void) =>
  createReceive<Received>({
    ...deps,
    keep: (received, emit) => {
      const envelopes = received.flatMap(({raw}) => readEnvelopes(deps, raw));
      const kept = envelopes.filter(({event}) => keepEvent(deps, event, emit));
      deps.onRead(envelopes.map(({raw}) => raw));
      return kept.length;
    },
  });

type ReadEnvelope = {readonly raw: string; readonly event: SignalEvent};

/** The envelope of a line, or the whole messages of a broken line. */
const readEnvelopes = ({own, onTorn, log}: StoreEnvelopesDeps, line: string): readonly ReadEnvelope[] => {
  const event = readLine(line, own());
  if (event !== undefined) return [{raw: line, event}];
  const {whole, torn} = salvage(line);
  if (torn > 0) onTorn(line, torn);
  else if (whole.length === 0) log.debug({line: line.slice(0, LONGEST_QUOTE)}, NOISE);
  return whole.flatMap(raw => {
    const part = readLine(raw, own());
    return part === undefined ? [] : [{raw, event: part}];
  });
};

/** True if a new message waits in the inbox. */
const keepEvent = (deps: StoreEnvelopesDeps, event: SignalEvent, emit: Emit): boolean => {
  const {people, log, record} = deps;
  if ('author' in event && event.author !== undefined) people.learn(event.author);
  if ('group' in event && event.group !== undefined) learnGroup(deps, event.group, emit);
  const sorted = sortEvent(event);
  switch (sorted.kind) {
    case 'keep':
      return keepMessage(deps, sorted, emit);
    case 'nothing':
      log.debug({because: sorted.because}, 'Something on Signal was ignored.');
      return false;
    default:
      record(sorted, {}, emit);
      return false;
  }
};

/** Groups that strangers add the account to leave no record. */
const learnGroup = ({refusal, names}: StoreEnvelopesDeps, {id, name}: SignalGroup, emit: Emit): void => {
  if (name !== undefined && refusal('', id) !== 'unknown-group') names.learn(groupAddress(CHANNEL, id), name, emit);
};

const keepMessage = (deps: StoreEnvelopesDeps, sorted: Extract<Sorted, {kind: 'keep'}>, emit: Emit): boolean => {
  const {people, refusal, record, onRefused} = deps;
  const {event, author, chat} = sorted;
  // An administrator who isn't served may delete messages of people who are.
  const deleted = event.kind === 'remoteDelete' ? event.targetAuthor : undefined;
  const from = people.addressOf(deleted ?? event.author);
  if (from === undefined) return false;
  const refused = refusal(targetOf(from), event.group?.id);
  const isRequest = event.kind === 'message' && event.edits === undefined;
  const end = keepArrival(deps, {
    identity: {channel: CHANNEL, author, timestamp: event.timestamp, chat},
    event,
    refused,
    owed: isRequest ? (event.group === undefined ? from : chat) : undefined,
  });
  if (end === 'refused') {
    onRefused(event);
    if (deleted === undefined) record(sorted, {from, refused}, emit);
  }
  return end === 'kept';
};

const CHANNEL = 'signal';
const NOISE = 'signal-cli wrote a line without a message to its output.';
const LONGEST_QUOTE = 200;
