// Turn: one execution of the agent for one message. Every turn ends with exactly one outcome.

import {type Address, isPushable} from './address.ts';
import {type InternalSource, type MessageSource, sentByProgram} from './message.ts';
import {
  address,
  boolean,
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  number,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
  trust,
} from './record.ts';
import {addressOfSession} from './session-key.ts';
import type {TextLimit} from './trust.ts';

export type TurnOutcome =
  | {readonly kind: 'replied'; readonly text: string}
  | {readonly kind: 'silent'}
  | {readonly kind: 'failed'; readonly error: string}
  | {readonly kind: 'aborted'; readonly error: string};

export type OutcomeKind = TurnOutcome['kind'];
const OUTCOME_KINDS = ['replied', 'silent', 'failed', 'aborted'] as const satisfies readonly OutcomeKind[];

export type Usage = {readonly inputTokens: number; readonly outputTokens: number};

/** A turn as stored. `queued` turns run after a restart; a `running` turn found at start was interrupted. */
export const turn = record('turns', {
  id: fixed(id('turn')),
  session: fixed(sessionKey),
  state: oneOf(['queued', 'running', 'ended']),
  source: fixed(json<MessageSource>()),
  trust: trust,
  user: optional(text),
  promptChannel: optional(text),
  /**
   * Address that its message came from; its answer goes there. Absent in isolated sessions, and in turns of older
   * versions.
   */
  replyTo: fixed(optional(address)),
  /** True if the reply is sent to `replyTo`. */
  deliver: boolean,
  /** The operator named `replyTo`, so the reply goes there and nowhere else. */
  addressed: flag,
  queuedAt: fixed(instant),
  startedAt: optional(instant),
  endedAt: optional(instant),
  outcome: optional(oneOf(OUTCOME_KINDS)),
  error: optional(text),
  model: optional(text),
  usage: optional(json<Usage>()),
  /** The texts from elsewhere that it has read. Those of programs and of other people limit its tools with effects. */
  limits: optional(json<readonly TextLimit[]>()),
  /**
   * The turn got no answer. `waiting`: until the model works again. `due`: now. `used`: retried, which happens once.
   */
  retry: optional(oneOf(['waiting', 'due', 'used'])),
  /** The number of its starts. Above 1 after an interruption. @default 1 */
  attempt: optional(number),
});
export type Turn = Infer<typeof turn>;

/** An ended turn, queued for its next attempt. */
export const begunAgain = (turn: Turn): Turn => ({
  ...turn,
  startedAt: undefined,
  endedAt: undefined,
  outcome: undefined,
  error: undefined,
  model: undefined,
  usage: undefined,
  state: 'queued',
  attempt: (turn.attempt ?? 1) + 1,
});

/** The address that a turn answers. Undefined in an isolated session. */
export const replyAddress = ({replyTo, session}: Pick<Turn, 'replyTo' | 'session'>): Address | undefined =>
  replyTo ?? addressOfSession(session);

/** Nobody asked on the channel of the answer, so it goes where its person is, like an announcement. */
export const isUnasked = (source: MessageSource, addressed: Turn['addressed']): source is InternalSource =>
  sentByProgram(source) || (source.kind === 'operator' && addressed !== true);

/** A person's message on a channel, whose answer goes out there. */
export const isOfPersonOnChannel = (turn: Turn): boolean => {
  const {deliver, source, user} = turn;
  const address = replyAddress(turn);
  return deliver && user !== undefined && address !== undefined && isPushable(address) && source.kind === 'user';
};
