// Waits for what another process, or the other end of a real socket, will bring about; looks again and again, never longer
// than needed. Fails with the words given when it does not come.
export const until = async (what: string, holds: () => boolean, withinMs = PATIENCE_MS): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for this: ${what}`);
    await new Promise<void>(resolve => setTimeout(resolve, 1));
  }
};

/** The same for what has to be asked for: gives the first answer that is one. */
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
    await new Promise<void>(resolve => setTimeout(resolve, 20));
  }
};

/** Only what will never come takes as long: far more than a busy machine needs, and less than a test may take. */
const PATIENCE_MS = 30_000;
