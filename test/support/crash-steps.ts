// The commits at which a daemon is killed, out of the steps that one life writes down.

/** Repeats every case, and kills after each commit too. */
export const ROUNDS = Math.max(1, Number(process.env['ROUNDS'] ?? 1));

export const isCommit = (step: string): boolean => /^(?:before|after) commit #/u.test(step);

/**
 * Before each commit. A death after a commit leaves the same data as one before the next; what was sent in between is covered by the
 * points that a test names. With ROUNDS above 1: both.
 */
export const commitsToDieAt = (steps: readonly string[]): readonly string[] =>
  steps.filter(step => isCommit(step) && (ROUNDS > 1 || step.startsWith('before')));
