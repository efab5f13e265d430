// Decides if a question accepts an answer: keys pressed before the person could read it don't count.
import type {EpochMs} from '../../shared/time/time.ts';
import type {ConfirmOverlay} from './overlay.ts';

/** The first instant at which a key answers; undefined until the question is drawn. */
export const answersFrom = ({idleSince}: ConfirmOverlay): EpochMs | undefined =>
  idleSince === undefined ? undefined : idleSince + PAUSE_MS;

/** True if a key pressed now answers the question. */
export const takesAnswer = (overlay: ConfirmOverlay, now: EpochMs): boolean => {
  const from = answersFrom(overlay);
  return from !== undefined && now >= from;
};

/** Nobody reads and answers a question faster; gaps in fast typing are shorter. */
const PAUSE_MS = 400;
