// Converts search text into a full-text query. Any text is valid.

/**
 * `words`: an FTS5 expression that needs every word, the last one as a prefix. `part`: a LIKE pattern for text that the
 * index can't split into words. Undefined if nothing is left to search for.
 */
type Search = {readonly kind: 'words' | 'part'; readonly query: string};

export const searchFor = (text: string): Search | undefined => {
  const wanted = text.slice(0, LONGEST_SEARCH).replaceAll('\0', ' ').trim();
  if (wanted === '') return undefined;
  const terms = wanted.split(/\s+/u).filter(hasLetter).slice(0, MOST_WORDS);
  if (terms.length === 0 || isUnspaced(wanted)) return {kind: 'part', query: `%${escaped(wanted)}%`};
  return {kind: 'words', query: `${terms.map(quoted).join(' ')}*`};
};

/** A LIKE pattern that matches at least every text with this one in it. SQLite ignores case for ASCII letters only. */
export const patternFor = (text: string): string =>
  `%${escaped(text.slice(0, LONGEST_SEARCH)).replaceAll(/[^\x00-\x7f]/gu, one => (hasCase(one) ? '%' : one))}%`;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/gu, '\\$&');

const hasCase = (character: string): boolean => /[\p{Lu}\p{Ll}\p{Lt}\p{M}]/u.test(character);

// Inside the function, because a character class takes long to compile and would slow the start.
const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/** In scripts without spaces the index takes a whole sentence for one word. */
const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const LONGEST_SEARCH = 1_000;
const MOST_WORDS = 32;
