// The one way to cut a long text: no character is split. Lengths are in UTF-16 units.
import {oneLine} from './one-line.ts';

/** The beginning of a text on one line, marked where more follows. */
export const shortened = (text: string, longest: number): string => abridged(oneLine(text), longest);

/** The beginning of a text with its line ends, marked where more follows. */
export const abridged = (text: string, longest: number): string =>
  text.length > longest ? `${beginningOf(text, longest)}…` : text;

/** As much of a text as fits. */
export const beginningOf = (text: string, longest: number): string =>
  text.length > longest ? text.slice(0, longest).replace(HALF_AT_END, '') : text;

/** Half of a surrogate pair, which nothing can display. */
const HALF_AT_END = /[\ud800-\udbff]$/u;
