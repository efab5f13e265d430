// Session: one conversation as lists show it.

import type {MessageId} from './ids.ts';
import {
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
  trust,
} from './record.ts';
import {SESSION_KINDS, type SessionKey} from './session-key.ts';
import type {TextLimit} from './trust.ts';

/**
 * A title that nobody chose. `open`: the first words of a person will be the title. `words`: they are. `asked`: a model
 * was asked for a better one, which happens once.
 */
const TITLINGS = ['open', 'words', 'asked'] as const;

/** A conversation as it is stored. */
export const keptSession = record('sessions', {
  key: fixed(sessionKey),
  kind: fixed(oneOf(SESSION_KINDS)),
  title: text,
  user: optional(text),
  trust,
  lastActivityAt: instant,
  /** Replaces every message up to `summarizedTo` in the model's context. */
  summary: optional(text),
  summarizedTo: optional(id('msg')),
  /** The texts from elsewhere that the summary holds. */
  summaryLimits: optional(json<readonly TextLimit[]>()),
  /** A person trusted the texts of programs that stood there until then. */
  trustedAt: optional(instant),
  /** Out of the lists, and readable and searchable. A new message brings it back. */
  archived: flag,
  /** The model of this conversation. @default the configured one */
  model: optional(text),
  titling: optional(oneOf(TITLINGS)),
  origin: optional(json<SessionOrigin>()),
  /** The archived conversation with the earlier messages. */
  earlier: optional(sessionKey),
  /** The key with which a client made it: the same key never makes a second one. */
  madeWith: optional(text),
});
export type KeptSession = Infer<typeof keptSession>;

/** Fields that only the daemon needs. */
type InnerField = 'summary' | 'summarizedTo' | 'summaryLimits' | 'trustedAt' | 'titling' | 'madeWith';

export type Session = Omit<KeptSession, InnerField> & {
  /** The conversation in which its person's messages are now. This one only stays readable. */
  readonly continuedIn?: SessionKey;
  /** Stored messages since the last reset. */
  readonly messages: number;
  /** Agent messages that no client has shown yet. */
  readonly unread: number;
  /** A turn is running. */
  readonly busy: boolean;
  /** Waiting turns. */
  readonly queued: number;
  /** The configured person whose conversation it is. */
  readonly person?: string;
};

/**
 * Origin of a conversation's first messages. `fork`: copies of another one's, up to a message. `cut`: they were in
 * another one up to its last fresh start.
 */
type SessionOrigin = {
  readonly how: 'fork' | 'cut';
  readonly session: SessionKey;
  readonly message: MessageId;
};
