// The shown list: the models of its pane and of the lines below it, and its movement.
import {keyForIn} from '../input/custom-keys.ts';
import {dayHeight, dayRows} from '../layout/day/day-rows.ts';
import {detailRows} from '../layout/lists/detail-rows.ts';
import {listPaneRows, listRoom} from '../layout/lists/list-pane.ts';
import type {Regions} from '../layout/regions.ts';
import {dayPoints} from '../lists/day-points.ts';
import type {ListRow} from '../lists/list-row.ts';
import {listRows} from '../lists/list-rows.ts';
import {selectedRow} from '../lists/selected.ts';
import {shownDay} from '../lists/shown-day.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {HOMES, type ListState, placeIn} from '../state/list-state.ts';
import {daemonNow} from '../state/selectors.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {cellWidth, drawnLine} from '../text/width.ts';

/** Number of list rows that fit on the screen. */
export const listHeight = ({ui}: AppState, name: ListName, {main, body}: Regions): number =>
  listRoom(body) - dayHeight(name, main - 1, body, ui.week);

export const listPane = (state: AppState, name: ListName, regions: Regions): readonly Row[] => {
  const {main, body, shape} = regions;
  const list = state.ui.lists[name];
  const rows = listRows(state, name);
  const place = placeIn(list, rows, listHeight(state, name, regions), HOMES[name]);
  const view = {
    cells: main - 1,
    now: daemonNow(state),
    flashes: state.ui.motion,
    narrow: shape === 'narrow',
    list: name,
    names: knownNames(state),
  };
  const above = drawnDay(state, name, rows, place.index, regions);
  return listPaneRows(
    {name, rows, place, above, narrowed: formatNarrowed(list), only: list.kind, view, keyFor: keyForIn(state)},
    body,
  );
};

const drawnDay = (
  state: AppState,
  name: ListName,
  rows: readonly ListRow[],
  index: number,
  {main, body}: Regions,
): readonly Row[] => {
  const {week} = state.ui;
  const height = dayHeight(name, main - 1, body, week);
  if (height === 0) return [];
  const now = daemonNow(state);
  return dayRows({points: dayPoints(state), shown: shownDay(rows, index, now), now, week}, main - 1, height);
};

type ListFoot = {
  /** In place of the composer. */
  readonly input: readonly Row[];
  /** In place of the target line. */
  readonly below: Row;
  readonly cursor?: {readonly x: number};
};

/** The lines below a list: the selected row in full, or the filter while it is being typed. */
export const listFoot = (state: AppState, name: ListName, {columns, composer}: Regions): ListFoot => {
  const by = {now: daemonNow(state), names: knownNames(state)};
  const rows = detailRows(selectedRow(state), by, columns, composer + 1);
  if (!state.ui.filtering) return {input: rows.slice(0, -1), below: rows.at(-1) ?? EMPTY_ROW};
  const {filter} = state.ui.lists[name];
  const [words = EMPTY_ROW, ...facts] = rows;
  return {
    input: [[span(' / ', 'accent'), span(filter)], ...facts.slice(0, composer - 1)],
    below: words,
    cursor: {x: Math.min(columns - 1, 3 + cellWidth(filter))},
  };
};

/** The active filter: `only cron, with "tea"`; empty without one. */
export const formatNarrowed = ({kind, filter}: ListState): string =>
  [kind === 'all' ? '' : `only ${kind}`, filter === '' ? '' : `with "${drawnLine(filter)}"`].filter(Boolean).join(', ');
