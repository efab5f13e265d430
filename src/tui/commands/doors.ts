// What commands act through: the daemon, the view's measures, the terminal.
import type {Clock} from '../../shared/clock.ts';
import type {Link} from '../link/link.ts';
import type {AppState} from '../store/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {Scroll} from '../store/ui-state.ts';

export type Doors = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly link: Link;
  readonly view: Measures;
  readonly terminal: TerminalDoor;
  readonly newKey: () => string;
};

/** What only the layout knows: how far things scroll. */
export interface Measures {
  scrolled(state: AppState, by: number, unit: 'rows' | 'screens'): Scroll;
  /** The oldest message that is held is on the screen. */
  atStart(state: AppState): boolean;
  overlayTop(state: AppState, top: number, by: number, unit: 'rows' | 'screens'): number;
  /** How many rows of a list are on the screen. */
  listHeight(state: AppState): number;
}

export interface TerminalDoor {
  repaint(): void;
  suspend(): void;
  leave(): void;
}
