// What is to be done once this turn of the event loop is over, all of it in one go: with many connections, an immediate for
// each costs as much as the write it stands for.

/** Runs the step when the turn is over, in the order of the calls. */
export type TurnEnd = (step: () => void) => void;

export const createTurnEnd = (): TurnEnd => {
  let steps: (() => void)[] = [];
  const run = (): void => {
    const due = steps;
    steps = [];
    for (const step of due) step();
  };
  return step => {
    if (steps.length === 0) setImmediate(run);
    steps.push(step);
  };
};
