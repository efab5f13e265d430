// The open overlay as rows of the main pane.
import {assertNever} from '../../shared/text/gateway-error.ts';
import {recalledBy} from '../editor/input-history.ts';
import {chatRows} from '../input/chats.ts';
import {find} from '../input/find.ts';
import {helpEntries, whyNotHere} from '../input/help-entries.ts';
import {actionsRows} from '../layout/overlays/actions.ts';
import {chatsRows} from '../layout/overlays/chats.ts';
import {confirmRows} from '../layout/overlays/confirm.ts';
import {FIND_CURSOR, findRows} from '../layout/overlays/find.ts';
import {formatPosition, frameCells, framed, frameRoom, isBoxed, scrolledTo} from '../layout/overlays/frame.ts';
import {helpRows} from '../layout/overlays/help.ts';
import {injectView} from '../layout/overlays/inject.ts';
import {keysRows} from '../layout/overlays/keys.ts';
import {type Reader, readerRows} from '../layout/overlays/reader.ts';
import {recallRows} from '../layout/overlays/recall.ts';
import {setupView} from '../layout/overlays/setup.ts';
import {signalRows} from '../layout/overlays/signal.ts';
import {statusRows} from '../layout/overlays/status.ts';
import {whyRows} from '../layout/overlays/why.ts';
import {takesAnswer} from '../state/answering.ts';
import type {AppState} from '../state/app-state.ts';
import {INJECT_DRAFT} from '../state/inject-form.ts';
import {knownNames} from '../state/known-names.ts';
import {archivedSessions, daemonNow, editorIn, sessionList} from '../state/selectors.ts';
import type {Row} from '../text/row.ts';
import {cellWidth} from '../text/width.ts';
import {busySessions} from './pane-models.ts';

export type OverlayView = {
  readonly rows: readonly Row[];
  /** The cursor's position, from the top left of the rows. */
  readonly cursor?: {readonly x: number; readonly y: number};
  /** It stands at the bottom, so that what it asks about stays visible. */
  readonly low?: true;
  /** It stands at the top: its rows become fewer as one types, and its line must not move. */
  readonly high?: true;
  /** It takes the whole pane: nothing is seen behind it. */
  readonly whole?: true;
};

export const overlayView = (
  state: AppState,
  columns: number,
  height: number,
  reader: Reader,
): OverlayView | undefined => {
  const {overlay, session, connection, status} = state.ui;
  const cells = frameCells(columns, height);
  // A box has a border at its left.
  const inset = isBoxed(height) ? 1 : 0;
  /** The last row inside. */
  const bottom = (rows: readonly Row[]): number => rows.length - (isBoxed(height) ? 2 : 1);
  const at = (x: number, y: number) => ({x: inset + Math.min(x, cells - 1), y});
  const now = daemonNow(state);
  switch (overlay.kind) {
    case 'none':
    case 'ask':
      return undefined;
    case 'help': {
      const {query, index} = overlay;
      const entries = helpEntries(state, query);
      const chosen = entries[index];
      const model = {query, index, entries, refusal: chosen && whyNotHere(state)(chosen)};
      const {x, y} = FIND_CURSOR;
      return {rows: helpRows(model, cells, height), high: true, cursor: at(x + cellWidth(query), y)};
    }
    case 'status': {
      const rows = statusRows({connection, daemonNow: now, status}, cells);
      return {rows: paged('status', rows, overlay.top, cells, height)};
    }
    case 'find': {
      const {query, index} = overlay;
      const archived = new Set(archivedSessions(state).map(({key}) => key));
      const found = find(state, query);
      const model = {query, index, found, open: session, busy: busySessions(state), archived, daemonNow: now};
      const {x, y} = FIND_CURSOR;
      return {rows: findRows(model, cells, height), high: true, cursor: at(x + cellWidth(query), y)};
    }
    case 'chats': {
      const {query, archived} = overlay;
      const model = {
        ...overlay,
        rows: chatRows(state, query, archived),
        open: session,
        busy: busySessions(state),
        daemonNow: now,
      };
      const {x, y} = FIND_CURSOR;
      return {rows: chatsRows(model, cells, height), high: true, cursor: at(x + cellWidth(query), y)};
    }
    case 'reader': {
      const rows = reader.rowsOf(overlay.document, cells, state.ui.highlight);
      const shown = readerRows(rows, overlay, cells, height);
      return {rows: shown, cursor: overlay.typing ? at(2 + cellWidth(overlay.query), bottom(shown)) : undefined};
    }
    case 'recall': {
      const found = recalledBy(state.ui.history, overlay.query);
      const rows = recallRows({...overlay, found}, cells, height);
      return {rows, low: true, cursor: at(3 + cellWidth(overlay.query), bottom(rows))};
    }
    case 'inject': {
      const {form} = overlay;
      const {draft} = editorIn(state.ui, INJECT_DRAFT);
      const session = state.gateway.sessions.get(form.session);
      const model = {form, draft, session, sessions: sessionList(state).length, names: knownNames(state)};
      const {rows, cursor} = injectView(model, cells, height);
      return {rows, cursor: cursor === undefined ? undefined : at(cursor.x, cursor.y)};
    }
    case 'why':
      return {rows: whyRows({...overlay, daemonNow: now}, cells, height)};
    case 'signal': {
      const {look, background} = state.ui;
      const isLight = look.theme === 'light' || (look.theme !== 'dark' && background === 'light');
      const live = state.gateway.channels.find(({channel}) => channel === 'signal');
      const model = {...overlay, live, daemonNow: now, isLight};
      // A QR code needs the whole pane.
      if (overlay.linking?.kind === 'shown') return {rows: signalRows(model, columns - 1, height), whole: true};
      return {rows: signalRows(model, cells, height)};
    }
    case 'setup': {
      const {rows, cursor} = setupView(overlay, state.ui.now, cells, height);
      const low = overlay.step.at === 'what' && overlay.step.first;
      return {rows, low: low || undefined, cursor: cursor ? at(cursor.x, cursor.y) : undefined};
    }
    case 'keys':
      return {rows: keysRows(overlay.arrived, cells, height)};
    case 'actions':
      return {rows: actionsRows(overlay, cells, height)};
    case 'confirm':
      return {rows: confirmRows(overlay, takesAnswer(overlay, state.ui.now), cells, height)};
    default:
      return assertNever(overlay);
  }
};

/** The number of scrollable rows of an overlay. */
export const overlayLength = (state: AppState, columns: number, height: number, reader: Reader): number => {
  const cells = frameCells(columns, height);
  switch (state.ui.overlay.kind) {
    case 'reader':
      // The last row is reserved for the search.
      return reader.rowsOf(state.ui.overlay.document, cells, state.ui.highlight).length + 1;
    case 'status': {
      const {connection, status} = state.ui;
      return statusRows({connection, daemonNow: 0, status}, cells).length;
    }
    default:
      return 0;
  }
};

const paged = (title: string, rows: readonly Row[], top: number, cells: number, height: number): readonly Row[] => {
  const room = frameRoom(height);
  const place = rows.length > room ? formatPosition(Math.min(rows.length, top + room), rows.length, cells) : '';
  return framed(title, scrolledTo(rows, top, room), cells, height, {place, fits: true});
};
