// A sentence that ends with somebody's text.

/** Adds a full stop, unless the stop would break a link. */
export const stopped = (text: string): string => {
  const trimmed = text.trim();
  const lastWord = trimmed.split(/\s/u).at(-1) ?? '';
  return /[\p{L}\p{N})\]"'”’]$/u.test(lastWord) && !/.:\/\/./u.test(lastWord) ? `${trimmed}.` : trimmed;
};
