// Cleans text from outside (a message, a name, a model's error) before people see it. Cleaned text cannot move the
// cursor, colour the screen, write the clipboard, reorder a line or hide. The terminal UI and the command share this
// table. JSON output keeps texts unchanged.

/** The text without escape sequences, control and invisible characters. Line feeds and tabs stay. */
export const printable = (text: string): string => {
  if (PLAIN.test(text)) return text;
  return withoutLoneJoiners(withoutEscapes(text.replaceAll(LINE_END, '\n')))
    .replaceAll(UNSEEN, '')
    .toWellFormed();
};

/**
 * All of the text on one line, with a sign for each line end, for output without a width. (For screen cells, use
 * `drawnLine`.)
 */
export const printableLine = (text: string): string =>
  printable(text)
    .trim()
    .replaceAll(/(?<!\s)\s*\n\s*/gu, ' ⏎ ')
    .replaceAll('\t', ' ');

/**
 * Control characters, marks of writing direction and characters without width become `<U+202E>`, so that what is seen
 * is what is there. Line breaks stay.
 */
export const visible = (text: string): string =>
  text.replaceAll(HIDING, char => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`);

/** Indents every line. */
export const indented = (text: string, by: string): string => printable(text).replaceAll(/^(?=.)/gmu, by);

/** `printable` for a screen of cells: tabs become spaces. */
export const sanitize = (text: string): string => printable(text).split('\n').map(withoutTabs).join('\n');

/**
 * Cleans every text inside a record, except ids and keys, which clients send back unchanged. The arguments of a call
 * are made visible instead: a person answers about each of their characters.
 */
export const sanitizeDeep = <T>(value: T): T => cleaned(value) as T;

/** True if a text has invisible characters. Such names are refused, because nobody could type or read them. */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) !== -1 || /[\t\n\u2028\u2029]/u.test(text);

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return sanitize(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (typeof field !== 'string') return [key, cleaned(field)];
      return [key, ID_FIELDS.has(key) ? field : key === 'arguments' ? visible(field) : sanitize(field)];
    }),
  );
};

/** The text without the sequences that move the cursor, colour, or talk to the terminal. */
export const withoutEscapes = (text: string): string => text.replaceAll(ESCAPE, '');

const withoutTabs = (line: string): string => {
  if (!line.includes('\t')) return line;
  let column = 0;
  const pieces = line.split(/(\t)/u).map(piece => {
    const shown = piece === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : piece;
    column += [...shown].length;
    return shown;
  });
  return pieces.join('');
};

/** Joiners shape words and join emoji; elsewhere they only hide. */
const withoutLoneJoiners = (text: string): string => {
  if (!/[\u200c\u200d]/u.test(text)) return text;
  const lone =
    /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
  return text.replaceAll(lone, '');
};

const TAB_WIDTH = 4;

/** Printable ASCII and line feeds: nearly every text, and nothing to do. */
const PLAIN = /^[\n\x20-\x7e]*$/u;

const LINE_END = /\r\n?|[\u2028\u2029]/gu;

/**
 * CSI; OSC, DCS, SOS, PM and APC with their end; other escapes. An unterminated sequence loses only its introducer, and
 * none extends past the next introducer, so matching stays linear.
 */
const ESCAPE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/gu;

/** Control characters but tab and line feed, bidi controls, zero-width characters, fillers, tags. */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const ID_FIELDS = new Set([
  'id',
  'key',
  'session',
  'turnId',
  'messageId',
  'callId',
  'runId',
  'bootId',
  'cause',
  'sourceSession',
]);

/** Variation selectors hide as well; the one of emoji stays. */
const HIDING =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0\u2800](?<!\n)/gu;
