// The chat view: the state as screen lines. Equal states and sizes give equal lines; caches only save work.

import type {ApprovalId} from '../../shared/records/ids.ts';
import {overlayRows} from '../commands/overlays/overlays.ts';
import type {Item} from '../conversation/item.ts';
import {contextsOf} from '../input/contexts.ts';
import {keymapOf} from '../input/custom-keys.ts';
import {draftMenu} from '../input/draft-menu.ts';
import {approvalRows} from '../layout/panes/approval-rows.ts';
import {asideRows} from '../layout/panes/aside.ts';
import {askRows} from '../layout/panes/ask-row.ts';
import {composerRows} from '../layout/panes/composer.ts';
import {headerRow} from '../layout/panes/header.ts';
import {hintRow} from '../layout/panes/hints.ts';
import {noticeRow} from '../layout/panes/notice.ts';
import {ringRows} from '../layout/panes/ring-rows.ts';
import {sessionListRows} from '../layout/panes/session-list.ts';
import {targetRow} from '../layout/panes/target.ts';
import {jointsOf, type Regions} from '../layout/regions.ts';
import {regionsFor} from '../layout/regions-for.ts';
import {
  isNear,
  itemOnRow,
  type Lines,
  lastOnScreen,
  pinned,
  revealed,
  scrolled,
  type Viewport,
} from '../layout/transcript/viewport.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import type {Asking} from '../state/ask.ts';
import type {Overlay} from '../state/overlay.ts';
import {openAgent, openChild, openEditor} from '../state/selectors.ts';
import type {Scroll} from '../state/ui-state.ts';
import {cut, EMPTY_ROW, exactly, type Hit, inOneRow, jointed, type Row, span, spread} from '../text/row.ts';
import {cellWidth, shortened} from '../text/width.ts';
import {type ChatFrame, hitInFrame, type Pane} from './hit.ts';
import {createLineGuard} from './line-guard.ts';
import {listFoot, listHeight, listPane} from './list-view.ts';
import {behind, covered, spotOf, withDraftMenu} from './over-panes.ts';
import {
  approvalModel,
  asideModel,
  headerModel,
  noticeModel,
  ringModel,
  sessionListModel,
  targetModel,
} from './pane-models.ts';
import {createTranscriptView} from './transcript-view.ts';
export type ChatView = {
  readonly frame: (state: AppState) => ChatFrame;
  /** Called when the last frame is on the screen; returns its overlay, and the call whose card it shows. */
  readonly drawn: () => {readonly overlay: Overlay; readonly card: ApprovalId | undefined};
  /** The transcript's position after scrolling by rows or screens. */
  readonly scrolled: (state: AppState, by: number, unit: 'rows' | 'screens') => Scroll;
  /** True if less than a screen of held rows remains above or below. */
  readonly isNear: (state: AppState, edge: 'start' | 'end') => boolean;
  /** The transcript's position at the first held message. */
  readonly oldest: (state: AppState) => Scroll;
  readonly items: (state: AppState) => readonly Item[];
  /** Holds the transcript's position when an item is selected. */
  readonly pinned: (state: AppState) => Scroll;
  /** The nearest position that shows an item. */
  readonly revealed: (state: AppState, item: string) => Scroll;
  /** The newest selectable item on the screen. */
  readonly lastOnScreen: (state: AppState) => string | undefined;
  /** The target of a click on a cell of the last frame; undefined where nothing can be clicked. */
  readonly hitAt: (state: AppState, x: number, y: number) => Hit | undefined;
  /** Number of list rows that fit on the screen. */
  readonly listHeight: (state: AppState) => number;
};

export const createChatView = (): ChatView => {
  const transcript = createTranscriptView();
  const guard = createLineGuard();
  let framed: Overlay = {kind: 'none'};
  let card: ApprovalId | undefined;
  let last: ChatFrame | undefined;
  const lines = (state: AppState): Lines => transcript.lines(state, regionsFor(state));
  return {
    frame: state => {
      framed = state.ui.overlay;
      const regions = regionsFor(state);
      card = regions.approvals > 0 ? state.gateway.approvals[0]?.id : undefined;
      const {columns, shape, body} = regions;
      const overlay = overlayRows(state, regions.main, body);
      const {view} = state.ui;
      const main = view === 'chat' ? transcript.shown(state, regions) : listed(state, view, regions);
      const input = inputOf(state, regions);
      const searching = view === 'chat' ? searchRow(state, columns) : undefined;
      const {rows, saysWhyLost, ...place} = main;
      // The reason of the lost connection is shown once: in the transcript, unless an overlay covers it.
      const seen = saysWhyLost && overlay === undefined ? {...place, saysWhyLost} : place;
      const notice = searching ?? noticeIn(state, seen, regions);
      const header =
        regions.notice === 0 && (searching !== undefined || hasNotice(state))
          ? notice
          : headerRow(headerModel(state), columns);
      const joints = jointsOf(regions);
      const line = (joint: '┬' | '┴') => (regions.rules ? [jointed(columns, joints, joint)] : []);
      const head = [header, ...line('┬')];
      const spot = overlay === undefined ? undefined : spotOf(overlay, regions);
      const panes = panesOf(
        state,
        regions,
        covered(withDraftMenu(rows, draftMenu(state), regions), overlay, spot, regions),
        overlay !== undefined,
      );
      const said = regions.notice > 0 ? [notice] : [];
      const above = joints.length > 0 ? [...line('┴'), ...said] : [...said, ...line('┴')];
      const rings = behind(ringRows(ringModel(state), columns, regions.rings), overlay !== undefined);
      const approvals =
        regions.approvals === 0 ? [] : approvalRows(approvalModel(state), {columns, rows: state.ui.size.rows});
      const cards = [...behind(approvals, overlay !== undefined), ...rings];
      const below = [
        ...(regions.target > 0 ? [input.below] : []),
        ...(regions.hints > 0 ? [hintRow(contextsOf(state), columns, state.ui.idleKey, keymapOf(state))] : []),
      ];
      last = {
        shape,
        head: fitting(head, columns),
        edges: joints,
        panes: panes.map(pane => ({...pane, rows: fitting(pane.rows, pane.width)})),
        foot: fitting(
          [...above, ...cards, ...behind(regions.composer > 0 ? input.rows : [], overlay !== undefined), ...below],
          columns,
        ),
        cursor:
          state.ui.overlay.kind === 'none' && view === 'chat' && state.ui.browse !== undefined
            ? searchCursor(state, head.length + body, columns)
            : overlay === undefined
              ? input.cursor && {
                  x: input.cursor.x,
                  y: head.length + body + above.length + cards.length + input.cursor.y,
                }
              : overlay.cursor && {
                  x: regions.sessions + (spot?.left ?? 0) + overlay.cursor.x,
                  y: head.length + (spot?.top ?? 0) + overlay.cursor.y,
                },
      };
      return guard.guarded(last, lookOf(state));
    },
    drawn: () => {
      guard.drawn();
      return {overlay: framed, card};
    },
    scrolled: (state, by, unit) => {
      const all = lines(state);
      // A page keeps two rows of the previous one, so that readers keep their place.
      return scrolled(all, state.ui.scroll, unit === 'rows' ? by : by * Math.max(1, all.height - 2));
    },
    hitAt: (state, x, y) => {
      const found = last && hitInFrame(last, x, y);
      if (found !== undefined || last === undefined) return found;
      const {view, overlay, scroll} = state.ui;
      const {sessions, main} = regionsFor(state);
      const row = y - last.head.length;
      const isOpen = view === 'chat' && overlay.kind === 'none' && row >= 0 && row < (last.panes[0]?.rows.length ?? 0);
      if (!isOpen || x < sessions || x >= sessions + main) return undefined;
      const id = itemOnRow(lines(state), scroll, row);
      return id === undefined ? undefined : {kind: 'item', id};
    },
    listHeight: state => {
      const {view} = state.ui;
      return view === 'chat' ? 1 : listHeight(state, view, regionsFor(state));
    },
    oldest: state => transcript.oldest(state, regionsFor(state)),
    isNear: (state, edge) => isNear(lines(state), state.ui.scroll, edge),
    items: state => lines(state).items,
    pinned: state => pinned(lines(state), state.ui.scroll),
    revealed: (state, item) => revealed(lines(state), state.ui.scroll, item),
    lastOnScreen: state => lastOnScreen(lines(state), state.ui.scroll),
  };
};

/** The theme that the frame is painted with. */
const lookOf = ({ui: {look, background}}: AppState): string => `${look.theme} ${look.glyphs} ${background ?? ''}`;

/** The search in the conversation, shown in place of the notice; undefined without a search. */
const searchRow = ({ui}: AppState, columns: number): Row | undefined => {
  const {search} = ui;
  if (search === undefined || (!search.typing && ui.toasts.length > 0)) return undefined;
  const left: Row = [span(' /', 'accent'), span(shortened(search.query, columns - 30))];
  return spread(left, search.typing ? [] : [span('n older  N newer  Esc close', 'dim')], columns - 1);
};

/** The cursor is hidden while messages are selected, except in the search text. */
const searchCursor = (
  {ui}: AppState,
  y: number,
  columns: number,
): {readonly x: number; readonly y: number} | undefined =>
  ui.search?.typing === true ? {x: Math.min(2 + cellWidth(ui.search.query), columns - 1), y} : undefined;
/** On a small screen, the notice row also shows the hint for a key that needs a second press. */
const noticeIn = (state: AppState, main: Omit<Viewport, 'rows'>, {columns, hints}: Regions): Row =>
  hints === 0 && state.ui.armed !== 'nothing'
    ? hintRow(contextsOf(state), columns, undefined, keymapOf(state))
    : noticeRow(noticeModel(state, main), columns);

/** True if a toast or a pending second key press needs a row; without a notice row they take the header's. */
const hasNotice = ({ui}: AppState): boolean => ui.toasts.length > 0 || ui.armed !== 'nothing';

const inputOf = (state: AppState, regions: Regions): Input => {
  const {view, overlay} = state.ui;
  if (overlay.kind === 'ask') return asked(overlay.asking, regions);
  return view === 'chat' ? written(state, regions) : underList(state, view, regions);
};

/** The input area and the line below it. */
type Input = {
  readonly rows: readonly Row[];
  readonly below: Row;
  readonly cursor: {readonly x: number; readonly y: number} | undefined;
};

const written = (state: AppState, {columns, composer}: Regions): Input => {
  const {draft} = openEditor(state);
  const {rows, cursor} = composerRows({draft, placeholder: placeholderIn(state)}, columns, composer);
  return {rows, below: targetRow(targetModel(state), columns), cursor};
};

const placeholderIn = (state: AppState): string =>
  state.ui.watches || openChild(state) !== undefined ? 'read-only' : `write to ${openAgent(state)}`;

const asked = (asking: Asking, {columns, composer}: Regions): Input => {
  const {input, below, cursor} = askRows(asking, columns, composer);
  const rows = exactly([input, ...below], composer + 1);
  return {rows: rows.slice(0, composer), below: rows[composer] ?? EMPTY_ROW, cursor: {x: cursor.x, y: 0}};
};

const underList = (state: AppState, name: ListName, regions: Regions): Input => {
  const {input, below, cursor} = listFoot(state, name, regions);
  return {rows: exactly(input, regions.composer), below, cursor: cursor && {x: cursor.x, y: 0}};
};

const listed = (state: AppState, name: ListName, regions: Regions): Viewport => ({
  rows: listPane(state, name, regions),
  atEnd: true,
  newBelow: 0,
});

/** Limits every row to its width and to one line: anything larger would move all rows below. */
const fitting = (rows: readonly Row[], width: number): readonly Row[] => rows.map(row => cut(inOneRow(row), width));

const panesOf = (
  state: AppState,
  {sessions, main, aside, body}: Regions,
  rows: readonly Row[],
  dims: boolean,
): readonly Pane[] => [
  ...(sessions === 0
    ? []
    : [{rows: behind(sessionListRows(sessionListModel(state), sessions, body), dims), width: sessions}]),
  {rows, width: main},
  ...(aside === 0
    ? []
    : [{rows: behind(asideRows(asideModel(state, sessions === 0), aside, body), dims), width: aside}]),
];
