// The terminal's title: the unread count and the open conversation. The old title returns at the end, if the terminal
// can save it.
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
  const content = `${agentOfSession(key)}: ${title}`.replaceAll(/[\x00-\x1f\x7f-\x9f]+/gu, ' ').slice(0, 60);
  return unread === 0 ? content : `(${unread}) ${content}`;
};

/** Saves the title on the terminal's own stack; its counterpart restores it. */
const KEEP_TITLE = '\x1b[22;0t';
const TITLE_BACK = '\x1b[23;0t';
