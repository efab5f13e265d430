// An overlay's rows in its frame, for a frame of so many cells.
import {
  type DrawnOverlay,
  drawOverlay,
  type Room,
  type Shown,
} from '../../src/tui/commands/overlays/kinds/overlay-record.ts';
import {frameRoom} from '../../src/tui/layout/overlays/frame.ts';

export const drawnIn = (cells: number, height: number, shows: (room: Room) => Shown): DrawnOverlay => {
  const room = {columns: cells + 1, cells, height, rows: frameRoom(height)};
  return drawOverlay(shows(room), room);
};
