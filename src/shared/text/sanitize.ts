// Text from outside (a message, a name, a model's error) is cleaned before eyes see it: it cannot move the cursor, colour the
// screen, write the clipboard, reorder a line or hide in it. One table for the terminal UI and the command. JSON output keeps texts
// whole.

/** The text without escape sequences, control and invisible characters. Line feeds and tabs stay. */
export const printable = (text: string): string => {
  if (PLAIN.test(text)) return text;
  return withoutLoneJoiners(text.replaceAll(LINE_END, '\n').replaceAll(ESCAPE, ''))
    .replaceAll(UNSEEN, '')
    .toWellFormed();
};

/** All of it on one line, with a sign where a line ended: for output that isn't measured. (`oneLine` of the screen has only cells.) */
export const printableLine = (text: string): string =>
  printable(text)
    .trim()
    .replaceAll(/(?<!\s)\s*\n\s*/gu, ' ⏎ ')
    .replaceAll('\t', ' ');

/** Every line moved to the right. */
export const indented = (text: string, by: string): string => printable(text).replaceAll(/^(?=.)/gmu, by);

/** The same for a screen of cells: tabs become spaces. */
export const sanitize = (text: string): string => printable(text).split('\n').map(withoutTabs).join('\n');

/** The same for every text inside a record; what names things (ids, keys) is left alone, since it is sent back as it came. */
export const sanitizeDeep = <T>(value: T): T => cleaned(value) as T;

/** Whether a text holds what can't be seen: such a name is refused, since nobody could type or read it. */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) !== -1 || /[\t\n\u2028\u2029]/u.test(text);

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return sanitize(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      NAMING.has(key) && typeof field === 'string' ? field : cleaned(field),
    ]),
  );
};

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
 * CSI; OSC, DCS, SOS, PM and APC with their end; other escapes. One that never ends loses only its introducer, and none reaches
 * over that of another, so that each sign is looked at once.
 */
const ESCAPE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/gu;

/** Control characters but tab and line feed, bidi controls, zero-width characters, fillers, tags. */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const NAMING = new Set([
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
