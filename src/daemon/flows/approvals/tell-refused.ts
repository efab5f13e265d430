// Tells a person in Rooster's own words for which calls of an alarm, of another program or of another conversation
// nobody could be asked. The agent may leave it out of its answer, or answer nothing.
import {refusedCalls} from '../../../shared/record-text/call-words.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';

/**
 * The outcome that people get. Call it in the transaction that ends the turn, before its reply is addressed: it also
 * puts the words into the conversation. The results of jobs have these words already.
 */
export const tellRefused = (
  {store, ids, clock, index}: Core,
  turn: Turn,
  outcome: TurnOutcome,
  emit: Emit,
): TurnOutcome => {
  const {id: turnId, session, source, trust} = turn;
  const isJob = source.kind !== 'alarm' && store.messages.ofTurn(turnId)[0]?.runId !== undefined;
  if (source.kind === 'user' || isJob) return outcome;
  const text = refusedCalls(store.approvals.ofTurn(turnId), 'other');
  if (text === '') return outcome;
  const by = {kind: 'system', name: 'approvals'} as const;
  const note = {id: ids.next('msg'), session, role: 'system', text, at: clock.now(), source: by} as const;
  const message = store.messages.add(note, `refused:${turnId}`);
  emit({type: 'message.added', session, trust, cause: turnId, message});
  index.changed(session, emit);
  switch (outcome.kind) {
    case 'replied':
      return {kind: 'replied', text: `${outcome.text}\n\n${text}`};
    case 'silent':
      return {kind: 'replied', text};
    default:
      return outcome;
  }
};
