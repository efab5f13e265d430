// The one way in which a text that is too long is cut: no character is torn. Lengths are in UTF-16 units.

/** The beginning of a text on one line, with a mark where more of it follows. */
export const shortened = (text: string, longest: number): string =>
  abridged(text.replaceAll(/\s+/gu, ' ').trim(), longest);

/** The beginning of a text as it is, with a mark where more of it follows. */
export const abridged = (text: string, longest: number): string =>
  text.length > longest ? `${beginningOf(text, longest)}…` : text;

/** As much of a text as has room. */
export const beginningOf = (text: string, longest: number): string =>
  text.length > longest ? text.slice(0, longest).replace(HALF_AT_END, '') : text;

/** What is left of a character of two units: nothing would show it. */
const HALF_AT_END = /[\ud800-\udbff]$/u;
