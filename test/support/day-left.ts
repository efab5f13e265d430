// For a test on the system clock that says "tomorrow": after midnight, that day is today. Also for one whose reminders and
// jobs could be due at a whole hour.
import {HOUR} from '../../src/shared/time/time.ts';

/** Waits until the hour is over, if it is less than a minute away: that is midnight in some zone. */
export const someDayLeft = async (): Promise<void> => {
  const left = HOUR - (Date.now() % HOUR);
  if (left < ENOUGH_MS) await new Promise<void>(resolve => setTimeout(resolve, left));
};

const ENOUGH_MS = 60_000;
