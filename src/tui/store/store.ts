// The store: one state, one pure reducer, listeners. Key presses show at once. Daemon events are batched, so that fifty
// events a second are drawn twenty times.
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export type Store<S, A> = {
  readonly get: () => S;
  readonly set: (next: S, when?: 'now' | 'soon') => void;
  /** Changes the state at once. Listeners run now, or (`soon`) together with other changes within `paceMs`. */
  readonly dispatch: (action: A, when?: 'now' | 'soon') => void;
  readonly subscribe: (listener: () => void) => () => void;
};

type StoreDeps<S, A> = {
  readonly reduce: (state: S, action: A) => S;
  readonly initial: S;
  readonly clock: Clock;
  /** @default 50 */
  readonly paceMs?: number;
};

export const createStore = <S, A>({reduce, initial, clock, paceMs = 50}: StoreDeps<S, A>): Store<S, A> => {
  let state = initial;
  let announced = initial;
  let announcedAt: EpochMs = Number.NEGATIVE_INFINITY;
  let waiting: Disposable | undefined;
  const listeners = new Set<() => void>();

  const announce = () => {
    waiting?.[Symbol.dispose]();
    waiting = undefined;
    if (state === announced) return;
    announced = state;
    announcedAt = clock.now();
    for (const listener of listeners) listener();
  };

  const set = (next: S, when: 'now' | 'soon' = 'now'): void => {
    state = next;
    if (state === announced) return;
    const since = clock.now() - announcedAt;
    if (when === 'now' || since >= paceMs || since < 0) announce();
    else waiting ??= clock.after(paceMs - since, announce);
  };

  return {
    get: () => state,
    set,
    dispatch: (action, when) => set(reduce(state, action), when),
    subscribe: listener => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
