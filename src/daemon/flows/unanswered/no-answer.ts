// Decides from the end of a turn whether a person on a channel got no answer. Pure.
import {isInterrupted, type Message} from '../../../shared/records/message.ts';
import {isOfPersonOnChannel, type Turn, type TurnOutcome} from '../../../shared/records/turn.ts';
import {INTERRUPTED} from '../../turns/interrupted.ts';
import {mayBeginAgain} from '../../turns/open-calls.ts';

export type NoAnswer = {
  /** The reason as a sentence for the owner. */
  readonly reason: string;
  /** Nothing had been done, so a repetition is safe. */
  readonly mayAskAgain: boolean;
  /** The daemon stopped during the turn. The model may be fine. */
  readonly interrupted: boolean;
};

type Ended = {
  readonly turn: Turn;
  readonly outcome: TurnOutcome;
  readonly messages: readonly Message[];
  readonly hasSent: boolean;
  /** A tool has sent the turn's answer. @default false */
  readonly isAnswered?: boolean;
  /** An abort came from the daemon's end, not from a person. */
  readonly closing: boolean;
};

/** Undefined if the person was answered, stopped the turn, or reads the answer in the terminal. */
export const noAnswerIn = ({turn, outcome, messages, hasSent, isAnswered, closing}: Ended): NoAnswer | undefined => {
  if (!isOfPersonOnChannel(turn) || isAnswered === true) return undefined;
  const calls = messages.flatMap(({toolCalls = []}) => toolCalls);
  const unanswered = (reason: string, interrupted = false): NoAnswer => ({
    reason,
    mayAskAgain: calls.length === 0 && (interrupted ? mayBeginAgain(turn) : turn.retry === undefined),
    interrupted,
  });
  switch (outcome.kind) {
    case 'replied':
      return undefined;
    case 'silent':
      return hasSent || saysSomething(messages) || hasReacted(messages) ? undefined : unanswered(EMPTY);
    case 'failed':
      return unanswered(outcome.error);
    case 'aborted':
      return closing ? unanswered(INTERRUPTED, true) : undefined;
  }
};

/** A silent turn with text ended with a sentinel: the agent chose not to answer. */
const saysSomething = (messages: readonly Message[]): boolean =>
  messages.some(({role, text, source}) => role === 'assistant' && !isInterrupted(source) && text.trim() !== '');

const hasReacted = (messages: readonly Message[]): boolean =>
  messages.some(({tool}) => tool?.name === 'signal_react' && tool.ok);

const EMPTY = 'The model ended without an answer.';
