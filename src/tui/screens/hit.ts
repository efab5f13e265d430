// Finds the target of a click on a cell of a frame.
import {type Hit, hitIn} from '../layout/text/row.ts';
import type {ChatFrame} from './chat-view.ts';

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
