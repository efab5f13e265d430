// The ports of commands: the daemon, the view's measures, the terminal.
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Item} from '../conversation/item.ts';
import type {FileChip, UnreadFile} from '../editor/draft.ts';
import type {Link} from '../link/link.ts';
import type {AppState} from '../state/app-state.ts';
import type {LineRunner} from '../state/local-command.ts';
import type {Scroll} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {Hit} from '../text/row.ts';

export type CommandPorts = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly link: Link;
  readonly view: Measures;
  readonly terminal: TerminalPort;
  readonly newKey: () => string;
  /** False for `--plain`, which can't show how a line is read while it is typed. */
  readonly draws: boolean;
};

/** The current time by the daemon's clock; the state holds the time of its last change. */
export const exactNow = ({clock, store}: CommandPorts): EpochMs => clock.now() + store.get().ui.clockOffsetMs;

/** Facts that only the layout knows: how far things scroll. */
export interface Measures {
  scrolled(state: AppState, by: number, unit: 'rows' | 'screens'): Scroll;
  /** True if less than a screen of held rows remains above or below. */
  isNear(state: AppState, edge: 'start' | 'end'): boolean;
  /** The transcript's position at the first held message. */
  oldest(state: AppState): Scroll;
  /** The items of the open conversation, oldest first. */
  items(state: AppState): readonly Item[];
  /** Holds the transcript's position when an item is selected. */
  pinned(state: AppState): Scroll;
  /** The nearest position that shows an item. */
  revealed(state: AppState, item: string): Scroll;
  /** The newest selectable item on the screen. */
  lastOnScreen(state: AppState): string | undefined;
  /** The target of a click on a cell; undefined where nothing can be clicked. */
  hitAt(state: AppState, x: number, y: number): Hit | undefined;
  /** Number of list rows that fit on the screen. */
  listHeight(state: AppState): number;
}

interface TerminalPort {
  repaint(): void;
  suspend(): void;
  leave(): void;
  /** Copies a text to the clipboard; resolves with a sentence about how, which claims no more than is known. */
  copy(text: string): Promise<string>;
  /** Shows a text in the person's pager; resolves with an error sentence, if any. */
  page(text: string): Promise<string | undefined>;
  /** Opens a text in the person's editor; resolves with the new text, or with an error sentence. */
  editText(text: string): Promise<{readonly text: string} | {readonly problem: string}>;
  /** Opens a file in the person's editor; resolves with an error sentence, if any. */
  editFile(path: string): Promise<string | undefined>;
  /** Lends the terminal to a command line; resolves with an error sentence, if any. */
  runOnScreen(line: string): Promise<string | undefined>;
  readonly lines: LineRunner;
  /** The names in a folder of this machine; those of folders end with a slash. */
  namesIn(path: string): readonly string[];
  /** The text file with this path, or the sentence why it can't be in a message; undefined if there is none. */
  readFile(path: string): FileChip | UnreadFile | undefined;
  /** Writes a new file in the working directory, never over another; resolves with its path. */
  saveFile(name: string, text: string): Promise<string>;
}
