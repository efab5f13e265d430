// A reader: rows that scroll.
import {clampTop, formatPosition} from '../../../layout/overlays/frame.ts';
import {regionsFor} from '../../../layout/regions-for.ts';
import type {AppState} from '../../../state/app-state.ts';
import {type Overlay, showOverlay} from '../../../state/overlay.ts';
import type {Row} from '../../../text/row.ts';
import {type OverlayRecord, roomIn, type Shown} from './overlay-record.ts';

type ReaderOverlay = Extract<Overlay, {readonly top: number}>;

type Reader<O extends ReaderOverlay> = Omit<OverlayRecord<O>, 'kind' | 'move' | 'shows'> & {
  readonly title: (overlay: O) => string;
  /** All rows at a width. */
  readonly rows: (state: AppState, overlay: O, cells: number) => readonly Row[];
  /** Of a row that is on the screen. @default as it is */
  readonly mark?: (row: Row, overlay: O) => Row;
  /** The last row, which doesn't scroll; and the cursor in it. */
  readonly foot?: (overlay: O, rows: readonly Row[]) => {readonly row: Row; readonly cursor?: number};
};

export const reader = <O extends ReaderOverlay>(parts: Reader<O>): OverlayRecord<O> => {
  const {title, rows: rowsOf, mark = row => row, foot, ...others} = parts;
  return {
    ...others,
    kind: 'reader',
    shows: (state, overlay, {cells, rows: room}): Shown => {
      const all = rowsOf(state, overlay, cells);
      const last = foot?.(overlay, all);
      const height = Math.max(0, room - (last === undefined ? 0 : 1));
      const from = clampTop(all.length, overlay.top, height);
      const shown = all.slice(from, from + height).map(row => mark(row, overlay));
      return {
        title: title(overlay),
        rows: last === undefined ? shown : [...shown, last.row],
        place: all.length > height ? formatPosition(Math.min(all.length, from + height), all.length, cells) : '',
        cursor: last?.cursor === undefined ? undefined : {x: last.cursor, y: shown.length},
      };
    },
    move: ({store}, overlay, by, unit) => {
      const state = store.get();
      const {cells, rows} = roomFor(state);
      const room = Math.max(1, rows);
      const to = overlay.top + (unit === 'rows' ? by : by * Math.max(1, room - 1));
      const length = rowsOf(state, overlay, cells).length + (foot === undefined ? 0 : 1);
      store.update(showOverlay({...overlay, top: Math.max(0, Math.min(to, length - room))}));
    },
  };
};

/** The space for an overlay on the screen. */
export const roomFor = (state: AppState) => {
  const {main, body} = regionsFor(state);
  return roomIn(main, body);
};
