// Decides whether a reply quotes its question: always in a group and by mail; in a direct chat only if the answer is
// late or other messages came between. Pure.
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';

type Exchange = {
  readonly isGroup: boolean;
  /** The channel shows a reply below its question, so it needs to know it. */
  readonly isThreaded: boolean;
  readonly askedAt: EpochMs;
  readonly now: EpochMs;
  /** Another message came after the question. */
  readonly isBetween: boolean;
};

export const showsQuestion = ({isGroup, isThreaded, askedAt, now, isBetween}: Exchange): boolean =>
  isGroup || isThreaded || isBetween || now - askedAt > LATE_MS;

const LATE_MS = 5 * MINUTE;
