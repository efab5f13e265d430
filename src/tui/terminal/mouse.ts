// Captures the mouse while the setting says so. In zen mode the terminal's own selection needs it.
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {MOUSE_OFF, MOUSE_ON, type TerminalOutput, writeQuietly} from './terminal-modes.ts';

/** `aside`: whether another program has the terminal. A repaint follows once it is back. */
export const startMouse = (store: AppStore, stdout: TerminalOutput, aside: () => boolean): Disposable => {
  let captured = false;
  let paints = -1;
  const follow = (): void => {
    const state = store.get();
    const wanted = wantsMouse(state);
    const isRepaint = state.ui.paints !== paints;
    if (aside() || (wanted === captured && !(wanted && isRepaint))) return;
    captured = wanted;
    paints = state.ui.paints;
    writeQuietly(stdout, wanted ? MOUSE_ON : MOUSE_OFF);
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      if (captured) writeQuietly(stdout, MOUSE_OFF);
    },
  };
};

const wantsMouse = ({ui}: AppState): boolean => ui.mouse && !ui.zen;
