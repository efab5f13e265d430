// All overlays, each with its record: the only place that lists them. Keys, letters and the wheel go to the open one.
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Edit} from '../../editor/editor.ts';
import {type Action, OVERLAY_ACTIONS, type OverlayAction} from '../../input/binding.ts';
import type {AppState} from '../../state/app-state.ts';
import {type Overlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {actions} from './actions.ts';
import {allow} from './allow.ts';
import {approvals} from './approvals.ts';
import {ask} from './ask.ts';
import {chats} from './chats.ts';
import {confirm} from './confirm.ts';
import {setup} from './connect/setup.ts';
import {signal} from './connect/signal.ts';
import {findOverlay} from './find.ts';
import {help} from './help.ts';
import {inject} from './inject.ts';
import {keys} from './keys.ts';
import {
  type DrawnOverlay,
  drawOverlay,
  type OverlayRecord,
  roomIn,
  type ScrollUnit,
  type Typed,
} from './kinds/overlay-record.ts';
import {documentReader} from './reader.ts';
import {recall} from './recall.ts';
import {status} from './status.ts';
import {theme} from './theme.ts';
import {why} from './why.ts';

type Open = Exclude<Overlay, {kind: 'none'}>;

const OVERLAYS: {readonly [K in Open['kind']]: OverlayRecord<Extract<Open, {kind: K}>>} = {
  actions,
  allow,
  approvals,
  ask,
  chats,
  confirm,
  find: findOverlay,
  help,
  inject,
  keys,
  reader: documentReader,
  recall,
  setup,
  signal,
  status,
  theme,
  why,
};

/** The table's type ties each record to its overlay; TypeScript can't see that for a union. */
const recordOf = (overlay: Overlay): OverlayRecord<Overlay> | undefined =>
  overlay.kind === 'none' ? undefined : (OVERLAYS[overlay.kind] as OverlayRecord<Overlay>);

/** The rows of the open overlay in a pane of this size. Undefined: nothing covers the screen. */
export const overlayRows = (state: AppState, columns: number, height: number): DrawnOverlay | undefined => {
  const {overlay} = state.ui;
  const room = roomIn(columns, height);
  const shown = recordOf(overlay)?.shows?.(state, overlay, room);
  return shown && drawOverlay(shown, room);
};

/** Sentences for `--plain`; undefined while they wait for the daemon, or without an overlay. */
export const overlayLines = (state: AppState): readonly string[] | undefined => {
  const {overlay} = state.ui;
  const record = recordOf(overlay);
  return record === undefined || record.isPending?.(state, overlay) ? undefined : record.lines(state, overlay);
};

export const overlayChangesAt = (state: AppState, now: EpochMs): EpochMs | undefined =>
  recordOf(state.ui.overlay)?.changesAt?.(state, state.ui.overlay, now);

/** True if letters that arrive together are one text in the overlay. */
export const takesText = (overlay: Overlay): boolean => recordOf(overlay)?.takesText?.(overlay) === true;

/** Scrolls or moves the selection. False: the screen behind moves. */
export const moveInOverlay = (ports: CommandPorts, by: number, unit: ScrollUnit): boolean => {
  const {overlay} = ports.store.get().ui;
  const move = recordOf(overlay)?.move;
  move?.(ports, overlay, by, unit);
  return move !== undefined;
};

export const typeInOverlay = (ports: CommandPorts, text: string, how: 'insert' | 'paste' = 'insert'): Typed => {
  const {overlay} = ports.store.get().ui;
  const record = recordOf(overlay);
  return record === undefined ? 'draft' : (record.type?.(ports, overlay, text, how) ?? 'nothing');
};

/** A key that edits a line. False: it edits the draft. */
export const editInOverlay = (ports: CommandPorts, edit: Edit): boolean => {
  const {overlay} = ports.store.get().ui;
  const record = recordOf(overlay);
  record?.edit?.(ports, overlay, edit);
  return record?.edit !== undefined;
};

/** A key of the open overlay. `press` presses a key on the screen behind. */
export const doInOverlay = (
  ports: CommandPorts,
  action: OverlayAction,
  key: string,
  press: (key: string) => void,
): void => {
  const {overlay} = ports.store.get().ui;
  const record = recordOf(overlay);
  if (record === undefined) return;
  switch (action) {
    case 'overlay.up':
      record.move?.(ports, overlay, -1, 'rows');
      return;
    case 'overlay.down':
      record.move?.(ports, overlay, 1, 'rows');
      return;
    case 'overlay.page-up':
      record.move?.(ports, overlay, -1, 'screens');
      return;
    case 'overlay.page-down':
      record.move?.(ports, overlay, 1, 'screens');
      return;
    case 'overlay.enter': {
      const pressed = record.enter?.(ports, overlay);
      if (pressed !== undefined) press(pressed);
      return;
    }
    case 'overlay.leave':
      if (record.leave !== undefined) record.leave(ports, overlay);
      else ports.store.update(showOverlay(('back' in overlay && overlay.back) || {kind: 'none'}));
      return;
    case 'query.delete-left':
      record.type?.(ports, overlay, '\b', 'insert');
      return;
    case 'query.clear':
      record.clear?.(ports, overlay);
      return;
    default:
      record.does?.[action]?.(ports, overlay, key);
  }
};

export const isOverlayAction = (action: Action): action is OverlayAction =>
  OVERLAY_ACTIONS.some(name => name === action);
