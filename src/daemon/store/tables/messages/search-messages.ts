// Finds messages by words or literally.
import type {Message} from '../../../../shared/records/message.ts';
import type {MessageStore} from '../../../ports/conversation-store.ts';
import {numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import type {Row} from '../../database/queries.ts';
import {NOT_GONE} from '../sessions/session-work.ts';
import {messageOf, SINCE_RESET} from './message-rows.ts';
import {createOrdOf, knownOrd} from './read-messages.ts';

export const createMessageSearch = (
  database: Database,
): Pick<MessageStore, 'search' | 'searchLiteral' | 'hasWords' | 'hasWritten'> => {
  const literal = database.query(LITERAL);
  const wordsOf = database.query(HAS_WORDS);
  const writtenBy = database.query(
    "SELECT 1 FROM messages WHERE session = ? AND role = 'user' AND sourceKind = 'user' AND sourceName = ? LIMIT 1",
  );
  const partOf = database.query(HAS_PART);
  const ordOf = createOrdOf(database);

  return {
    search: (text, {session, limit}) => {
      const search = searchFor(text);
      if (search === undefined) return [];
      const inSession = session === undefined ? EACH_ONCE : 'AND messages.session = ?';
      const found = (kind: keyof typeof FOUND, query: string): readonly Row[] =>
        database
          .query(`${FOUND[kind]} ${inSession} AND ${NOT_GONE} ${NEWEST_FIRST[kind]} LIMIT 0 + ?`)
          .all(query, ...(session === undefined ? [] : [session]), limit);
      const byText = found(search.kind, search.query);
      const known = new Set(byText.map(row => numberIn(row, 'ord')));
      const byFile = found('files', patternFor(text.trim())).filter(row => !known.has(numberIn(row, 'ord')));
      const rows = byFile.length === 0 ? byText : [...byText, ...byFile].toSorted(newestFirst).slice(0, limit);
      return rows.map(messageOf);
    },
    hasWords: (id, words) => {
      const query = wholeWords(words);
      const wanted = isUnspaced(words) ? words.trim().toLowerCase() : '';
      if (wanted !== '') {
        const row = partOf.get(id);
        return row !== undefined && textIn(row, 'text').toLowerCase().includes(wanted);
      }
      return query !== '' && wordsOf.get(id, query) !== undefined;
    },
    hasWritten: (session, user) => writtenBy.get(session, user) !== undefined,
    searchLiteral: (session, text, {before, limit}) => {
      const found: Message[] = [];
      const wanted = text.toLowerCase();
      if (wanted.trim() === '') return found;
      const pattern = patternFor(wanted);
      let from = before === undefined ? Number.MAX_SAFE_INTEGER : knownOrd(ordOf, before);
      for (;;) {
        const rows = literal.all(session, from, pattern, LITERAL_BATCH);
        for (const row of rows) {
          from = numberIn(row, 'ord');
          if (textIn(row, 'text').toLowerCase().includes(wanted)) found.push(messageOf(row));
          if (found.length >= limit) return found;
        }
        if (rows.length < LITERAL_BATCH) return found;
      }
    },
  };
};

const HAS_WORDS = `
  SELECT 1 FROM messageWords
  WHERE messageWords.rowid = (SELECT ord FROM messages WHERE id = ?) AND messageWords MATCH ?`;
const HAS_PART = 'SELECT text FROM messages WHERE id = ?';

const LITERAL = `
  SELECT * FROM messages WHERE ${SINCE_RESET} AND ord < ?2 AND text LIKE ?3 ESCAPE '\\' ORDER BY ord DESC LIMIT 0 + ?4`;
const LITERAL_BATCH = 200;
const FOUND = {
  words:
    'SELECT messages.* FROM messageWords JOIN messages ON messages.ord = messageWords.rowid WHERE messageWords MATCH ?',
  part: `SELECT * FROM messages WHERE text LIKE ? ESCAPE '\\'`,
  files: `SELECT * FROM messages WHERE attachments IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each(messages.attachments) AS file
      WHERE coalesce(file.value ->> 'name', file.value ->> 'path') || ' ' || coalesce(file.value ->> 'caption', '') LIKE ? ESCAPE '\\')`,
} as const;

/** A copy counts once its original is gone. */
const EACH_ONCE = 'AND NOT EXISTS (SELECT 1 FROM messages AS first WHERE first.id = messages.copyOf)';

/** FTS5 uses its own order only if asked by its rowid. */
const NEWEST_FIRST = {
  words: 'ORDER BY messageWords.rowid DESC',
  part: 'ORDER BY ord DESC',
  files: 'ORDER BY ord DESC',
} as const;

const newestFirst = (a: Row, b: Row): number => numberIn(b, 'ord') - numberIn(a, 'ord');

/**
 * `words`: an FTS5 expression that needs every word, the last one as a prefix. `part`: a LIKE pattern for text that the
 * index can't split into words. Undefined if nothing is left to search for.
 */
type Search = {readonly kind: 'words' | 'part'; readonly query: string};

const searchFor = (text: string): Search | undefined => {
  const wanted = text.slice(0, LONGEST_SEARCH).replaceAll('\0', ' ').trim();
  if (wanted === '') return undefined;
  const terms = wanted.split(/\s+/u).filter(hasLetter).slice(0, MOST_WORDS);
  if (terms.length === 0 || isUnspaced(wanted)) return {kind: 'part', query: `%${escaped(wanted)}%`};
  return {kind: 'words', query: `${terms.map(quoted).join(' ')}*`};
};

/** An FTS5 expression that needs each word and each phrase in quotes. Empty without any. */
const wholeWords = (words: string): string =>
  (words.slice(0, LONGEST_SEARCH).replaceAll('\0', ' ').match(WORD_OR_PHRASE) ?? [])
    .map(term => term.replaceAll(QUOTES, ' ').trim())
    .filter(hasLetter)
    .slice(0, MOST_WORDS)
    .map(quoted)
    .join(' ');

/** A LIKE pattern that matches at least every text with this one in it. SQLite ignores case for ASCII letters only. */
const patternFor = (text: string): string =>
  `%${escaped(text.slice(0, LONGEST_SEARCH)).replaceAll(/[^\x00-\x7f]/gu, letter => (hasCase(letter) ? '%' : letter))}%`;

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

const WORD_OR_PHRASE = /["“”„«»][^"“”„«»]*["“”„«»]|[^\s"“”„«»]+/gu;
const QUOTES = /["“”„«»]/gu;
const LONGEST_SEARCH = 1_000;
const MOST_WORDS = 32;
