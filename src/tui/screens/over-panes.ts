// Where an overlay stands, and the screen behind it, dimmed.
import {overScreen} from '../layout/overlays/frame.ts';
import type {Regions} from '../layout/regions.ts';
import {dimmed, exactly, type Row, rowWidth} from '../layout/text/row.ts';
import type {OverlayView} from './overlay-view.ts';

type Spot = {readonly left: number; readonly top: number};

/** In the middle of the main pane; small overlays stand somewhat above it. */
export const spotOf = ({rows, whole}: OverlayView, {main, body}: Pick<Regions, 'main' | 'body'>): Spot => {
  if (whole) return {left: 0, top: 0};
  const width = Math.max(0, ...rows.map(rowWidth));
  return {
    left: Math.max(0, Math.floor((main - 1 - width) / 2)),
    top: Math.max(0, Math.floor((body - rows.length) / 3)),
  };
};

/** The main pane's rows, under the overlay. */
export const covered = (
  rows: readonly Row[],
  overlay: OverlayView | undefined,
  spot: Spot | undefined,
  {main, body}: Pick<Regions, 'main' | 'body'>,
): readonly Row[] => {
  if (overlay === undefined || spot === undefined) return exactly(rows, body);
  if (overlay.whole) return exactly(overlay.rows, body);
  return overScreen(exactly(rows, body), overlay.rows, {...spot, columns: main});
};

/** Rows beside an overlay. */
export const behind = (rows: readonly Row[], isCovered: boolean): readonly Row[] =>
  isCovered ? rows.map(dimmed) : rows;
