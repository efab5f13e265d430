// The hooks of the components: keys and pastes, suspending the terminal, the state.
import {useApp, useInput, usePaste} from 'ink';
import {useEffect, useSyncExternalStore} from 'react';
import type {Commands} from '../commands/commands.ts';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {keystrokeOf} from './keystroke.ts';

/** Forwards keys and pastes from Ink to the commands, each key by its name. */
export const useKeyboard = (commands: Commands): void => {
  useInput((input, key) => {
    const keystroke = keystrokeOf(input, key);
    if (keystroke !== undefined) commands.press(keystroke);
  });
  usePaste(text => commands.paste(text));
};

/** The state for components: a store change triggers a new render. */
export const useAppState = (store: AppStore): AppState => useSyncExternalStore(store.subscribe, store.get);

export type SuspendTerminal = (meanwhile: () => void | Promise<void>) => Promise<void>;

/** Ink can release and retake the terminal only from inside a component: this exposes that. */
export const useSuspend = (register: (suspend: SuspendTerminal) => void): void => {
  const {suspendTerminal} = useApp();
  useEffect(() => {
    register(async meanwhile => {
      await suspendTerminal(async () => meanwhile());
    });
  }, [register, suspendTerminal]);
};
