// Picks the next turn of a session. People go before internal messages, but an internal message waits for a bounded
// number of them. Pure.

type WaitingTurn = {
  readonly fromPerson: boolean;
  /** Number of people's turns that have overtaken this one. */
  readonly passedBy: number;
};

/** The position of the next turn in order of arrival, or -1 if none waits. */
export const nextTurn = (line: readonly WaitingTurn[]): number => {
  const patient = line.findIndex(waiting => !waiting.fromPerson && waiting.passedBy >= PATIENCE);
  if (patient !== -1) return patient;
  const person = line.findIndex(waiting => waiting.fromPerson);
  if (person !== -1) return person;
  return line.length === 0 ? -1 : 0;
};

/** After this many people's turns an internal message goes first. */
export const PATIENCE = 3;
