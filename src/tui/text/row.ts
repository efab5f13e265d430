// Row: one screen line as runs of text with a role, independent of colours and terminal. Widths are cells; every
// function keeps a row within the given width.
import {cellWidth, clipped, drawn} from './width.ts';

/** The meaning of a text run. The theme decides its look. `accent` is for keys and marks of the place one is at. */
export type Role =
  | 'text'
  | 'dim'
  | 'accent'
  | 'ok'
  /** Something happens now, or has rung and waits for an answer. */
  | 'now'
  | 'warn'
  | 'error'
  | 'untrusted'
  | 'you'
  | 'agent'
  | 'event'
  | 'selected'
  /** A row that has just become due. */
  | 'flash';

export type Style = {
  readonly role?: Role;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** It is part of the selected row: the theme tints it, or inverts it where it has no tint. */
  readonly lit?: true;
};

export type Span = Style & {
  readonly text: string;
  /** Drawn instead where the terminal has only ASCII, in as many cells. @default the replacement of each glyph */
  readonly ascii?: string;
  /** The link target: a web address in characters that are safe for a terminal. */
  readonly link?: string;
  /** The target of a click on it. */
  readonly hit?: Hit;
};

/** The target of a click: its kind, and its id among those of that kind. The kinds are the caller's. */
export type Hit = {readonly kind: string; readonly id: string};

export type Row = readonly Span[];

export const EMPTY_ROW: Row = [];

/** A run of text in drawn form. */
export const span = (text: string, style: Role | Omit<Span, 'text'> = {}): Span => ({
  ...(typeof style === 'string' ? {role: style} : style),
  text: drawn(text),
});

export const rowText = (row: Row): string => row.map(({text}) => text).join('');

export const rowWidth = (row: Row): number => row.reduce((cells, {text}) => cells + cellWidth(text), 0);

/** Replaces stray line feeds by spaces. */
export const inOneRow = (row: Row): Row =>
  row.some(({text}) => text.includes('\n')) ? row.map(part => ({...part, text: part.text.replaceAll('\n', ' ')})) : row;

/** The row cut to the cells. */
export const cut = (row: Row, cells: number): Row => {
  if (rowWidth(row) <= cells) return row;
  const kept: Span[] = [];
  let left = cells;
  for (const part of row) {
    const width = cellWidth(part.text);
    if (width > left) {
      const {ascii} = part;
      kept.push({
        ...part,
        text: clipped(part.text, left),
        ...(ascii !== undefined && {ascii: clipped(ascii, left)}),
      });
      break;
    }
    kept.push(part);
    left -= width;
  }
  return kept;
};

/** The row cut or padded with styled spaces to exactly this width. */
export const filled = (row: Row, cells: number, style: Role | Style = {}): Row => {
  const fitting = cut(row, cells);
  const missing = cells - rowWidth(fitting);
  return missing > 0 ? [...fitting, span(' '.repeat(missing), style)] : fitting;
};

/** Aligns one row left and one right; if both don't fit, the right one is cut first. */
export const spread = (left: Row, right: Row, cells: number): Row => {
  const fitting = cut(left, cells);
  const room = cells - rowWidth(fitting) - 1;
  const end = room >= rowWidth(right) ? right : EMPTY_ROW;
  if (end.length === 0) return fitting;
  const gap = cells - rowWidth(fitting) - rowWidth(end);
  return [...fitting, span(' '.repeat(gap)), ...end];
};

/** The row without its first cells. A wide character on the border becomes spaces. */
export const dropped = (row: Row, cells: number): Row => {
  const kept: Span[] = [];
  let left = cells;
  for (const part of row) {
    const width = cellWidth(part.text);
    if (left <= 0) kept.push(part);
    else if (width > left) {
      const gone = shortestOver(part.text, left);
      kept.push({...part, text: ' '.repeat(cellWidth(gone) - left) + part.text.slice(gone.length)});
    }
    left -= width;
  }
  return kept;
};

/** The shortest beginning that is at least this wide. */
const shortestOver = (text: string, cells: number): string => {
  const short = clipped(text, cells);
  return cellWidth(short) === cells ? short : clipped(text, cells + 1);
};

/** The row, and what a click on it means. */
export const hitting = (row: Row, hit: Hit): Row => row.map(part => ({...part, hit}));

/** The target of a click on a cell. Beside the text, the row's last part counts. */
export const hitIn = (row: Row, x: number): Hit | undefined => {
  let left = x;
  for (const part of row) {
    left -= cellWidth(part.text);
    if (left < 0) return part.hit;
  }
  return row.findLast(({hit}) => hit !== undefined)?.hit;
};

/** The selected row: padded to its width, and lit. */
export const litRow = (row: Row, cells: number): Row => filled(row, cells).map(part => ({...part, lit: true as const}));

/** A row behind an overlay: its text alone, dim. */
export const dimmed = (row: Row): Row => row.map(({text, ascii}) => ({text, role: 'dim', ascii}));

/** Exactly this many rows: cut at the end, or padded with empty ones. */
export const exactly = (rows: readonly Row[], height: number): readonly Row[] =>
  rows.length >= height
    ? rows.slice(0, Math.max(0, height))
    : [...rows, ...Array.from({length: height - rows.length}, () => EMPTY_ROW)];

/** A horizontal line with a joint in these cells. */
export const jointed = (cells: number, joints: readonly number[], joint: '┬' | '┴'): Row => [
  span(Array.from({length: Math.max(0, cells)}, (_, cell) => (joints.includes(cell) ? joint : '─')).join(''), 'dim'),
];

/** A horizontal line. */
export const rule = (cells: number): Row => [span('─'.repeat(Math.max(0, cells)), 'dim')];

/** Marks every match of the query, ignoring case; the rest stays unchanged. */
export const withMatches = (row: Row, query: string): Row => {
  const wanted = query.toLowerCase();
  if (wanted === '') return row;
  const text = rowText(row).toLowerCase();
  // A letter whose lower-case form is longer would shift the positions after it.
  if (text.length !== rowText(row).length || !text.includes(wanted)) return row;
  const marked: Span[] = [];
  let from = 0;
  let at = 0;
  let next = text.indexOf(wanted);
  for (const part of row) {
    const end = at + part.text.length;
    from = at;
    while (from < end) {
      while (next !== -1 && next + wanted.length <= from) next = text.indexOf(wanted, next + wanted.length);
      const inside = next !== -1 && next <= from;
      const border = next === -1 ? end : inside ? next + wanted.length : next;
      const to = Math.min(end, border);
      const piece = {...part, text: part.text.slice(from - at, to - at)};
      marked.push(inside ? {...piece, role: 'selected'} : piece);
      from = to;
    }
    at = end;
  }
  return marked;
};

/** The sign that moves once a second, beside what is being waited for. */
export const movingSign = (age: number): Span => {
  const step = Math.max(0, Math.floor(age / 1_000)) % MOVING.length;
  return span(` ${MOVING[step]} `, {role: 'now', ascii: ` ${MOVING_ASCII[step]} `});
};

const MOVING = ['◐', '◓', '◑', '◒'] as const;
const MOVING_ASCII = ['|', '/', '-', '\\'] as const;
