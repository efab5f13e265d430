// What a person types into a search, as a question to the full-text index: any text is a valid one.

/**
 * `words`: an expression of FTS5 that wants every word, the last one as the beginning of one. `part`: a LIKE pattern, for text that
 * the index cannot cut into words. Undefined when nothing is left to look for.
 */
type Search = {readonly kind: 'words' | 'part'; readonly query: string};

export const searchFor = (text: string): Search | undefined => {
  const wanted = text.slice(0, LONGEST_SEARCH).replaceAll('\0', ' ').trim();
  if (wanted === '') return undefined;
  const words = wanted.split(/\s+/u).filter(hasRequest).slice(0, MOST_WORDS);
  if (words.length === 0 || isUnspaced(wanted)) return {kind: 'part', query: `%${escaped(wanted)}%`};
  return {kind: 'words', query: `${words.map(quoted).join(' ')}*`};
};

/** A LIKE pattern that finds at least every text with this one in it. SQLite ignores the case of ASCII letters only. */
export const patternFor = (text: string): string =>
  `%${escaped(text.slice(0, LONGEST_SEARCH)).replaceAll(/[^\x00-\x7f]/gu, one => (hasCase(one) ? '%' : one))}%`;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/gu, '\\$&');

const hasCase = (letter: string): boolean => /[\p{Lu}\p{Ll}\p{Lt}\p{M}]/u.test(letter);

// Within the functions: classes of characters take long to look up, which a regular expression at the top would do at each start.
const hasRequest = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/** In scripts that are written without spaces, where the index takes a whole sentence for one word. */
const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const LONGEST_SEARCH = 1_000;
const MOST_WORDS = 32;
