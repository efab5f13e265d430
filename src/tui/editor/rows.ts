// The draft as rows of a width, with the cursor's position. Words stay whole where possible. Every typed character is
// visible, even an unprintable one.
import {cellWidth, drawn, shortened} from '../text/width.ts';
import {borders, CHIP, type Chip, type Draft, formatChip} from './draft.ts';

type DraftRow = {
  readonly glyphs: readonly Glyph[];
  /** The offset in the draft nearest to a column of this row. */
  readonly offsetAt: (column: number) => number;
};

export type Glyph = {
  readonly offset: number;
  readonly text: string;
  readonly width: number;
  readonly kind: 'text' | 'space' | 'chip';
};

type DraftRows = {
  readonly rows: readonly DraftRow[];
  readonly cursor: {readonly row: number; readonly column: number};
};

/** At least one row. No row is wider than `cells`, except for trailing spaces. */
export const rowsOfDraft = (draft: Draft, cells: number): DraftRows => {
  const rows = lines(draft, Math.max(2, cells)).flatMap(line => wrapLine(line, Math.max(2, cells)));
  const row = Math.max(
    0,
    rows.findLastIndex(({start}) => start <= draft.cursor),
  );
  const glyphs = rows[row]?.glyphs ?? [];
  const column = widthOf(glyphs.filter(({offset}) => offset < draft.cursor));
  return {
    rows: rows.map(({glyphs, end, soft}) => ({glyphs, offsetAt: column => offsetAt(glyphs, column, end, soft)})),
    cursor: {row, column: Math.min(column, Math.max(2, cells))},
  };
};

type Line = {readonly glyphs: readonly Glyph[]; readonly start: number; readonly end: number};
type WrappedLine = Line & {readonly soft: boolean};

const lines = (draft: Draft, cells: number): readonly Line[] => {
  const result: {glyphs: Glyph[]; start: number; end: number}[] = [{glyphs: [], start: 0, end: 0}];
  const offsets = borders(draft.text);
  let chip = 0;
  offsets.slice(0, -1).forEach((offset, index) => {
    const next = offsets[index + 1] ?? draft.text.length;
    const grapheme = draft.text.slice(offset, next);
    const line = result.at(-1);
    if (line === undefined) return;
    line.end = offset;
    if (grapheme === '\n') {
      result.push({glyphs: [], start: next, end: next});
      return;
    }
    line.end = next;
    const content = grapheme.startsWith(CHIP) ? draft.chips[chip++] : undefined;
    line.glyphs.push(glyph(grapheme, offset, content, cells));
  });
  return result;
};

const glyph = (grapheme: string, offset: number, chip: Chip | undefined, cells: number): Glyph => {
  if (chip !== undefined) {
    const text = shortened(`[${formatChip(chip)}]`, cells);
    return {offset, text, width: cellWidth(text), kind: 'chip'};
  }
  if (grapheme === ' ') return {offset, text: ' ', width: 1, kind: 'space'};
  const text = pictured(grapheme);
  return {offset, text, width: cellWidth(text), kind: 'text'};
};

/** A tab as an arrow, a control character as its symbol, anything else in drawn form. */
const pictured = (grapheme: string): string => {
  if (grapheme === '\t') return '→   ';
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  const text = drawn(grapheme);
  return text === '' || cellWidth(text) === 0 ? '·' : text;
};

const wrapLine = (line: Line, cells: number): readonly WrappedLine[] => {
  const result: WrappedLine[] = [];
  let glyphs: Glyph[] = [];
  let width = 0;
  const breakAt = (count: number, next: number) => {
    const rest = glyphs.slice(count);
    const start = glyphs[0]?.offset ?? line.start;
    result.push({glyphs: glyphs.slice(0, count), start, end: rest[0]?.offset ?? next, soft: true});
    glyphs = rest;
    width = widthOf(rest);
  };
  for (const glyph of line.glyphs) {
    // A space may exceed the edge: it is invisible, and the next word starts a new row.
    if (width + glyph.width > cells && glyph.kind !== 'space' && glyphs.length > 0) {
      const space = glyphs.findLastIndex(({kind}) => kind === 'space');
      breakAt(space === -1 ? glyphs.length : space + 1, glyph.offset);
    }
    glyphs.push(glyph);
    width += glyph.width;
  }
  result.push({glyphs, start: glyphs[0]?.offset ?? line.end, end: line.end, soft: false});
  return result;
};

/** The end of a wrapped row belongs to the next row, so the cursor stays before the last glyph. */
const offsetAt = (glyphs: readonly Glyph[], column: number, end: number, soft: boolean): number => {
  let width = 0;
  for (const glyph of glyphs) {
    if (width + glyph.width > column) return glyph.offset;
    width += glyph.width;
  }
  return soft ? (glyphs.at(-1)?.offset ?? end) : end;
};

const widthOf = (glyphs: readonly Glyph[]): number => glyphs.reduce((sum, {width}) => sum + width, 0);
