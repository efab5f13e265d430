// The conversation on the screen: opening one, a run's as a child view, and the way back. Pure.
import type {SessionKey} from '../../shared/records/session-key.ts';
import {left} from '../editor/input-history.ts';
import type {Child, UiState} from '../state/ui-state.ts';

export const openedSession = (ui: UiState, session: SessionKey): UiState => {
  if (ui.session === session) return {...ui, view: 'chat', overlay: {kind: 'none'}, scroll: {kind: 'follow'}};
  return {
    ...ui,
    divider: undefined,
    fetching: undefined,
    browse: undefined,
    search: undefined,
    child: undefined,
    session,
    view: 'chat',
    filtering: false,
    dividerKnown: false,
    scroll: {kind: 'follow'},
    overlay: {kind: 'none'},
    armed: 'nothing',
    history: left(ui.history),
  };
};

/** Keeps the place that the person leaves. */
export const openedChild = (ui: UiState, {session, name}: Pick<Child, 'session' | 'name'>): UiState => {
  const {view, scroll, overlay, dividerKnown} = ui;
  const optional = {session: ui.session, browse: ui.browse, search: ui.search, divider: ui.divider, child: ui.child};
  const from = {view, scroll, overlay, dividerKnown, ...optional};
  return {...openedSession(ui, session), browse: undefined, search: undefined, child: {session, name, from}};
};

/** Restores the place from which the child view was opened. */
export const leftChild = (ui: UiState): UiState => {
  if (ui.child === undefined) return ui;
  const rest = {
    ...ui,
    session: undefined,
    divider: undefined,
    fetching: undefined,
    browse: undefined,
    search: undefined,
    child: undefined,
  };
  return {...rest, ...ui.child.from, armed: 'nothing', history: left(ui.history)};
};
