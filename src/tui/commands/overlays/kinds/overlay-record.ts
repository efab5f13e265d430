// An overlay is one record: what it shows, and what each key does in it. Five kinds of overlays make these records: a
// list, a form, a question, a reader, and a picker. The frame is drawn here for all of them.
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {Edit} from '../../../editor/editor.ts';
import type {OverlayAction} from '../../../input/binding.ts';
import {frameCells, framed, frameRoom, isBoxed} from '../../../layout/overlays/frame.ts';
import type {AppState} from '../../../state/app-state.ts';
import type {Overlay} from '../../../state/overlay.ts';
import type {Role, Row} from '../../../text/row.ts';
import type {CommandPorts} from '../../command-ports.ts';

export type OverlayRecord<O extends Overlay> = {
  readonly kind: 'list' | 'form' | 'question' | 'reader' | 'picker';
  /** Undefined: it stands in the composer's place. */
  readonly shows?: (state: AppState, overlay: O, room: Room) => Shown;
  /** Sentences for `--plain`. */
  readonly lines: (state: AppState, overlay: O) => readonly string[];
  /** True while the sentences wait for the daemon. */
  readonly isPending?: (state: AppState, overlay: O) => boolean;
  /** Arrow keys, page keys and the wheel. */
  readonly move?: (ports: CommandPorts, overlay: O, by: number, unit: ScrollUnit) => void;
  /** True if letters that arrive together are one text here, not keys one after the other. */
  readonly takesText?: (overlay: O) => boolean;
  /** Letters without a binding. @default they do nothing */
  readonly type?: (ports: CommandPorts, overlay: O, text: string, how: 'insert' | 'paste') => Typed;
  /** Keys that edit a line. */
  readonly edit?: (ports: CommandPorts, overlay: O, edit: Edit) => void;
  /** Clears the typed line. */
  readonly clear?: (ports: CommandPorts, overlay: O) => void;
  /** Enter. Returns the key that it presses on the screen behind, if any. */
  readonly enter?: (ports: CommandPorts, overlay: O) => string | undefined;
  /** Esc. @default the overlay from which this one was opened */
  readonly leave?: (ports: CommandPorts, overlay: O) => void;
  /** Keys that only this overlay has. */
  readonly does?: Readonly<Partial<Record<OverlayAction, (ports: CommandPorts, overlay: O, key: string) => void>>>;
  /** The next instant at which it looks different, by this machine's clock. */
  readonly changesAt?: (state: AppState, overlay: O, now: EpochMs) => EpochMs | undefined;
};

export type ScrollUnit = 'rows' | 'screens';

/** `draft`: the letters belong to the draft. */
export type Typed = 'taken' | 'draft' | 'nothing';

/** The space for an overlay. */
export type Room = {
  /** The pane. */
  readonly columns: number;
  readonly height: number;
  /** The inside of the frame. */
  readonly cells: number;
  readonly rows: number;
};

export const roomIn = (columns: number, height: number): Room => ({
  columns,
  height,
  cells: frameCells(columns, height),
  rows: frameRoom(height),
});

export type Shown = {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The position in the content, beside the title. */
  readonly place?: string;
  /** The title's role. */
  readonly role?: Role;
  /** The position of the cursor in the rows. */
  readonly cursor?: Spot;
  /** Its frame is as high as the pane. */
  readonly isTall?: boolean;
  /** At the bottom, so that what it asks about stays visible; at the top, so that the typed line doesn't move. */
  readonly at?: 'bottom' | 'top';
  /** The rows fill the pane, without a frame: nothing is seen behind them. */
  readonly isWhole?: boolean;
};

type Spot = {readonly x: number; readonly y: number};

/** The rows of an overlay on the screen, with its frame. The cursor counts from their top left. */
export type DrawnOverlay = Pick<Shown, 'at' | 'isWhole'> & {readonly rows: readonly Row[]; readonly cursor?: Spot};

export const drawOverlay = (shown: Shown, {cells, height, rows: room}: Room): DrawnOverlay => {
  const {title, rows, place, role, cursor, isTall, at, isWhole} = shown;
  if (isWhole) return {rows, isWhole};
  // A box has a border at its left, and both frames a row for the title.
  const inset = isBoxed(height) ? 1 : 0;
  return {
    at,
    rows: framed(title, rows, cells, height, {place, role, fits: isTall ? undefined : true}),
    cursor: cursor && {
      x: inset + Math.min(cursor.x, cells - 1),
      y: 1 + Math.min(cursor.y, Math.min(rows.length, room) - 1),
    },
  };
};

/** The next index in a direction; stops at either end. */
export const stepped = (index: number, by: number, count: number, most = 1): number =>
  Math.max(0, Math.min(count - 1, index + Math.sign(by) * most));
