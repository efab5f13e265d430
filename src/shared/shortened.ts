// The one way in which the daemon quotes the beginning of a longer text.
/** The beginning of a text on one line, with a mark where more of it follows. `longest` in UTF-16 units; no character is torn. */
export const shortened = (text: string, longest: number): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).replace(HALF_AT_END, '')}…` : line;
};

/** What is left of a character of two units: nothing would show it. */
const HALF_AT_END = /[\ud800-\udbff]$/u;
