// Decides whether a reply quotes its question: always in a group; in a direct chat only if the answer is late or other messages came
// between. Pure.
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';

type Exchange = {
  readonly isGroup: boolean;
  readonly askedAt: EpochMs;
  readonly now: EpochMs;
  /** Another message came after the question. */
  readonly isBetween: boolean;
};

export const showsQuestion = ({isGroup, askedAt, now, isBetween}: Exchange): boolean =>
  isGroup || isBetween || now - askedAt > LATE_MS;

const LATE_MS = 5 * MINUTE;
