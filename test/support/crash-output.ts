/** What the tool of a crash story answers: the row that keeps it is a step of its own. */
export const FOUND = 'It is 21 degrees.';
