// Session: one conversation as lists show it.

import type {EpochMs} from '../time/time.ts';
import type {SessionKey, SessionKind} from './session-key.ts';
import type {Trust} from './trust.ts';

export type Session = {
  readonly key: SessionKey;
  readonly kind: SessionKind;
  readonly title: string;
  readonly user?: string;
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
};
