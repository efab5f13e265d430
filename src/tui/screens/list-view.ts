// The shown list: the models of its pane and of the lines below it, and its movement.
import {detailRows} from '../layout/lists/detail-rows.ts';
import {listPaneRows, listRoom} from '../layout/lists/list-pane.ts';
import type {Regions} from '../layout/regions.ts';
import {type Row, span} from '../layout/text/row.ts';
import {cellWidth, drawnLine} from '../layout/text/width.ts';
import {listRows} from '../lists/list-rows.ts';
import {selectedRow} from '../lists/selected.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {HOMES, type ListState, placeIn} from '../state/list-state.ts';
import {daemonNow} from '../state/selectors.ts';

export const listPane = (state: AppState, name: ListName, {main, body, shape}: Regions): readonly Row[] => {
  const list = state.ui.lists[name];
  const rows = listRows(state, name);
  const place = placeIn(list, rows, listRoom(body), HOMES[name]);
  const view = {
    cells: main - 1,
    now: daemonNow(state),
    narrow: shape === 'narrow',
    list: name,
    names: knownNames(state),
  };
  return listPaneRows({name, rows, place, narrowed: formatNarrowed(list), view}, body);
};

type ListFoot = {
  /** In place of the composer. */
  readonly input: Row;
  /** In place of the target line. */
  readonly below: Row;
  readonly cursor?: {readonly x: number};
};

/** The lines below a list: the selected row in full, or the filter while it is being typed. */
export const listFoot = (state: AppState, name: ListName, columns: number): ListFoot => {
  const [words, facts] = detailRows(selectedRow(state), {now: daemonNow(state), names: knownNames(state)}, columns);
  if (!state.ui.filtering) return {input: words, below: facts};
  const {filter} = state.ui.lists[name];
  return {
    input: [span(' / ', 'accent'), span(filter)],
    below: words,
    cursor: {x: Math.min(columns - 1, 3 + cellWidth(filter))},
  };
};

/** The active filter: `only cron, with "tea"`; empty without one. */
export const formatNarrowed = ({kind, filter}: ListState): string =>
  [kind === 'all' ? '' : `only ${kind}`, filter === '' ? '' : `with "${drawnLine(filter)}"`].filter(Boolean).join(', ');
