// The reply of a turn goes back to where the person wrote: into the outbox, in the transaction that ends the turn, with what it answers
// where that would not be plain to see.
import {isGroup} from '../../shared/address.ts';
import type {QuotedMessage} from '../../shared/delivery.ts';
import {addressOfSession} from '../../shared/session-key.ts';
import type {Turn, TurnOutcome} from '../../shared/turn.ts';
import type {Outbox} from '../delivery/outbox.ts';
import {showsQuestion} from '../delivery/quote-policy.ts';
import type {Emit, World} from '../ports.ts';
import {readFinding, withoutSentinels} from '../schedule/suppression.ts';

type DeliverReplyDeps = Pick<World, 'clock' | 'store'> & {
  readonly outbox: Outbox;
  /** What a channel calls the message that is kept under a key; undefined where it has no name for it. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
};

export const createReplyDelivery =
  (deps: DeliverReplyDeps) =>
  (turn: Turn, outcome: TurnOutcome, emit: Emit): void => {
    const {id: turnId, session} = turn;
    const address = addressOfSession(session);
    if (address === undefined) return;
    clearWhereNothingIsOwed(deps, turn, outcome);
    if (outcome.kind !== 'replied') return;
    const text = withoutSentinels(outcome.text);
    const quote = questionOf(deps, turn, isGroup(address));
    // What a timer set off belongs to its run, too.
    const runId = deps.store.messages.ofTurn(turnId)[0]?.runId;
    const of = {session, turnId, ...(runId !== undefined && {runId})};
    const letter = {key: `${turnId}@${address}`, address, text, ...of};
    deps.outbox.enqueue({...letter, ...(quote !== undefined && {quote})}, emit);
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

const questionOf = (
  {clock, store, named}: DeliverReplyDeps,
  turn: Turn,
  inGroup: boolean,
): QuotedMessage | undefined => {
  const [asked] = store.messages.ofTurn(turn.id);
  const key = asked && store.messages.keyOf(asked.id);
  const name = key === undefined ? undefined : named(key);
  if (asked === undefined || name === undefined) return undefined;
  const {messages} = store.messages.page(turn.session, {limit: LOOKED_BACK});
  const since = messages.slice(messages.findIndex(({id}) => id === asked.id) + 1);
  const isBetween = since.some(({turnId, role}) => turnId !== turn.id && (role === 'user' || role === 'assistant'));
  if (!showsQuestion({isGroup: inGroup, askedAt: asked.at, now: clock.now(), isBetween})) return undefined;
  return {...name, text: asked.text};
};

/** Further back than a turn and what came in between. */
const LOOKED_BACK = 60;
