// An overlay replaces the transcript: a title row and its content, exactly as high as the body.
import {EMPTY_ROW, exactly, type Row, rowWidth, span} from '../text/row.ts';
import {shortenedMiddle} from '../text/width.ts';

/** `place`: the position in the content, shown in full even if the title is cut. */
export const framed = (
  title: string,
  rows: readonly Row[],
  cells: number,
  height: number,
  place = '',
): readonly Row[] => {
  const position = place === '' ? '' : `, ${place}`;
  const room = Math.max(4, cells - position.length - 6);
  const head: Row = [
    span(' ── ', 'dim'),
    span(shortenedMiddle(title, room) + position, {bold: true}),
    span(' ', 'dim'),
  ];
  const line: Row = [...head, span('─'.repeat(Math.max(0, cells - rowWidth(head))), 'dim')];
  return exactly(height > 4 ? [line, EMPTY_ROW, ...rows] : [line, ...rows], height);
};

/** The position of a row; shorter on a narrow screen. */
export const formatPlace = (row: number, of: number, cells: number): string =>
  cells < 60 ? `${row}/${of}` : `${row} of ${of} rows`;

/** How many rows an overlay has for its content. */
export const frameRoom = (height: number): number => Math.max(0, height - (height > 4 ? 2 : 1));

/** The rows from `top` on, limited to the scrollable range. */
export const scrolledTo = (rows: readonly Row[], top: number, room: number): readonly Row[] =>
  rows.slice(clampTop(rows.length, top, room));

export const clampTop = (count: number, top: number, room: number): number => Math.max(0, Math.min(top, count - room));
