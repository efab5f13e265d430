// What is to be done once this turn of the event loop is over, all of it in one go: with many connections, an immediate for
// each costs as much as the write it stands for.

export type TurnEnd = {
  /** Runs the step when the turn is over, in the order of the calls. */
  readonly run: (step: () => void) => void;
  /**
   * Something came in, and its answer may come at the end of this very turn, as when what is committed in one turn shares a
   * commit. Said once everything has begun that begins at once, it has the steps of that commit run in this turn too,
   * instead of after the next one has looked for what came in meanwhile.
   */
  readonly expect: () => void;
  /** The end of this turn is arranged for already. */
  readonly isExpected: () => boolean;
};

export const createTurnEnd = (): TurnEnd => {
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
