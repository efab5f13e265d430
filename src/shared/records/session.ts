// Session: one conversation, as a list shows it.

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
  /** Kept messages since the last reset. */
  readonly messages: number;
  /** What the agent said that no client has shown yet. */
  readonly unread: number;
  /** A turn is running. */
  readonly busy: boolean;
  /** Turns that wait for it. */
  readonly queued: number;
};
