// Cursor movement: by grapheme, word and line. Pure offsets; changes nothing.
import {borders, CHIP, type Draft} from './draft.ts';

export const leftOf = ({text, cursor}: Draft): number => borders(text).findLast(border => border < cursor) ?? 0;

export const rightOf = ({text, cursor}: Draft): number => borders(text).find(border => border > cursor) ?? text.length;

/** The start of the word at or before the cursor. */
export const wordLeftOf = ({text, cursor}: Draft): number => {
  const before = text.slice(0, cursor);
  return before.length - (WORD_BEFORE.exec(before)?.[0].length ?? 0);
};

/** The end of the word at or after the cursor. */
export const wordRightOf = ({text, cursor}: Draft): number =>
  cursor + (WORD_AFTER.exec(text.slice(cursor))?.[0].length ?? 0);

/** The start of the space-separated word before the cursor, which Ctrl+W deletes. */
export const bigWordLeftOf = ({text, cursor}: Draft): number => {
  const before = text.slice(0, cursor);
  return before.length - (BIG_WORD_BEFORE.exec(before)?.[0].length ?? 0);
};

export const lineStartOf = ({text, cursor}: Draft): number => text.lastIndexOf('\n', cursor - 1) + 1;

export const lineEndOf = ({text, cursor}: Draft): number => {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
};

// Each pattern starts only at a word start or the text's start. Otherwise a long run would take quadratic time.
const WORD_BEFORE = new RegExp(
  `(?:(?<![\\p{L}\\p{N}\\p{M}_])[\\p{L}\\p{N}\\p{M}_]+|${CHIP}|^)[^\\p{L}\\p{N}\\p{M}_${CHIP}]*$`,
  'u',
);
const WORD_AFTER = new RegExp(`^[^\\p{L}\\p{N}\\p{M}_${CHIP}]*(?:[\\p{L}\\p{N}\\p{M}_]+|${CHIP})?`, 'u');
const BIG_WORD_BEFORE = /(?:(?<!\S)\S+|^)\s*$/u;
