// Whether a person on a channel got no answer, from how their turn ended. Pure.
import {isPushable} from '../../../shared/records/address.ts';
import {isInterrupted, type Message} from '../../../shared/records/message.ts';
import {addressOfSession} from '../../../shared/records/session-key.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import {INTERRUPTED} from '../../turns/interrupted.ts';

export type NoAnswer = {
  /** Why, a sentence for the owner. */
  readonly reason: string;
  /** Nothing had been done yet: asking again repeats nothing. */
  readonly mayAskAgain: boolean;
  /** The daemon ended under it; nothing is known to be wrong with the model. */
  readonly interrupted: boolean;
};

type Ended = {
  readonly turn: Turn;
  readonly outcome: TurnOutcome;
  /** What was said and done in the turn. */
  readonly messages: readonly Message[];
  /** Something was sent to the person in it. */
  readonly hasSent: boolean;
  /** Its answer has been sent already, by a tool. @default it has not */
  readonly isAnswered?: boolean;
  /** An abort is the end of the daemon and nobody's wish. */
  readonly closing: boolean;
};

/** Undefined where the person was answered, wished no answer any more, or reads the answer at the terminal. */
export const noAnswerIn = ({turn, outcome, messages, hasSent, isAnswered, closing}: Ended): NoAnswer | undefined => {
  if (!isOfPersonOnChannel(turn) || isAnswered === true) return undefined;
  const calls = messages.flatMap(({toolCalls = []}) => toolCalls);
  const told = (reason: string, interrupted = false): NoAnswer => ({
    reason,
    mayAskAgain: calls.length === 0 && turn.retry === undefined,
    interrupted,
  });
  switch (outcome.kind) {
    case 'replied':
      return undefined;
    case 'silent':
      return hasSent || saysSomething(messages) || hasReacted(messages) ? undefined : told(EMPTY);
    case 'failed':
      return told(outcome.error);
    case 'aborted':
      return closing ? told(INTERRUPTED, true) : undefined;
  }
};

/** A person wrote it on a channel that the answer has to go out by. */
export const isOfPersonOnChannel = ({deliver, source, session, user}: Turn): boolean => {
  const address = addressOfSession(session);
  return deliver && user !== undefined && address !== undefined && isPushable(address) && source.kind === 'user';
};

/** A turn that is silent and has words ended with a sentinel: the agent chose to say nothing. */
const saysSomething = (messages: readonly Message[]): boolean =>
  messages.some(({role, text, source}) => role === 'assistant' && !isInterrupted(source) && text.trim() !== '');

const hasReacted = (messages: readonly Message[]): boolean =>
  messages.some(({tool}) => tool?.name === 'signal_react' && tool.ok);

const EMPTY = 'The model ended without an answer.';
