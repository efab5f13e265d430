// Places an overlay over the screen, which is dimmed.
import type {DrawnOverlay} from '../commands/overlays/kinds/overlay-record.ts';
import type {DraftMenu} from '../input/draft-menu.ts';
import {framed, frameRoom, isBoxed, overScreen} from '../layout/overlays/frame.ts';
import {menuLength, menuRows} from '../layout/overlays/menu.ts';
import type {Regions} from '../layout/regions.ts';
import {dimmed, exactly, type Row, rowWidth} from '../text/row.ts';

type Pane = Pick<Regions, 'main' | 'body'>;
type Spot = {readonly left: number; readonly top: number};

/** In the middle of the main pane; small overlays stand somewhat above it. */
export const spotOf = ({rows, at, isWhole}: DrawnOverlay, {main, body}: Pane): Spot => {
  if (isWhole) return {left: 0, top: 0};
  const width = Math.max(0, ...rows.map(rowWidth));
  return {
    left: Math.max(0, Math.floor((main - 1 - width) / 2)),
    top: at === 'top' ? 0 : Math.max(0, at === 'bottom' ? body - rows.length : Math.floor((body - rows.length) / 3)),
  };
};

/** The main pane's rows, under the overlay. */
export const covered = (
  rows: readonly Row[],
  overlay: DrawnOverlay | undefined,
  spot: Spot | undefined,
  {main, body}: Pane,
): readonly Row[] => {
  if (overlay === undefined || spot === undefined) return exactly(rows, body);
  if (overlay.isWhole) return exactly(overlay.rows, body);
  return overScreen(exactly(rows, body), overlay.rows, {...spot, columns: main});
};

/** The conversation's rows, with the menu of the draft over their end. */
export const withDraftMenu = (
  rows: readonly Row[],
  menu: DraftMenu | undefined,
  {main, body}: Pane,
): readonly Row[] => {
  if (menu === undefined || body < LEAST_BODY) return rows;
  const shown = draftMenuRows(menu, main - 1, body);
  return overScreen(exactly(rows, body), shown, {left: 0, top: body - shown.length, columns: main, bright: true});
};

const LEAST_BODY = 2;

/** Rows beside an overlay. */
export const behind = (rows: readonly Row[], isCovered: boolean): readonly Row[] =>
  isCovered ? rows.map(dimmed) : rows;

/** The menu above the composer: at most `height` rows, as wide as `columns` with its border. */
const draftMenuRows = ({title, choices, index}: DraftMenu, columns: number, height: number): readonly Row[] => {
  const room = Math.min(height, MOST_ROWS);
  const cells = isBoxed(room) ? columns - 2 : columns;
  const rows = menuRows({entries: choices, index}, cells, Math.min(menuLength(choices), frameRoom(room)));
  const place = choices.length > rows.length ? `${index + 1} of ${choices.length}` : '';
  return framed(title, rows, cells, room, {fits: true, place});
};

const MOST_ROWS = 14;
