// Saves drafts and unsent messages shortly after a change, and the input history at once. Disposing writes the latest
// state.

import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {UiState} from '../state/ui-state.ts';
import {unreadIn} from '../store/missed.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {addToast} from '../store/ui-changes.ts';
import type {ClientFiles} from './client-files.ts';
import {clientStateOf} from './client-state.ts';

export const keepState = (store: AppStore, files: ClientFiles, clock: Clock): Disposable => {
  let kept = store.get().ui;
  let remembered = kept.history.entries;
  let timer: Disposable | undefined;
  let failed = false;

  const attempt = (write: () => void): void => {
    try {
      write();
      failed = false;
    } catch (thrown) {
      // Reported once; the terminal UI continues.
      if (!failed) {
        const text = `couldn't save drafts: ${errorMessage(thrown)}`;
        failed = true;
        store.update(addToast({tone: 'warn', text, now: clock.now()}));
      }
    }
  };

  const save = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    const {ui, gateway} = store.get();
    // A terminal UI that never reached a daemon has seen nothing, so the stored unread count stays.
    const unread = gateway.seq === undefined ? (ui.unreadThen ?? 0) : unreadIn(gateway.sessions.values());
    kept = ui;
    attempt(() => files.save(clientStateOf(ui, clock.now(), unread)));
  };

  const follow = (): void => {
    const {ui} = store.get();
    const {entries} = ui.history;
    if (entries !== remembered) {
      const newest = entries.at(-1);
      const isNew = newest !== undefined && newest !== remembered.at(-1);
      remembered = entries;
      if (isNew) attempt(() => files.appendHistory(newest));
    }
    // Asked once, even if the program is killed right after.
    if (ui.setupAsked && !kept.setupAsked) save();
    else if (!same(kept, ui)) timer ??= clock.after(SAVE_AFTER_MS, save);
  };

  const unsubscribe = store.subscribe(follow);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      save();
    },
  };
};

const same = (a: UiState, b: UiState): boolean =>
  a.editors === b.editors &&
  a.sends === b.sends &&
  a.bell === b.bell &&
  a.silent === b.silent &&
  a.quietUntil === b.quietUntil &&
  a.motion === b.motion &&
  a.toolDetail === b.toolDetail &&
  a.thinkingDetail === b.thinkingDetail &&
  a.look === b.look &&
  a.mouse === b.mouse &&
  a.session === b.session &&
  a.scroll === b.scroll &&
  a.view === b.view &&
  a.lists === b.lists &&
  a.uses === b.uses &&
  a.recent === b.recent;

const SAVE_AFTER_MS = 300;
