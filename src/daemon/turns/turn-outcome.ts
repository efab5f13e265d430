// The outcome of a turn that ended earlier.
import type {Message} from '../../shared/records/message.ts';
import type {Turn, TurnOutcome} from '../../shared/records/turn.ts';

/** From the turn's record and its messages. An aborted turn and one without an outcome count as aborted. */
export const recordedOutcome = (turn: Turn, messages: readonly Message[]): TurnOutcome => {
  const error = turn.error ?? 'The turn ended early.';
  switch (turn.outcome) {
    case 'replied':
      return {
        kind: 'replied',
        text: messages.findLast(({role, text}) => role === 'assistant' && text !== '')?.text ?? '',
      };
    case 'silent':
      return {kind: 'silent'};
    case 'failed':
      return {kind: 'failed', error};
    default:
      return {kind: 'aborted', error};
  }
};
