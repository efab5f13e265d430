// Finds the target of a click on a cell of a frame.
import type {Regions} from '../layout/regions.ts';
import {type Hit, hitIn, type Row} from '../text/row.ts';
export const hitInFrame = ({head, panes, foot}: ChatFrame, x: number, y: number): Hit | undefined => {
  const height = panes[0]?.rows.length ?? 0;
  const across = y < head.length ? head[y] : foot[y - head.length - height];
  if (y < head.length || y >= head.length + height) return across && hitIn(across, x);
  let left = x;
  for (const {rows, width} of panes) {
    const row = rows[y - head.length];
    if (left < width) return row && hitIn(row, left);
    left -= width;
  }
  return undefined;
};

export type ChatFrame = {
  readonly shape: Regions['shape'];
  /** Full-width lines above and below the panes. */
  readonly head: readonly Row[];
  readonly foot: readonly Row[];
  /** Side by side, with borders between; all have the same height. */
  readonly panes: readonly Pane[];
  /** The columns of the borders. */
  readonly edges: readonly number[];
  /** The terminal cursor's position; undefined hides it. */
  readonly cursor: {readonly x: number; readonly y: number} | undefined;
};

export type Pane = {readonly rows: readonly Row[]; readonly width: number};
