// Session: one conversation as lists show it.

import type {EpochMs} from '../time/time.ts';
import type {MessageId} from './ids.ts';
import type {SessionKey, SessionKind} from './session-key.ts';
import type {Trust} from './trust.ts';

export type Session = {
  readonly key: SessionKey;
  readonly kind: SessionKind;
  readonly title: string;
  readonly user?: string;
  /** The conversation in which its person's messages are now. This one only stays readable. */
  readonly continuedIn?: SessionKey;
  readonly trust: Trust;
  readonly lastActivityAt: EpochMs;
  /** Stored messages since the last reset. */
  readonly messages: number;
  /** Agent messages that no client has shown yet. */
  readonly unread: number;
  /** A turn is running. */
  readonly busy: boolean;
  /** Waiting turns. */
  readonly queued: number;
  /** Out of the lists, and readable and searchable. A new message brings it back. */
  readonly archived?: true;
  /** The model of this conversation. @default the configured one */
  readonly model?: string;
  /** The configured person whose conversation it is. */
  readonly person?: string;
  readonly origin?: SessionOrigin;
  /** The archived conversation with the earlier messages. */
  readonly earlier?: SessionKey;
};

/**
 * Origin of a conversation's first messages. `fork`: copies of another one's, up to a message. `cut`: they were in another one up to its
 * last fresh start.
 */
export type SessionOrigin = {
  readonly how: 'fork' | 'cut';
  readonly session: SessionKey;
  readonly message: MessageId;
};
