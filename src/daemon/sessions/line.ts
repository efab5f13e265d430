// Who is next in a session: people before internal messages, but no internal message waits for ever. Pure.

/** Something that waits for its turn in a session. */
type Waiting = {
  readonly fromPerson: boolean;
  /** How many people's turns have started before it while it waited. */
  readonly passedBy: number;
};

/** The position of the one to start next; -1 when nobody waits. The line is in order of arrival. */
export const nextInLine = (line: readonly Waiting[]): number => {
  const patient = line.findIndex(waiting => !waiting.fromPerson && waiting.passedBy >= PATIENCE);
  if (patient !== -1) return patient;
  const person = line.findIndex(waiting => waiting.fromPerson);
  if (person !== -1) return person;
  return line.length === 0 ? -1 : 0;
};

/** After this many people's turns an internal message is not passed by again. */
export const PATIENCE = 3;
