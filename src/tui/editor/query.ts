// A query: one line of words that is searched for, or that narrows something down.

/** The query with more letters behind it; `\b` takes the last one away. Bounded: a whole file may be pasted into it. */
export const withTyped = (query: string, text: string): string =>
  (text === '\b' ? [...query].slice(0, -1).join('') : query + text.replaceAll(/\s+/gu, ' ')).slice(0, LONGEST);

const LONGEST = 200;
