// The gate before everything that leaves the daemon, where commits are also stored elsewhere: a machine that takes over
// must know what others have seen.

export interface OutputGate {
  /**
   * Resolves once all that is committed so far is stored elsewhere, too, and this daemon still holds its cell.
   * Undefined: that is so now. Never rejects: a daemon that lost its cell ends.
   */
  passed(): Promise<void> | undefined;
}

/** The same gate for one place: its calls pass in the order in which they came. */
export const inOrder = (gate: OutputGate): OutputGate => {
  let last: Promise<unknown> | undefined;
  return {
    passed: () => {
      const passed = gate.passed();
      if (passed === undefined && last === undefined) return undefined;
      const turn = Promise.all([last, passed]).then(() => {
        // Not before the caller went on: a call right behind it would overtake it.
        setImmediate(() => {
          if (last === turn) last = undefined;
        });
      });
      last = turn;
      return turn;
    },
  };
};

/** Resolves with true when the gate was passed, with false if the signal came first. */
export const hasPassed = async (gate: OutputGate, signal: AbortSignal | undefined): Promise<boolean> => {
  const passed = gate.passed();
  if (passed === undefined) return true;
  if (signal?.aborted === true) return false;
  const {promise: stopped, resolve} = Promise.withResolvers<boolean>();
  const stop = (): void => resolve(false);
  signal?.addEventListener('abort', stop, {once: true});
  try {
    return await Promise.race([passed.then(() => true), stopped]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
};
