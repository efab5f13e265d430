// Finds the next instant at which a visible text differs. Undefined without such a text.

import {untilChangesAt} from '../../shared/time/format-time.ts';
import {DAY, type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {overlayChangesAt} from '../commands/overlays/overlays.ts';
import {dayChangesAt} from '../format/day-blocks.ts';
import {elapsedChangesAt} from '../format/how-long.ts';
import {flashEndsAt} from '../layout/lists/row-line.ts';
import {asideCells, hasDay} from '../layout/panes/aside.ts';
import {regionsOf} from '../layout/regions.ts';
import type {ListRow} from '../lists/list-row.ts';
import {listRows} from '../lists/list-rows.ts';
import {ringsOf} from '../lists/rings.ts';
import {withView} from '../nouns/nouns.ts';
import type {AppState} from '../state/app-state.ts';
import {HOMES, placeIn} from '../state/list-state.ts';
import {runningTurn, upcoming} from '../state/selectors.ts';

/** By this machine's clock. */
export const nextChangeAt = (state: AppState, now: EpochMs): EpochMs | undefined => {
  const {ui} = state;
  const ahead = ui.clockOffsetMs;
  const byDaemon = (at: EpochMs | undefined): EpochMs | undefined => (at === undefined ? undefined : at - ahead);
  const turn = runningTurn(state);
  const candidates = [
    ...ui.toasts.map(({until}) => until),
    ...state.gateway.approvals.slice(0, 1).map(({deadlineAt}) => byDaemon(untilChangesAt(deadlineAt, now + ahead))),
    ...ringsOf(state).map(({rangAt}) => byDaemon(rangAt + DAY)),
    ...countdowns(state).map(at => byDaemon(untilChangesAt(at, now + ahead))),
    ...listChanges(state, now + ahead).map(byDaemon),
    byDaemon(asideChangesAt(state, now + ahead)),
    turn === undefined ? undefined : byDaemon(elapsedChangesAt(turn.startedAt, now + ahead)),
    ui.connection.kind === 'lost' && ui.connection.retryAt !== undefined && ui.connection.retryAt > now
      ? ui.connection.retryAt - (Math.ceil((ui.connection.retryAt - now) / 1_000) - 1) * 1_000
      : undefined,
    overlayChangesAt(state, now),
  ].filter(at => at !== undefined);
  return candidates.length === 0 ? undefined : Math.min(...candidates);
};

/** The instants of all visible countdowns. */
const countdowns = (state: AppState): readonly EpochMs[] => {
  const {overlay, size, connection} = state.ui;
  const all = upcoming(state).map(({at}) => at);
  const inHeader = connection.kind === 'live' ? all.slice(0, 1) : [];
  const beside = size.columns >= 120 ? all.slice(0, size.rows) : [];
  const listed = overlay.kind === 'status' ? all.slice(0, size.rows) : [];
  return [...inHeader, ...beside, ...listed];
};

/** When the mark for now moves in the drawing of the day. */
const asideChangesAt = ({ui: {size}}: AppState, now: EpochMs): EpochMs | undefined => {
  const {aside, body} = regionsOf(size, 1);
  return hasDay(aside, body) ? dayChangesAt(now, asideCells(aside)) : undefined;
};

/** When the visible rows of a list change with time. */
const listChanges = (state: AppState, now: EpochMs): readonly (EpochMs | undefined)[] => {
  const {view, lists, size, overlay} = state.ui;
  if (view === 'chat' || (overlay.kind !== 'none' && overlay.kind !== 'confirm')) return [];
  const rows = listRows(state, view);
  const {top} = placeIn(lists[view], rows, size.rows, HOMES[view]);
  return rows
    .slice(Math.max(0, top - size.rows), top + 2 * size.rows)
    .flatMap(row => rowChanges(row, now, state.ui.motion));
};

const rowChanges = (row: ListRow, now: EpochMs, flashes: boolean): readonly (EpochMs | undefined)[] => {
  if (row.kind === 'now') return [(Math.floor(now / MINUTE) + 1) * MINUTE];
  if (row.kind !== 'noun') return [];
  return [flashes ? flashEndsAt(row, now) : undefined, ...withView(row.noun, (view, item) => view.changes(item, now))];
};
