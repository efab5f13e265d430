// The reply of a turn goes back to where the person wrote: into the outbox, in the transaction that ends the turn, with what it answers
// where that would not be plain to see. Of a turn that did not come to its end, what it had said beside its tool calls goes out.

import {present} from '../../shared/fields/present.ts';
import type {QuotedMessage} from '../../shared/records/delivery.ts';
import {addressOfSession} from '../../shared/records/session-key.ts';
import type {Turn, TurnOutcome} from '../../shared/records/turn.ts';
import type {Outbox} from '../delivery/outbox.ts';
import {questionOf, replyOf} from '../delivery/reply.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {readFinding, withoutSentinels} from '../schedule/suppression.ts';
import {besideCalls, joinedParts} from '../turns/said-parts.ts';

type DeliverReplyDeps = Pick<World, 'clock' | 'store'> & {
  readonly outbox: Outbox;
  /** What a channel calls the message that is kept under a key; undefined where it has no name for it. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
  /** The daemon is closing: what is aborted now was not stopped by a person. */
  readonly closing: () => boolean;
};

export type DeliverReply = (turn: Turn, outcome: TurnOutcome, emit: Emit) => void;

export const createReplyDelivery =
  (deps: DeliverReplyDeps): DeliverReply =>
  (turn, outcome, emit) => {
    const {id: turnId, session} = turn;
    const address = addressOfSession(session);
    clearWhereNothingIsOwed(deps, turn, outcome);
    const reply = replyOf(deps.store, turn);
    if (address === undefined || reply === undefined || reply.announces) return;
    const isReply = outcome.kind === 'replied';
    const text = isReply ? outcome.text : cutOffText(deps, turn, outcome, reply.key);
    if (text === undefined) return;
    const quote = questionOf(deps, turn);
    const {runId} = reply;
    // What was said before a turn failed is not its answer.
    const key = isReply ? reply.key : `${reply.key}#unfinished`;
    // What a timer set off belongs to its run, too.
    const of = {session, turnId, ...present({runId})};
    deps.outbox.enqueue({key, address, text: withoutSentinels(text), ...of, ...present({quote})}, emit);
  };

/** The agent said that what it was asked needs no reply. What came in since is still owed one. */
const clearWhereNothingIsOwed = ({store}: DeliverReplyDeps, {id, session}: Turn, {kind}: TurnOutcome): void => {
  const address = addressOfSession(session);
  const messages = store.messages.ofTurn(id);
  const [asked, last] = [messages[0], messages.at(-1)];
  if (address === undefined || asked?.source.kind !== 'user' || last?.role !== 'assistant') return;
  const saysNothing = last.text.trim() !== '' && readFinding(last.text).kind === 'suppressed';
  if (saysNothing && (kind === 'replied' || kind === 'silent')) store.ledger.clear(address, asked.at);
};

/** What a turn had said that did not come to its end, where nothing has been sent in its place. */
const cutOffText = (
  {store, closing}: DeliverReplyDeps,
  {id, source}: Turn,
  {kind}: TurnOutcome,
  key: string,
): string | undefined => {
  // What a clock began is begun again, or told by whoever began it.
  const isByPerson = source.kind === 'user' || source.kind === 'operator';
  const isCutOff = kind === 'failed' || (kind === 'aborted' && closing());
  if (!isByPerson || !isCutOff || store.deliveries.byKey(key) !== undefined) return undefined;
  return joinedParts(besideCalls(store.messages.ofTurn(id)));
};
