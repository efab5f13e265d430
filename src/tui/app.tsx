// The root component: reads the state, forwards keys, draws the screen. Holds no state and starts nothing.
import {Fragment} from 'react';
import type {Commands} from './commands/commands.ts';
import {type SuspendTerminal, useAppState, useKeyboard, useSuspend} from './hooks/hooks.ts';
import {ChatScreen, TooSmall} from './screens/chat-screen.tsx';
import type {ChatView} from './screens/chat-view.ts';
import type {AppStore} from './store/reduce-app.ts';
import {type TerminalLooks, themeFor} from './theme.ts';

type AppProps = {
  readonly store: AppStore;
  readonly view: ChatView;
  readonly commands: Commands;
  /** Properties of the terminal. */
  readonly looks: TerminalLooks;
  readonly onSuspend: (suspend: SuspendTerminal) => void;
};

export const App = ({store, view, commands, looks, onSuspend}: AppProps) => {
  const state = useAppState(store);
  useKeyboard(commands);
  useSuspend(onSuspend);
  const {size, look, background} = state.ui;
  const {columns, rows} = size;
  const theme = themeFor(looks, look, background);
  const frame = view.frame(state);
  // A new key remounts everything, which makes Ink redraw the screen.
  return (
    <Fragment key={state.ui.paints}>
      {frame.shape === 'tiny' ? (
        <TooSmall columns={columns} rows={rows} />
      ) : (
        <ChatScreen frame={frame} columns={columns} theme={theme} />
      )}
    </Fragment>
  );
};
