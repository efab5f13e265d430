// When a question takes an answer: keys that follow it at once were typed before the person could read it.
import type {EpochMs} from '../../shared/time/time.ts';
import type {ConfirmOverlay} from './overlay.ts';

/** The first instant at which a key answers the question; undefined while it isn't drawn. */
export const answersFrom = ({idleSince}: ConfirmOverlay): EpochMs | undefined =>
  idleSince === undefined ? undefined : idleSince + PAUSE_MS;

/** Whether a key pressed now answers the question. */
export const takesAnswer = (overlay: ConfirmOverlay, now: EpochMs): boolean => {
  const from = answersFrom(overlay);
  return from !== undefined && now >= from;
};

/** Nobody reads a question and answers it faster than that; fast typing has shorter gaps. */
const PAUSE_MS = 400;
