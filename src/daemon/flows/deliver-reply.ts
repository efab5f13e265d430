// Queues the reply of a turn in the transaction that ends the turn, with a quote if the question isn't obvious. If the
// turn failed, sends the text beside its tool calls.

import {type Address, isGroup, TERMINAL} from '../../shared/records/address.ts';
import type {QuotedMessage} from '../../shared/records/delivery/delivery.ts';
import {kindOfSession, threadLedger} from '../../shared/records/session-key.ts';
import {isUnasked, replyAddress, type Turn, type TurnOutcome} from '../../shared/records/turn.ts';
import type {Core} from '../core.ts';
import {questionOf, type Reply, replyOf} from '../delivery/reply.ts';
import {verbatimTargets} from '../delivery/targets.ts';
import type {Emit} from '../ports/store.ts';
import {readFinding, withoutSentinels} from '../schedule/reply-verdict.ts';
import {besideCalls, joinedParts} from '../turns/join-reply-parts.ts';
import {markupOf} from '../turns/offline-turn.ts';
import {hasCalls, mayBeginAgain} from '../turns/open-calls.ts';

type DeliverReplyDeps = Core & {
  /** The channel's id of the message with this key. Undefined if the channel has none. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
  /** The tool that sends the turn's reply, where its text isn't sent by itself. */
  readonly sendTool: (turn: Turn) => string | undefined;
};

export type DeliverReply = (turn: Turn, outcome: TurnOutcome, emit: Emit) => void;

export const createReplyDelivery =
  (deps: DeliverReplyDeps): DeliverReply =>
  (turn, outcome, emit) => {
    const {id: turnId, session} = turn;
    clearWhereNothingIsOwed(deps, turn, outcome);
    const reply = replyOf(deps.store, turn);
    if (reply === undefined || reply.announces) return;
    const isReply = outcome.kind === 'replied';
    const text = isReply ? outcome.text : cutOffText(deps, turn, outcome, reply.key);
    if (text === undefined) return;
    const quote = questionOf(deps, turn);
    const {runId} = reply;
    // A scheduled turn's reply belongs to its run.
    const of = {
      session,
      turnId,
      text: withoutSentinels(text),
      runId,
      ...markupOf(deps.store.turns.get(turnId)?.model),
    };
    const addresses = isReply ? targetsOf(deps, turn, reply, of) : [reply.address];
    for (const address of addresses) {
      // Text before a failure isn't the reply, so it has another key.
      const key = `${turnId}@${address}${isReply ? '' : '#unfinished'}`;
      deps.outbox.enqueue({key, address, ...of, quote}, emit);
    }
  };

/**
 * The reply's addresses: the asker's first. Nobody asked for an answer to an alarm, a program or the operator, so that
 * answer waits in quiet hours, and follows the person's order of channels in the conversation over all their addresses.
 * An answer to the terminal is sent on elsewhere.
 */
const targetsOf = (
  {store, reach: {aim}, people: {addressesOf}}: DeliverReplyDeps,
  turn: Turn,
  {key, address, runId}: Reply,
  {text, markup}: {readonly text: string; readonly markup?: true},
): readonly Address[] => {
  const {id, session, user, source} = turn;
  const run = runId === undefined ? undefined : store.runs.get(runId);
  if ((source.kind !== 'alarm' && !isUnasked(source, turn.addressed)) || user === undefined) return [address];
  // The agent may have sent it with a tool.
  if (address === TERMINAL || isGroup(address) || store.deliveries.byKey(key) !== undefined) return [address];
  const urgent = source.kind === 'alarm' ? store.alarms.get(source.name)?.urgent : undefined;
  const all = [...new Set([address, ...verbatimTargets(session, addressesOf(user))])];
  const addressed = kindOfSession(session) !== 'person';
  const of = {run: run ?? {id}, source, text, markup, person: user, urgent, alreadyIn: session, key: id};
  return aim({...of, kind: 'announce', otherwise: addressed ? [address] : all, addressed});
};

/** Marks a question as answered when the agent decided that it needs no reply. Later messages are still owed one. */
const clearWhereNothingIsOwed = ({store}: DeliverReplyDeps, turn: Turn, {kind}: TurnOutcome): void => {
  const address = replyAddress(turn);
  const messages = store.messages.ofTurn(turn.id);
  const [asked, last] = [messages[0], messages.at(-1)];
  if (address === undefined || asked?.source.kind !== 'user' || last?.role !== 'assistant') return;
  const saysNothing = last.text.trim() !== '' && readFinding(last.text).kind === 'suppressed';
  if (!saysNothing || (kind !== 'replied' && kind !== 'silent')) return;
  store.ledger.clear(address, asked.at);
  const thread = threadLedger(turn.session);
  if (thread !== undefined) store.ledger.clear(thread, asked.at);
};

/** The text of an unfinished turn, if nothing was sent in its place. */
const cutOffText = (
  {store, closing, sendTool}: DeliverReplyDeps,
  turn: Turn,
  {kind}: TurnOutcome,
  key: string,
): string | undefined => {
  const {id, source} = turn;
  // A scheduled turn is repeated, or its starter reports the failure.
  const isByPerson = source.kind === 'user' || source.kind === 'operator';
  const messages = store.messages.ofTurn(id);
  // An interrupted turn with calls goes on, and its answer has this text.
  const isOver = !hasCalls(messages) || !mayBeginAgain(turn);
  const isCutOff = kind === 'failed' || (kind === 'aborted' && closing.aborted && isOver);
  if (!isByPerson || !isCutOff || sendTool(turn) !== undefined || store.deliveries.byKey(key) !== undefined)
    return undefined;
  return joinedParts(besideCalls(messages));
};
