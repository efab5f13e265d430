// The one timer of the screen. It wakes when a text that is to be seen changes by itself (a countdown, the age of a turn, the
// end of a notice) and not before; when nothing counts there is no timer at all.
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from './reduce-app.ts';

export const startTicker = (
  store: AppStore,
  clock: Clock,
  nextChangeAt: (state: AppState, now: EpochMs) => EpochMs | undefined,
): Disposable => {
  let timer: Disposable | undefined;
  let armedFor: EpochMs | undefined;

  const arm = (): void => {
    const at = nextChangeAt(store.get(), store.get().ui.now);
    if (at === armedFor) return;
    timer?.[Symbol.dispose]();
    armedFor = at;
    timer =
      at === undefined ? undefined : clock.after(Math.max(SHORTEST_MS, Math.min(at - clock.now(), LONGEST_MS)), fire);
  };

  const fire = (): void => {
    armedFor = undefined;
    store.dispatch({type: 'tick', now: clock.now()});
    arm();
  };

  const unsubscribe = store.subscribe(arm);
  arm();
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      timer?.[Symbol.dispose]();
    },
  };
};

/** A timer that is a little early must not make the next one spin. */
const SHORTEST_MS = 5;
/** A machine that was suspended finds out soon enough. */
const LONGEST_MS = 60_000;
