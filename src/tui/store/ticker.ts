// The screen's only timer. It fires when visible text changes with time (a countdown, a turn's age, a toast's end).
// Without such text there is no timer.
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from './reduce-app.ts';
import {passTime} from './ui-changes.ts';

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
    store.update(passTime(clock.now()));
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

/** Prevents a busy loop when a timer fires slightly early. */
const SHORTEST_MS = 5;
/** Limits the delay after the machine was suspended. */
const LONGEST_MS = 60_000;
