// The chat view: the state as the rows of every region of the screen. The same state and size always give the same rows,
// whatever was drawn before; what is remembered only saves work.

import {contextsOf} from '../input/contexts.ts';
import {asideRows} from '../layout/panes/aside.ts';
import {composerHeight, composerRows} from '../layout/panes/composer.ts';
import {headerRow} from '../layout/panes/header.ts';
import {hintRow} from '../layout/panes/hints.ts';
import {noticeRow} from '../layout/panes/notice.ts';
import {sessionListRows} from '../layout/panes/session-list.ts';
import {targetRow} from '../layout/panes/target.ts';
import {type Regions, regionsOf} from '../layout/regions.ts';
import {EMPTY_ROW, exactly, type Row, rule} from '../layout/text/row.ts';
import {atStart, type Lines, scrolled} from '../layout/transcript/viewport.ts';
import type {AppState} from '../store/app-state.ts';
import {openEditor} from '../store/selectors.ts';
import type {Scroll} from '../store/ui-state.ts';
import {createLineGuard, type LineGuard, withOtherSpace} from './line-guard.ts';
import {overlayLength, overlayView} from './overlay-view.ts';
import {agentOf, asideModel, headerModel, noticeModel, sessionListModel, targetModel} from './pane-models.ts';
import {createTranscriptView} from './transcript-view.ts';

export type ChatFrame = {
  readonly regions: Regions;
  readonly header: readonly Row[];
  readonly sessions: readonly Row[];
  readonly main: readonly Row[];
  readonly aside: readonly Row[];
  /** Everything below the body, top to bottom. */
  readonly foot: readonly Row[];
  /** Where the terminal's cursor is to be; undefined hides it. */
  readonly cursor: Point | undefined;
};

type Point = {readonly x: number; readonly y: number};

export type ChatView = {
  readonly frame: (state: AppState) => ChatFrame;
  /** The frame that was asked for last is on the screen. */
  readonly drawn: () => void;
  /** Where the transcript is after moving by rows, or by screens. */
  readonly scrolled: (state: AppState, by: number, unit: 'rows' | 'screens') => Scroll;
  /** The oldest message that is held is on the screen. */
  readonly atStart: (state: AppState) => boolean;
  /** The first row of an overlay after moving by rows or screens. */
  readonly overlayTop: (state: AppState, top: number, by: number, unit: 'rows' | 'screens') => number;
};

export const createChatView = (): ChatView => {
  const transcript = createTranscriptView();
  const guard = createLineGuard();
  const lines = (state: AppState): Lines => transcript.lines(state, regionsFor(state));
  return {
    frame: state => {
      const regions = regionsFor(state);
      const {columns, body} = regions;
      const overlay = overlayView(state, regions.main, body);
      const shown = transcript.shown(state, regions);
      const {draft} = openEditor(state);
      const composer = composerRows({draft, placeholder: `write to ${agentOf(state)}`}, columns, regions.composer);
      const above = regions.rules ? 2 : 1;
      const belowBody = above + body + regions.notice + (regions.rules ? 1 : 0);
      return guarded(guard, {
        regions,
        header: [headerRow(headerModel(state), columns), ...(regions.rules ? [rule(columns)] : [])],
        sessions: regions.sessions === 0 ? [] : sessionListRows(sessionListModel(state), regions.sessions, body),
        main: exactly(overlay?.rows ?? shown.rows, body),
        aside: regions.aside === 0 ? [] : asideRows(asideModel(state), regions.aside, body),
        foot: [
          ...(regions.notice > 0 ? [noticeRow(noticeModel(state, shown), columns)] : []),
          ...(regions.rules ? [rule(columns)] : []),
          ...composer.rows,
          ...(regions.target > 0 ? [targetRow(targetModel(state), columns)] : []),
          ...(regions.hints > 0 ? [hintRow(contextsOf(state), columns)] : []),
        ],
        cursor:
          overlay === undefined
            ? {x: composer.cursor.x, y: belowBody + composer.cursor.y}
            : overlay.cursor && {x: regions.sessions + overlay.cursor.x, y: above + overlay.cursor.y},
      });
    },
    drawn: guard.drawn,
    scrolled: (state, by, unit) => {
      const all = lines(state);
      // A page keeps two rows of the one before, so that the eye finds its place.
      return scrolled(all, state.ui.scroll, unit === 'rows' ? by : by * Math.max(1, all.height - 2));
    },
    atStart: state => atStart(lines(state), state.ui.scroll),
    overlayTop: (state, top, by, unit) => {
      const {main, body} = regionsFor(state);
      const room = Math.max(1, body - 2);
      const to = top + (unit === 'rows' ? by : by * Math.max(1, room - 1));
      return Math.max(0, Math.min(to, overlayLength(state, main) - room));
    },
  };
};

/** The frame, with the first cells of its lines as the guard wants them. */
const guarded = (guard: LineGuard, frame: ChatFrame): ChatFrame => {
  const {header, sessions, main, aside, foot} = frame;
  const body = main.map((row, index) => [sessions[index] ?? EMPTY_ROW, row, aside[index] ?? EMPTY_ROW]);
  const others = guard.mark([...header.map(row => [row]), ...body, ...foot.map(row => [row])]);
  const marked = (rows: readonly Row[], from: number): readonly Row[] =>
    rows.map((row, index) => withOtherSpace(row, others[from + index] ?? false));
  const edge = sessions.length > 0 ? 'sessions' : 'main';
  return {
    ...frame,
    header: marked(header, 0),
    [edge]: marked(frame[edge], header.length),
    foot: marked(foot, header.length + main.length),
  };
};

const regionsFor = (state: AppState): Regions => {
  const {size} = state.ui;
  return regionsOf(size, composerHeight(openEditor(state).draft, size.columns));
};
