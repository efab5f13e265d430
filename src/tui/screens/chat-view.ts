// The chat view: the state as the lines of the screen. The same state and size always give the same lines, whatever was drawn
// before; what is remembered only saves work.
import type {Item} from '../conversation/item.ts';
import {contextsOf} from '../input/contexts.ts';
import {listRoom} from '../layout/lists/list-pane.ts';
import {createReader, matchingRows} from '../layout/overlays/reader.ts';
import {asideRows} from '../layout/panes/aside.ts';
import {askRows} from '../layout/panes/ask-row.ts';
import {composerHeight, composerRows} from '../layout/panes/composer.ts';
import {headerRow} from '../layout/panes/header.ts';
import {hintRow} from '../layout/panes/hints.ts';
import {noticeRow} from '../layout/panes/notice.ts';
import {sessionListRows} from '../layout/panes/session-list.ts';
import {targetRow} from '../layout/panes/target.ts';
import {type Regions, regionsOf, wholeScreen} from '../layout/regions.ts';
import {cut, exactly, inOneRow, type Row, rule, span, spread} from '../layout/text/row.ts';
import {cellWidth, shortened} from '../layout/text/width.ts';
import {
  isNear,
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
import {openAgent, openEditor} from '../state/selectors.ts';
import type {Scroll} from '../state/ui-state.ts';
import {createLineGuard} from './line-guard.ts';
import {listFoot, listPane} from './list-view.ts';
import {overlayLength, overlayView} from './overlay-view.ts';
import {asideModel, headerModel, noticeModel, sessionListModel, targetModel} from './pane-models.ts';
import {createTranscriptView} from './transcript-view.ts';

export type ChatFrame = {
  readonly shape: Regions['shape'];
  /** Lines across the whole screen, above and below the panes. */
  readonly head: readonly Row[];
  readonly foot: readonly Row[];
  /** Beside each other, with an edge between; all equally high. */
  readonly panes: readonly Pane[];
  /** Where the terminal's cursor is to be; undefined hides it. */
  readonly cursor: {readonly x: number; readonly y: number} | undefined;
};

export type Pane = {readonly rows: readonly Row[]; readonly width: number};

export type ChatView = {
  readonly frame: (state: AppState) => ChatFrame;
  /** The frame that was asked for last is on the screen: what lies over the screen in it. */
  readonly drawn: () => Overlay;
  /** Where the transcript is after moving by rows, or by screens. */
  readonly scrolled: (state: AppState, by: number, unit: 'rows' | 'screens') => Scroll;
  /** Less than another screen of what is held is above the screen, or below it. */
  readonly isNear: (state: AppState, edge: 'start' | 'end') => boolean;
  /** Where the transcript is at the first message that is held. */
  readonly oldest: (state: AppState) => Scroll;
  /** The first row of an overlay after moving by rows or screens. */
  readonly overlayTop: (state: AppState, top: number, by: number, unit: 'rows' | 'screens') => number;
  readonly items: (state: AppState) => readonly Item[];
  /** Where the transcript stays when something is picked in it. */
  readonly pinned: (state: AppState) => Scroll;
  /** The nearest place at which an item is on the screen. */
  readonly revealed: (state: AppState, item: string) => Scroll;
  /** The newest item on the screen that can be picked. */
  readonly lastOnScreen: (state: AppState) => string | undefined;
  /** The rows of the reader in which the words stand, and how many rows it shows at once. */
  readonly readerMatches: (state: AppState) => {
    readonly rows: readonly number[];
    readonly room: number;
    readonly length: number;
  };
  /** How many rows of a list are on the screen. */
  readonly listHeight: (state: AppState) => number;
};

export const createChatView = (): ChatView => {
  const transcript = createTranscriptView();
  const guard = createLineGuard();
  const reader = createReader();
  let framed: Overlay = {kind: 'none'};
  const lines = (state: AppState): Lines => transcript.lines(state, regionsFor(state));
  return {
    frame: state => {
      framed = state.ui.overlay;
      const regions = regionsFor(state);
      const {columns, shape, body} = regions;
      const overlay = overlayView(state, regions.main, body, reader);
      const {view} = state.ui;
      const main = view === 'chat' ? transcript.shown(state, regions) : listed(state, view, regions);
      const input = inputOf(state, regions);
      const searching = view === 'chat' ? searchRow(state, columns) : undefined;
      const {rows, saysWhyLost, ...place} = main;
      // Said once: there where it stands whole, unless something lies over it.
      const seen = saysWhyLost && overlay === undefined ? {...place, saysWhyLost} : place;
      const notice = searching ?? noticeIn(state, seen, regions);
      const header =
        regions.notice === 0 && (searching !== undefined || hasNotice(state))
          ? notice
          : headerRow(headerModel(state), columns);
      const head = [header, ...(regions.rules ? [rule(columns)] : [])];
      const panes = panesOf(state, regions, exactly(overlay?.rows ?? rows, body));
      const above = [...(regions.notice > 0 ? [notice] : []), ...(regions.rules ? [rule(columns)] : [])];
      const below = [
        ...(regions.target > 0 ? [input.below] : []),
        ...(regions.hints > 0 ? [hintRow(contextsOf(state), columns)] : []),
      ];
      return guard.guarded(
        {
          shape,
          head: fitting(head, columns),
          panes: panes.map(pane => ({...pane, rows: fitting(pane.rows, pane.width)})),
          foot: fitting([...above, ...(regions.composer > 0 ? input.rows : []), ...below], columns),
          cursor:
            state.ui.overlay.kind === 'none' && view === 'chat' && state.ui.browse !== undefined
              ? searchCursor(state, head.length + body, columns)
              : overlay === undefined
                ? input.cursor && {x: input.cursor.x, y: head.length + body + above.length + input.cursor.y}
                : overlay.cursor && {x: regions.sessions + overlay.cursor.x, y: head.length + overlay.cursor.y},
        },
        lookOf(state),
      );
    },
    drawn: () => {
      guard.drawn();
      return framed;
    },
    scrolled: (state, by, unit) => {
      const all = lines(state);
      // A page keeps two rows of the one before, so that the eye finds its place.
      return scrolled(all, state.ui.scroll, unit === 'rows' ? by : by * Math.max(1, all.height - 2));
    },
    listHeight: state => listRoom(regionsFor(state).body),
    oldest: state => transcript.oldest(state, regionsFor(state)),
    isNear: (state, edge) => isNear(lines(state), state.ui.scroll, edge),
    overlayTop: (state, top, by, unit) => {
      const {main, body} = regionsFor(state);
      const room = Math.max(1, body - 2);
      const to = top + (unit === 'rows' ? by : by * Math.max(1, room - 1));
      return Math.max(0, Math.min(to, overlayLength(state, main, reader) - room));
    },
    items: state => lines(state).items,
    pinned: state => pinned(lines(state), state.ui.scroll),
    revealed: (state, item) => revealed(lines(state), state.ui.scroll, item),
    lastOnScreen: state => lastOnScreen(lines(state), state.ui.scroll),
    readerMatches: state => {
      const {overlay, highlight} = state.ui;
      if (overlay.kind !== 'reader') return {rows: [], room: 1, length: 0};
      const {main, body} = regionsFor(state);
      const rows = reader.rowsOf(overlay.document, main - 1, highlight);
      return {rows: matchingRows(rows, overlay.query), room: Math.max(1, body - 3), length: rows.length};
    },
  };
};

/** What the frame is painted with. */
const lookOf = ({ui: {look, background}}: AppState): string => `${look.theme} ${look.glyphs} ${background ?? ''}`;

/** What is searched for in the conversation, in the place of the notice; undefined where nothing is. */
const searchRow = ({ui}: AppState, columns: number): Row | undefined => {
  const {search} = ui;
  if (search === undefined || (!search.typing && ui.toasts.length > 0)) return undefined;
  const left: Row = [span(' /', 'accent'), span(shortened(search.query, columns - 30))];
  return spread(left, search.typing ? [] : [span('n older  N newer  Esc close', 'dim')], columns - 1);
};

/** While messages are picked the cursor is hidden, unless it stands in what is searched for. */
const searchCursor = (
  {ui}: AppState,
  y: number,
  columns: number,
): {readonly x: number; readonly y: number} | undefined =>
  ui.search?.typing === true ? {x: Math.min(2 + cellWidth(ui.search.query), columns - 1), y} : undefined;
/** On a small screen the row of notices also says what the row of hints would of a key that was pressed once. */
const noticeIn = (state: AppState, main: Omit<Viewport, 'rows'>, {columns, hints}: Regions): Row =>
  hints === 0 && state.ui.armed !== 'nothing'
    ? hintRow(contextsOf(state), columns)
    : noticeRow(noticeModel(state, main), columns);

/** Something was said, or a key waits to be pressed again: where there is no row for it, it takes the header's. */
const hasNotice = ({ui}: AppState): boolean => ui.toasts.length > 0 || ui.armed !== 'nothing';

const inputOf = (state: AppState, regions: Regions): Input => {
  const {view, overlay} = state.ui;
  if (overlay.kind === 'ask') return asked(overlay.asking, regions);
  return view === 'chat' ? written(state, regions) : underList(state, view, regions);
};

/** What stands where one writes, and in the line under it. */
type Input = {
  readonly rows: readonly Row[];
  readonly below: Row;
  readonly cursor: {readonly x: number; readonly y: number} | undefined;
};

const written = (state: AppState, {columns, composer}: Regions): Input => {
  const {draft} = openEditor(state);
  const {rows, cursor} = composerRows({draft, placeholder: `write to ${openAgent(state)}`}, columns, composer);
  return {rows, below: targetRow(targetModel(state), columns), cursor};
};

const asked = (asking: Asking, {columns, composer}: Regions): Input => {
  const {input, below, cursor} = askRows(asking, columns);
  return {rows: exactly([input], composer), below, cursor: {x: cursor.x, y: 0}};
};

const underList = (state: AppState, name: ListName, {columns, composer}: Regions): Input => {
  const {input, below, cursor} = listFoot(state, name, columns);
  return {rows: exactly([input], composer), below, cursor: cursor && {x: cursor.x, y: 0}};
};

const listed = (state: AppState, name: ListName, regions: Regions): Viewport => ({
  rows: listPane(state, name, regions),
  atEnd: true,
  newBelow: 0,
});

/** Whatever was drawn, nothing is wider than its place or higher than a row: it would move all below it. */
const fitting = (rows: readonly Row[], width: number): readonly Row[] => rows.map(row => cut(inOneRow(row), width));

const panesOf = (state: AppState, {sessions, main, aside, body}: Regions, rows: readonly Row[]): readonly Pane[] =>
  sessions === 0
    ? [{rows, width: main}]
    : [
        {rows: sessionListRows(sessionListModel(state), sessions, body), width: sessions},
        {rows, width: main},
        {rows: asideRows(asideModel(state), aside, body), width: aside},
      ];

/** It is the conversation that is selected from. */
const isZen = ({ui}: AppState): boolean => ui.zen && ui.view === 'chat';

const regionsFor = (state: AppState): Regions => {
  const {size} = state.ui;
  const composing =
    state.ui.view === 'chat' && state.ui.overlay.kind !== 'ask'
      ? composerHeight(openEditor(state).draft, size.columns)
      : 1;
  const {overlay} = state.ui;
  const whole = overlay.kind === 'signal' && overlay.linking?.kind === 'shown';
  return whole ? wholeScreen(size) : regionsOf(size, composing, isZen(state));
};
