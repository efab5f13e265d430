// A query: one line of search or filter text.

/** Appends typed letters; `\b` deletes the last one. Bounded, since a whole file may be pasted. */
export const withTyped = (query: string, text: string, longest = LONGEST): string =>
  (text === '\b' ? [...query].slice(0, -1).join('') : query + text.replaceAll(/\s+/gu, ' ')).slice(0, longest);

const LONGEST = 200;
