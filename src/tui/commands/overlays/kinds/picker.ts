// A picker: a typed line narrows the entries, and Enter picks the selected one.
import {withTyped} from '../../../editor/query.ts';
import type {MenuEntry} from '../../../input/menu-entry.ts';
import {menuRows} from '../../../layout/overlays/menu.ts';
import type {AppState} from '../../../state/app-state.ts';
import {type Overlay, showOverlay} from '../../../state/overlay.ts';
import {EMPTY_ROW, type Row, span, spread} from '../../../text/row.ts';
import {cellWidth} from '../../../text/width.ts';
import type {CommandPorts} from '../../command-ports.ts';
import {type OverlayRecord, type Room, type Shown, stepped} from './overlay-record.ts';

type PickerOverlay = Extract<Overlay, {readonly query: string; readonly index: number}>;

type Picker<O extends PickerOverlay, E> = Pick<OverlayRecord<O>, 'lines' | 'isPending' | 'does'> & {
  /** The matches, best first. */
  readonly matches: (state: AppState, overlay: O) => readonly E[];
  readonly shows: (state: AppState, overlay: O, matches: readonly E[], room: Room) => Shown;
  /** The selected match. Returns the key that it presses on the screen behind, if any. */
  readonly pick: (ports: CommandPorts, match: E, overlay: O) => string | undefined;
  /** Up selects the next match: the best one stands at the bottom. */
  readonly isUpward?: true;
  /** Matches that a page key moves by. @default 1 */
  readonly page?: number;
};

export const picker = <O extends PickerOverlay, E>({
  matches,
  shows,
  pick,
  isUpward,
  page = 1,
  ...others
}: Picker<O, E>): OverlayRecord<O> => ({
  ...others,
  kind: 'picker',
  shows: (state, overlay, room) => shows(state, overlay, matches(state, overlay), room),
  move: ({store}, overlay, by, unit) => {
    const count = matches(store.get(), overlay).length;
    const index = stepped(overlay.index, isUpward ? -by : by, count, unit === 'rows' ? 1 : page);
    store.update(showOverlay({...overlay, index}));
  },
  takesText: () => true,
  type: ({store}, overlay, text) => {
    store.update(showOverlay({...overlay, query: withTyped(overlay.query, text), index: 0}));
    return 'taken';
  },
  clear: ({store}, overlay) => store.update(showOverlay({...overlay, query: '', index: 0})),
  enter: (ports, overlay) => {
    const match = matches(ports.store.get(), overlay)[overlay.index];
    return match === undefined ? undefined : pick(ports, match, overlay);
  },
});

type PickerMenu = {
  readonly title: string;
  readonly query: string;
  readonly index: number;
  readonly entries: readonly MenuEntry[];
  /** In place of the entries where there are none. */
  readonly none?: string;
  /** At the right of the empty line. */
  readonly hint?: Row;
  /** Below the entries. */
  readonly detail?: readonly Row[];
};

/** The typed line at the top, the entries below it. */
export const pickerMenu = (
  {title, query, index, entries, none = 'no matches', hint, detail = []}: PickerMenu,
  {cells, rows}: Room,
): Shown => {
  const typed: Row = [span(' > ', 'accent'), span(query)];
  const head = query === '' && hint !== undefined ? spread(typed, hint, cells - 1) : typed;
  const lines =
    entries.length === 0
      ? [[span(`   ${none}`, 'dim')]]
      : menuRows({entries, index}, cells, Math.max(1, rows - 2 - detail.length));
  return {
    title,
    rows: [head, EMPTY_ROW, ...lines, ...detail],
    cursor: {x: 3 + cellWidth(query), y: 0},
    at: 'top',
  };
};
