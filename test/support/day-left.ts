// For a test on the system clock that says "tomorrow": after midnight, that day is today.
import {HOUR} from '../../src/shared/time/time.ts';

/** Waits until midnight is over, if it is less than half a minute away in any zone of whole hours. */
export const someDayLeft = async (): Promise<void> => {
  const left = HOUR - (Date.now() % HOUR);
  if (left < ENOUGH_MS) await new Promise<void>(resolve => setTimeout(resolve, left));
};

const ENOUGH_MS = 30_000;
