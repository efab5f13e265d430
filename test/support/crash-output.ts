/** The tool output of a crash story: storing its row is a separate step. */
export const FOUND = 'It is 21 degrees.';
