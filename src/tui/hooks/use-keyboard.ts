// Forwards keys and pastes from Ink to the commands, each key by its name.
import {useInput, usePaste} from 'ink';
import {useSyncExternalStore} from 'react';
import type {Commands} from '../commands/commands.ts';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {keystrokeOf} from './keystroke.ts';

export const useKeyboard = (commands: Commands): void => {
  useInput((input, key) => {
    const keystroke = keystrokeOf(input, key);
    if (keystroke !== undefined) commands.press(keystroke);
  });
  usePaste(text => commands.paste(text));
};

/** The state for components: a store change triggers a new render. */
export const useAppState = (store: AppStore): AppState => useSyncExternalStore(store.subscribe, store.get);
