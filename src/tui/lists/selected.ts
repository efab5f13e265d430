// The selection of the shown view.
import type {ItemRef} from '../nouns/item-ref.ts';
import type {AppState} from '../state/app-state.ts';
import {HOMES, placeIn} from '../state/list-state.ts';
import type {ListRow} from './list-row.ts';
import {listRows, refOf} from './list-rows.ts';

/** The selected row of the shown list; undefined in the chat and in an empty list. */
export const selectedRow = (state: AppState): ListRow | undefined => {
  const {view, lists} = state.ui;
  if (view === 'chat') return undefined;
  const rows = listRows(state, view);
  return rows[placeIn(lists[view], rows, rows.length, HOMES[view]).index];
};

/** The item for actions: the selected row's. */
export const selectedItem = (state: AppState): ItemRef | undefined => {
  const row = selectedRow(state);
  return row === undefined ? undefined : refOf(row);
};
