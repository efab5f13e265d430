// What commands act through: the daemon, the view's measures, the terminal.
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Item} from '../conversation/item.ts';
import type {Link} from '../link/link.ts';
import type {AppState} from '../state/app-state.ts';
import type {Scroll} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';

export type Doors = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly link: Link;
  readonly view: Measures;
  readonly terminal: TerminalDoor;
  readonly newKey: () => string;
};

/** This very instant by the daemon's clock; the state's is that of the last change. */
export const exactNow = ({clock, store}: Doors): EpochMs => clock.now() + store.get().ui.clockOffsetMs;

/** What only the layout knows: how far things scroll. */
export interface Measures {
  scrolled(state: AppState, by: number, unit: 'rows' | 'screens'): Scroll;
  /** Less than another screen of what is held is above the screen, or below it. */
  isNear(state: AppState, edge: 'start' | 'end'): boolean;
  /** Where the transcript is at the first message that is held. */
  oldest(state: AppState): Scroll;
  overlayTop(state: AppState, top: number, by: number, unit: 'rows' | 'screens'): number;
  /** What stands in the conversation on the screen, oldest first. */
  items(state: AppState): readonly Item[];
  /** Where the transcript stays when something is picked in it. */
  pinned(state: AppState): Scroll;
  /** The nearest place at which an item is on the screen. */
  revealed(state: AppState, item: string): Scroll;
  /** The newest item on the screen that can be picked. */
  lastOnScreen(state: AppState): string | undefined;
  /** The rows of the reader in which the words stand, and how many rows it shows at once. */
  readerMatches(state: AppState): {readonly rows: readonly number[]; readonly room: number; readonly length: number};
  /** How many rows of a list are on the screen. */
  listHeight(state: AppState): number;
}

interface TerminalDoor {
  repaint(): void;
  suspend(): void;
  leave(): void;
  /** Hands a text to the clipboard; resolves with a sentence that says by which way, and claims no more than is known. */
  copy(text: string): Promise<string>;
  /** Shows a text in the person's pager; resolves with what went wrong, if anything did. */
  page(text: string): Promise<string | undefined>;
  /** Has a text changed in the person's editor; resolves with the new one, or with what went wrong. */
  editText(text: string): Promise<{readonly text: string} | {readonly problem: string}>;
  /** Writes a new file where the program was started, never over another; resolves with its path. */
  saveFile(name: string, text: string): Promise<string>;
}
