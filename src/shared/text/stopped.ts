// Somebody's text at the end of a sentence, and inside one.

/** Adds a full stop, unless the stop would break a link. */
export const stopped = (text: string): string => {
  const trimmed = text.trim();
  const lastWord = trimmed.split(/\s/u).at(-1) ?? '';
  return /[\p{L}\p{N})\]"'”’]$/u.test(lastWord) && !/.:\/\/./u.test(lastWord) ? `${trimmed}.` : trimmed;
};

/**
 * The reason of another program, or a stored error, as a clause: without its full stop, because the sentence around it has one. Rooster's
 * own reasons are written as clauses where a sentence quotes them.
 */
export const clauseOf = (text: string): string => text.replace(/(?<![.\s])[.\s]+$/u, '');
