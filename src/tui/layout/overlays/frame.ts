// The frame of an overlay: a box with a title over the dimmed screen; on a small screen a title row without a box.
import {cut, dimmed, dropped, EMPTY_ROW, exactly, filled, type Role, type Row, rowWidth, span} from '../../text/row.ts';
import {shortenedMiddle} from '../../text/width.ts';

type FrameOptions = {
  /** The position in the content, shown in full even if the title is cut. */
  readonly place?: string;
  /** The title's role; red for what can't be undone. */
  readonly role?: Role;
  /** As high as its rows, instead of the whole height. */
  readonly fits?: true;
};

/** `cells`: the width of the rows; a box adds one column on each side. At most `height` rows. */
export const framed = (
  title: string,
  rows: readonly Row[],
  cells: number,
  height: number,
  {place = '', role, fits}: FrameOptions = {},
): readonly Row[] => {
  const position = place === '' ? '' : `, ${place}`;
  const room = Math.max(4, cells - position.length - 6);
  const words = span(shortenedMiddle(title, room) + position, {bold: true, role});
  const shown = exactly(rows, fits ? Math.min(rows.length, frameRoom(height)) : frameRoom(height));
  if (!isBoxed(height)) {
    const head: Row = [span(' ── ', 'dim'), words, span(' ', 'dim')];
    return [[...head, line(cells - rowWidth(head))], ...shown.map(row => cut(row, cells))].slice(0, height);
  }
  const head: Row = [span('╭── ', 'dim'), words, span(' ', 'dim')];
  const side = span('│', 'dim');
  return [
    [...head, line(cells + 1 - rowWidth(head)), span('╮', 'dim')],
    ...shown.map(row => [side, ...filled(row, cells), side]),
    [span('╰', 'dim'), line(cells), span('╯', 'dim')],
  ];
};

/** True if there is room for a box. */
export const isBoxed = (height: number): boolean => height >= LEAST_BOX;

/** The content's width in an overlay of so many columns: a box leaves a margin, where the screen behind it shows. */
export const frameCells = (columns: number, height: number): number => {
  if (!isBoxed(height)) return Math.max(1, columns - 1);
  const margin = columns >= ROOMY ? 2 : 0;
  return Math.max(1, Math.min(MOST_CELLS, columns - 3 - 2 * margin));
};

/** The position of a row; shorter on a narrow screen. */
export const formatPosition = (row: number, of: number, cells: number): string =>
  cells < 60 ? `${row}/${of}` : `${row} of ${of} rows`;

/** Number of rows for an overlay's content. */
export const frameRoom = (height: number): number => Math.max(0, height - (isBoxed(height) ? 2 : 1));

export const clampTop = (count: number, top: number, room: number): number => Math.max(0, Math.min(top, count - room));

type Spot = {
  readonly left: number;
  readonly top: number;
  /** The width of the screen. */
  readonly columns: number;
  /** The screen behind keeps its colours. */
  readonly bright?: boolean;
};

/**
 * Rows in the middle of a screen, over its dimmed rows. Beside them, a few cells are left empty: nobody can read the
 * rest of a line.
 */
export const overScreen = (
  screen: readonly Row[],
  rows: readonly Row[],
  {left, top, columns, bright = false}: Spot,
): readonly Row[] => {
  const width = Math.max(0, ...rows.map(rowWidth));
  const right = left + width;
  return screen.map((behind, index) => {
    const row = rows[index - top];
    const dim = bright ? behind : dimmed(behind);
    if (row === undefined) return dim;
    const before = left < LEAST_BESIDE ? EMPTY_ROW : dim;
    const after = columns - right < LEAST_BESIDE ? EMPTY_ROW : dropped(dim, right);
    return cut([...filled(before, left), ...filled(row, width), ...after], columns);
  });
};

const line = (cells: number) => span('─'.repeat(Math.max(0, cells)), 'dim');

const LEAST_BESIDE = 12;
const LEAST_BOX = 7;
const ROOMY = 70;
const MOST_CELLS = 90;
