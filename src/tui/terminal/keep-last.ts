// Keeps the daemon's state in a file while it is connected, and shows the kept one when the daemon can't be reached at
// the start.
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {lastStateOf} from '../state/last-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {ClientFiles} from './client-files.ts';

/** `onBroken`: the file couldn't be written, which is for the log. */
export const keepLast = (
  store: AppStore,
  files: Pick<ClientFiles, 'saveLast' | 'loadLast'>,
  clock: Clock,
  onBroken: (thrown: unknown) => void,
): Disposable => {
  let timer: Disposable | undefined;
  let saved: number | undefined;
  let looked = false;
  let wasLive = false;

  const save = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    const state = store.get();
    if (state.gateway.seq === saved) return;
    const last = lastStateOf(state, clock.now() + state.ui.clockOffsetMs);
    if (last === undefined) return;
    saved = state.gateway.seq;
    try {
      files.saveLast(last);
    } catch (thrown) {
      onBroken(new Error(`couldn't keep the last state: ${errorMessage(thrown)}`));
    }
  };

  const show = (): void => {
    if (looked || store.get().gateway.seq !== undefined) return;
    looked = true;
    const last = files.loadLast();
    if (last !== undefined) store.dispatch({type: 'last-state', last});
  };

  // A daemon that starts needs a moment; one that doesn't answer may need long to say so.
  const slow = clock.after(SECOND, show);

  const follow = (): void => {
    const {gateway, ui} = store.get();
    const isLive = ui.connection.kind === 'live';
    if (isLive && gateway.seq !== saved) timer ??= clock.after(EVERY_MS, save);
    else if (ui.connection.kind === 'lost') {
      if (wasLive) save();
      show();
    }
    wasLive = isLive;
  };

  const unsubscribe = store.subscribe(follow);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      slow[Symbol.dispose]();
      timer?.[Symbol.dispose]();
      if (wasLive) save();
    },
  };
};

const EVERY_MS = 30 * SECOND;
