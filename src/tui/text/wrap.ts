// Wraps styled text into rows of a width: at words, long words by grapheme, and anywhere between wide characters
// (Chinese, Japanese). Spaces at a row's end are dropped; the indentation of a line stays.
import {type Row, rowText, type Span} from './row.ts';
import {cellWidth, graphemes} from './width.ts';

/** The rows of a styled text that may contain line feeds; at least one. */
export const wrapped = (spans: readonly Span[], cells: number): readonly Row[] =>
  lines(spans).flatMap(line => wrappedLine(line, Math.max(1, cells)));

/** Like `wrapped`, but fills rows to the last cell and drops nothing: for code and for drafts. */
export const folded = (spans: readonly Span[], cells: number): readonly Row[] =>
  lines(spans).flatMap(line => broken(line, Math.max(1, cells)));

/** Like `folded`, but a line continues behind its own indentation, if possible with a whole word. */
export const foldedCode = (spans: readonly Span[], cells: number): readonly Row[] =>
  lines(spans).flatMap(line => {
    const blank = /^ */u.exec(rowText(line))?.[0].length ?? 0;
    const indent = Math.min(blank + CONTINUED, Math.floor(cells / 2));
    const rows = brokenAtSpaces(line, Math.max(1, cells), Math.max(1, cells - indent));
    return rows.map((row, index) => (index === 0 ? row : [{text: ' '.repeat(indent)}, ...row]));
  });

const lines = (spans: readonly Span[]): readonly (readonly Span[])[] => {
  const result: Span[][] = [[]];
  for (const span of spans) {
    span.text.split('\n').forEach((text, index) => {
      if (index > 0) result.push([]);
      if (text !== '') result.at(-1)?.push({...span, text});
    });
  }
  return result;
};

const wrappedLine = (line: readonly Span[], cells: number): readonly Row[] => {
  if (line.reduce((sum, {text}) => sum + cellWidth(text), 0) <= cells) return [line];
  const rows: Row[] = [];
  let row: Span[] = [];
  let width = 0;
  let gap: readonly Span[] = [];
  const endRow = () => {
    rows.push(merged(row));
    row = [];
    width = 0;
    gap = [];
  };
  for (const word of words(line)) {
    if (word.kind === 'space') {
      // An indentation that leaves no room for words is dropped.
      const kept = width > 0 || (rows.length === 0 && word.width < cells / 2);
      gap = kept ? word.spans : [];
      continue;
    }
    const gapWidth = widthOf(gap);
    if (width + gapWidth + word.width <= cells) {
      row.push(...gap, ...word.spans);
      width += gapWidth + word.width;
      gap = [];
      continue;
    }
    if (width > 0) endRow();
    for (const part of word.width <= cells ? [word.spans] : broken(word.spans, cells)) {
      if (width > 0) endRow();
      row.push(...part);
      width = widthOf(part);
    }
  }
  if (row.length > 0 || rows.length === 0) rows.push(merged(row));
  return rows;
};

type Word = {readonly kind: 'space' | 'word'; readonly spans: readonly Span[]; readonly width: number};

/** Words and the gaps between them; a word's style may change inside it. */
const words = (line: readonly Span[]): readonly Word[] => {
  const result: Word[] = [];
  for (const span of line) {
    for (const text of span.text.match(PIECES) ?? []) {
      const kind = text.startsWith(' ') ? 'space' : 'word';
      const piece = {...span, text};
      const last = result.at(-1);
      const joins = last !== undefined && last.kind === kind && !breaksBefore(text) && !breaksAfter(last.spans);
      if (joins) result[result.length - 1] = {kind, spans: [...last.spans, piece], width: last.width + cellWidth(text)};
      else result.push({kind, spans: [piece], width: cellWidth(text)});
    }
  }
  return result;
};

const breaksBefore = (text: string): boolean => WIDE.test(text);
const breaksAfter = (spans: readonly Span[]): boolean => WIDE.test(spans.at(-1)?.text ?? '');

/** A word longer than a row, in pieces that fit. `rest`: the cells of all pieces but the first. */
const broken = (spans: readonly Span[], cells: number, rest = cells): readonly (readonly Span[])[] => {
  const result: Span[][] = [[]];
  let width = 0;
  for (const span of spans) {
    const {text, ...style} = span;
    for (const grapheme of graphemes(text)) {
      const wide = cellWidth(grapheme);
      if (width + wide > (result.length === 1 ? cells : rest) && width > 0) {
        result.push([]);
        width = 0;
      }
      append(result.at(-1), grapheme, style);
      width += wide;
    }
  }
  return result;
};

/** Like `broken`, but a piece may end after a space in its last third. */
const brokenAtSpaces = (spans: readonly Span[], cells: number, rest: number): readonly (readonly Span[])[] => {
  const all = spans.flatMap(({text, ...style}) =>
    [...graphemes(text)].map(grapheme => ({grapheme, style, wide: cellWidth(grapheme)})),
  );
  const pieces: Span[][] = [];
  for (let start = 0; start < all.length || pieces.length === 0; ) {
    const room = pieces.length === 0 ? cells : rest;
    let end = start;
    for (let width = 0; end < all.length; end += 1) {
      width += all[end]?.wide ?? 0;
      if (width > room && end > start) break;
    }
    const least = start + Math.ceil(((end - start) * 2) / 3);
    const space = all.findLastIndex(({grapheme}, index) => index >= least && index < end && grapheme === ' ');
    if (end < all.length && space !== -1) end = space + 1;
    const piece: Span[] = [];
    for (const {grapheme, style} of all.slice(start, end)) append(piece, grapheme, style);
    pieces.push(piece);
    start = Math.max(end, start + 1);
  }
  return pieces;
};

/** Merges neighbours of one style: fewer runs draw faster. */
const merged = (spans: readonly Span[]): Row => {
  const result: Span[] = [];
  for (const {text, ...style} of spans) append(result, text, style);
  return result;
};

const append = (row: Span[] | undefined, text: string, style: Omit<Span, 'text'>): void => {
  const last = row?.at(-1);
  if (row === undefined) return;
  if (last !== undefined && sameStyle(last, style)) row[row.length - 1] = {...last, text: last.text + text};
  else row.push({...style, text});
};

const sameStyle = (a: Omit<Span, 'text'>, b: Omit<Span, 'text'>): boolean =>
  a.role === b.role &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.strike === b.strike &&
  a.link === b.link;

const widthOf = (spans: readonly Span[]): number => spans.reduce((sum, {text}) => sum + cellWidth(text), 0);

/** Prefixes the first row and all other rows. */
export const hanging = (rows: readonly Row[], first: Row, rest: Row): readonly Row[] =>
  rows.map((row, index) => [...(index === 0 ? first : rest), ...row]);

/** Additional indent of a continued line of code. */
const CONTINUED = 2;

/** Without empty rows at the end. */
export const trimmedEnd = (rows: readonly Row[]): readonly Row[] =>
  rows.slice(0, rows.findLastIndex(row => rowText(row) !== '') + 1);

/**
 * A wide character is a piece of its own, so a row may end beside it. Closing punctuation stays with the text before
 * it.
 */
const WIDE_SCRIPTS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const CLOSING = '[、。，．！？：；）」』】〉》”’]*';
const PIECES = new RegExp(` +|[${WIDE_SCRIPTS}]${CLOSING}|[^ ${WIDE_SCRIPTS}]+`, 'gu');
const WIDE = new RegExp(`^[${WIDE_SCRIPTS}]`, 'u');
