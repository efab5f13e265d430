// For a test with the clock on the wall that says "tomorrow": what was tomorrow when it was said is today a moment after midnight.
import {HOUR} from '../../src/shared/time/time.ts';

/** Waits, where midnight is less than half a minute away in any zone of whole hours, until it is over. */
export const someDayLeft = async (): Promise<void> => {
  const left = HOUR - (Date.now() % HOUR);
  if (left < ENOUGH_MS) await new Promise<void>(resolve => setTimeout(resolve, left));
};

const ENOUGH_MS = 30_000;
