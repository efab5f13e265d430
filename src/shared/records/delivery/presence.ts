// Presence: whether a person is at a terminal, and how they are reached. Kept in memory, never in the database.
import {type EpochMs, MINUTE} from '../../time/time.ts';
import type {Address} from '../address.ts';

/** `active`: a terminal with the focus had a key in the last 3 minutes. `idle`: a terminal is open. `away`: none is. */
export type Presence = 'active' | 'idle' | 'away';

/** Time for which a key at a focused terminal shows that somebody is there. */
export const ACTIVE_MS = 3 * MINUTE;

/** The report of a person's terminals. */
export type SeenPerson = {
  readonly presence: Presence;
  /** The last key at one of their terminals since the daemon's start. */
  readonly lastKeyAt?: EpochMs;
};

/** A span in which what can wait is held back. */
export type PlannedQuiet = {readonly fromAt: EpochMs; readonly untilAt: EpochMs};

/** Presence of a configured person, and their addresses in the order in which they are tried. */
export type PersonStatus = SeenPerson & {
  readonly name: string;
  readonly reach: readonly Address[];
  /** The end of their quiet hours, while they last. */
  readonly quietUntil?: EpochMs;
  /** Spans of quiet that are planned or running, the earliest first. */
  readonly planned?: readonly PlannedQuiet[];
  /** Number of messages that wait for the end of their quiet hours. */
  readonly held?: number;
};
