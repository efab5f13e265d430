// Presence: whether a person is at a terminal, and how they are reached. Kept in memory, never in the database.
import {type EpochMs, MINUTE} from '../../time/time.ts';
import type {Address} from '../address.ts';

/** `active`: a terminal with the focus had a key in the last 3 minutes. `idle`: a terminal is open. `away`: none is. */
export type Presence = 'active' | 'idle' | 'away';

/** How long a key at a focused terminal shows that somebody is there. */
export const ACTIVE_MS = 3 * MINUTE;

/** What a person's terminals report. */
export type SeenPerson = {
  readonly presence: Presence;
  /** The last key at one of their terminals since the daemon's start. */
  readonly lastKeyAt?: EpochMs;
};

/** Where a configured person is now, and their addresses in the order in which they are tried. */
export type PersonStatus = SeenPerson & {
  readonly name: string;
  readonly reach: readonly Address[];
  /** When their quiet ends, while it is quiet for them. */
  readonly quietUntil?: EpochMs;
  /** How many messages wait for the end of their quiet. */
  readonly held?: number;
};
