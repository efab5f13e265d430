// An overlay takes the place of the transcript: its title in a line, its rows below, exactly as high as the body.
import {EMPTY_ROW, exactly, type Row, rowWidth, span} from '../text/row.ts';

export const framed = (title: string, rows: readonly Row[], cells: number, height: number): readonly Row[] => {
  const head: Row = [span(' ── ', 'dim'), span(title, {bold: true}), span(' ', 'dim')];
  const line: Row = [...head, span('─'.repeat(Math.max(0, cells - rowWidth(head))), 'dim')];
  return exactly(height > 4 ? [line, EMPTY_ROW, ...rows] : [line, ...rows], height);
};

/** How many rows an overlay has for its content. */
export const frameRoom = (height: number): number => Math.max(0, height - (height > 4 ? 2 : 1));

/** The rows from `top` on, as far as there is something to scroll to. */
export const scrolledTo = (rows: readonly Row[], top: number, room: number): readonly Row[] =>
  rows.slice(clampTop(rows.length, top, room));

export const clampTop = (count: number, top: number, room: number): number => Math.max(0, Math.min(top, count - room));
