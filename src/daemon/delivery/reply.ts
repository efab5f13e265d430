// Chooses the key and the quote of a turn's reply. The first sender owns the key: the end of the turn or one of its
// tools. So a turn answers once, even if the daemon was killed in between.

import {type Address, channelOf, isGroup} from '../../shared/records/address.ts';
import {channelFacts} from '../../shared/records/channels.ts';
import type {Delivery, QuotedMessage} from '../../shared/records/delivery/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import {isRunIn} from '../../shared/records/session-key.ts';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import type {World} from '../ports/system.ts';

/** A run has at most one delivery per address, on any code path. */
export const announcementKey = ({id}: {readonly id: string}, address: string, repeatNumber?: number): string =>
  `${id}@${address}${repeatNumber === undefined ? '' : `#${repeatNumber}`}`;

export type Reply = {
  readonly key: string;
  readonly address: Address;
  readonly runId?: RunId;
  /** The turn announces the result of a run in another session. */
  readonly announces: boolean;
};

/** The key of a turn's reply. Undefined if the reply isn't delivered. */
export const replyOf = ({messages, runs}: Pick<World['store'], 'messages' | 'runs'>, turn: Turn): Reply | undefined => {
  const address = replyAddress(turn);
  if (address === undefined) return undefined;
  const runId = messages.ofTurn(turn.id)[0]?.runId;
  const run = runId === undefined ? undefined : runs.get(runId);
  const of = {runId};
  if (run !== undefined && !isRunIn(turn.session, run)) {
    return {key: announcementKey(run, address), address, ...of, announces: true};
  }
  return turn.deliver ? {key: `${turn.id}@${address}`, address, ...of, announces: false} : undefined;
};

/** The answer that was already sent for a turn, on any code path. */
export const sentReply = (
  store: Pick<World['store'], 'messages' | 'runs' | 'deliveries'>,
  turn: Turn,
): Delivery | undefined => {
  const reply = replyOf(store, turn);
  return reply && store.deliveries.byKey(reply.key);
};

type QuoteDeps = Pick<World, 'clock' | 'store'> & {
  /** The channel's id of the message with this key. Undefined if the channel has none. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
};

/** The message that the reply quotes, if a quote is needed. */
export const questionOf = ({clock, store, named}: QuoteDeps, turn: Turn): QuotedMessage | undefined => {
  const [asked] = store.messages.ofTurn(turn.id);
  const key = asked && store.messages.keyOf(asked.id);
  const name = key === undefined ? undefined : named(key);
  if (asked === undefined || name === undefined) return undefined;
  const address = replyAddress(turn);
  if (address === undefined) return undefined;
  const {messages} = store.messages.page(turn.session, {limit: LOOKED_BACK});
  const since = messages.slice(messages.findIndex(({id}) => id === asked.id) + 1);
  // Only what the chat itself shows stands between a question and its answer there.
  const isShown = ({role, channel = channelOf(address)}: Message) =>
    (role === 'user' || role === 'assistant') && channel === channelOf(address);
  const isBetween = since.some(message => message.turnId !== turn.id && isShown(message));
  const isThreaded = channelFacts(channelOf(address))?.isThreaded === true;
  const exchange = {isGroup: isGroup(address), isThreaded, askedAt: asked.at, now: clock.now(), isBetween};
  if (!showsQuestion(exchange)) return undefined;
  return {...name, text: asked.text};
};

/** Covers a turn and the messages that came during it. */
const LOOKED_BACK = 60;

type Exchange = {
  readonly isGroup: boolean;
  /** The channel shows a reply below its question, so it needs to know it. */
  readonly isThreaded: boolean;
  readonly askedAt: EpochMs;
  readonly now: EpochMs;
  /** Another message came after the question. */
  readonly isBetween: boolean;
};

/**
 * Decides whether a reply quotes its question: always in a group and by mail; in a direct chat only if the answer is
 * late or other messages came between.
 */
const showsQuestion = ({isGroup, isThreaded, askedAt, now, isBetween}: Exchange): boolean =>
  isGroup || isThreaded || isBetween || now - askedAt > LATE_MS;

const LATE_MS = 5 * MINUTE;
