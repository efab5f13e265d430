// Turn: one run of the agent on a session, from content to outcome. There is exactly one way for it to end: an outcome.

import type {EpochMs} from '../time/time.ts';
import type {TurnId} from './ids.ts';
import type {MessageSource} from './message.ts';
import type {SessionKey} from './session-key.ts';
import type {Trust} from './trust.ts';

export type TurnOutcome =
  | {readonly kind: 'replied'; readonly text: string}
  | {readonly kind: 'silent'}
  | {readonly kind: 'failed'; readonly error: string}
  | {readonly kind: 'aborted'; readonly error: string};

export type OutcomeKind = TurnOutcome['kind'];

export type Usage = {readonly inputTokens: number; readonly outputTokens: number};

/** A turn as it is kept. `queued` ones are run again after a restart; a `running` one found at start has been interrupted. */
export type Turn = {
  readonly id: TurnId;
  readonly session: SessionKey;
  readonly state: 'queued' | 'running' | 'ended';
  readonly source: MessageSource;
  readonly trust: Trust;
  readonly user?: string;
  readonly promptChannel?: string;
  /** Whether the reply goes on to the session's own address. */
  readonly deliver: boolean;
  readonly queuedAt: EpochMs;
  readonly startedAt?: EpochMs;
  readonly endedAt?: EpochMs;
  readonly outcome?: OutcomeKind;
  readonly error?: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** It got no answer: `waiting` until the model answers somebody, `due` now, `used` when it was asked again, which is done once. */
  readonly retry?: 'waiting' | 'due' | 'used';
};
