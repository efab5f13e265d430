// When a reply shows what it answers: in a group always, since everybody talks there; between two people only when it is not plain to
// see, because the answer is late or something else was said in between. Pure.
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';

type Exchange = {
  readonly isGroup: boolean;
  readonly askedAt: EpochMs;
  readonly now: EpochMs;
  /** Something else was said in the conversation since it was asked. */
  readonly isBetween: boolean;
};

export const showsQuestion = ({isGroup, askedAt, now, isBetween}: Exchange): boolean =>
  isGroup || isBetween || now - askedAt > LATE_MS;

const LATE_MS = 5 * MINUTE;
