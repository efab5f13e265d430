// The terminal's title: how much is unread, and which conversation is open. The title that was there comes back at the end,
// where the terminal can keep one.
import {agentOfSession} from '../../shared/records/session-key.ts';
import type {AppState} from '../state/app-state.ts';
import {openSession, unreadEverywhere} from '../state/selectors.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {type TerminalOutput, writeQuietly} from './terminal-modes.ts';

export const startTitle = (store: AppStore, stdout: TerminalOutput): Disposable => {
  let shown: string | undefined;
  const show = (): void => {
    const title = titleOf(store.get());
    if (title === shown) return;
    shown = title;
    writeQuietly(stdout, `\x1b]2;${title}\x1b\\`);
  };

  writeQuietly(stdout, KEEP_TITLE);
  show();
  const unsubscribe = store.subscribe(show);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      writeQuietly(stdout, TITLE_BACK);
    },
  };
};

/** `(3) rooster: main` */
const titleOf = (state: AppState): string => {
  const {key, title} = openSession(state);
  const unread = unreadEverywhere(state);
  const words = `${agentOfSession(key)}: ${title}`.replaceAll(/[\x00-\x1f\x7f-\x9f]+/gu, ' ').slice(0, 60);
  return unread === 0 ? words : `(${unread}) ${words}`;
};

/** Put upon the terminal's own stack, and taken from it again. */
const KEEP_TITLE = '\x1b[22;0t';
const TITLE_BACK = '\x1b[23;0t';
