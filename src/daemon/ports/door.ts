// The port of a door: how another program's request becomes a message, and the requests that were accepted.

import type {Frame} from '../../shared/records/frame.ts';
import type {MessageId, RequestId} from '../../shared/records/ids.ts';
import type {WakingProgram, WebhookSource} from '../../shared/records/message.ts';
import {type Infer, id, instant, oneOf, optional, record, text} from '../../shared/records/record.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {TurnOutcome} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';

/**
 * `turn`: the agent answers. `verbatim`: the person gets the exact text, without a model. `note`: the next turn reads
 * it.
 */
type ReplyMode = 'turn' | 'verbatim' | 'note';

/** An authenticated request. */
export type DoorRequest = Asked & {
  readonly source: WebhookSource | WakingProgram;
  /** The trust of its turn: never above the source's. */
  readonly trust: Trust;
  readonly text: string;
  /** The data that came with it, byte for byte. */
  readonly payload?: string;
  readonly frame: Frame;
  /** The same key twice is the same request, for `lifeMs` after the first. */
  readonly key?: {readonly text: string; readonly lifeMs: number};
  /** The digest of its content. The same key with another digest is a conflict. */
  readonly digest: string;
};

type Asked =
  | {readonly session: SessionKey; readonly user?: string; readonly reply: ReplyMode}
  /** A new conversation of the user, opened together with its first message. */
  | {readonly session: 'new'; readonly user: string; readonly reply: 'turn'};

export type DoorVerdict =
  /** The message is stored. `outcome` resolves when its turn has ended; undefined if it starts none. */
  | {
      readonly kind: 'accepted';
      readonly id: RequestId;
      readonly messageId: MessageId;
      readonly session: SessionKey;
      readonly outcome: Promise<TurnOutcome> | undefined;
    }
  /** The key belongs to a request with other content. */
  | {readonly kind: 'conflict'}
  /** The source sent too much. The same request succeeds later. */
  | {readonly kind: 'too-often'; readonly retryAfterMs: number}
  /** Nothing can be stored now. */
  | {readonly kind: 'unavailable'; readonly reason: string}
  | {readonly kind: 'refused'; readonly reason: string};

/** Resolves once the message is stored. Never rejects. Anything but `accepted` means that nothing was stored. */
export type AcceptRequest = (request: DoorRequest) => Promise<DoorVerdict>;

/** An accepted request. */
export const keptRequest = record('requests', {
  id: id('req'),
  kind: oneOf(['webhook', 'wake']),
  name: text,
  key: optional(text),
  digest: text,
  at: instant,
  /** From then on its key is free. */
  expiresAt: instant,
  messageId: id('msg'),
  turnId: optional(id('turn')),
});
export type KeptRequest = Infer<typeof keptRequest>;

export interface RequestStore {
  /** Adds a request, and deletes a few of those that are older than `before`. */
  add(request: KeptRequest, before: EpochMs): void;
  get(id: RequestId): KeptRequest | undefined;
  /** The request that holds a key at `now`. */
  byKey(
    of: Pick<KeptRequest, 'kind' | 'name'> & {readonly key: string; readonly now: EpochMs},
  ): KeptRequest | undefined;
  ofMessage(id: MessageId): KeptRequest | undefined;
}
