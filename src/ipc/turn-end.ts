// Runs all steps at the end of an event loop turn together. With many connections, an immediate for each costs as much
// as the write itself.

export type LoopTurnEnd = {
  /** Runs the step at the end of the turn, in call order. */
  readonly run: (step: () => void) => void;
  /**
   * Announces that an answer may come at the end of this turn, for example with a shared commit. Callers use it after
   * all immediate work has started. The commit's steps then run in this turn, before the loop polls for input again.
   */
  readonly expect: () => void;
  /** True if the end of this turn is scheduled already. */
  readonly isExpected: () => boolean;
};

export const createTurnEnd = (): LoopTurnEnd => {
  let steps: (() => void)[] = [];
  let expected = false;
  const runAll = (): void => {
    const due = steps;
    steps = [];
    expected = false;
    for (const step of due) step();
  };
  const expect = (): void => {
    if (expected) return;
    expected = true;
    setImmediate(runAll);
  };
  return {
    run: step => {
      expect();
      steps.push(step);
    },
    expect,
    isExpected: () => expected,
  };
};
