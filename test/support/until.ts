// Waits for an effect of another process, or of the other end of a real socket; checks repeatedly, never waits longer than needed. Fails
// with the given text on timeout.
export const until = async (
  what: string | (() => string),
  holds: () => boolean,
  withinMs = PATIENCE_MS,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const from = performance.now();
    if (holds()) return;
    const now = performance.now();
    if (now > deadline) throw new Error(`waited ${withinMs} ms for this: ${typeof what === 'string' ? what : what()}`);
    // A check that reads a database leaves the processor to whoever it waits for: several tests wait at a time.
    await pause(Math.max(1, 15 * (now - from)));
  }
};

/** The same for a value: returns the first one that is defined. */
export const untilGiven = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  withinMs = PATIENCE_MS,
): Promise<T> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const given = await ask();
    if (given !== undefined) return given;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for this: ${what}`);
    await pause(20);
  }
};

/** Ends the pauses between two checks: something may have changed. */
export const lookNow = (): void => {
  for (const end of [...pauses]) end();
};

const pauses = new Set<() => void>();

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    pauses.add(end);
  });

/** Only an event that never comes takes that long: far more than a busy machine needs, and less than a test's limit. */
export const PATIENCE_MS = 120_000;
