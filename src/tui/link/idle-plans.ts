// Polls the plans of idle conversations and the expected pings, which no event carries: while a list shows them, when
// it opens, after changes and when a ping is due, at a limited rate.
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {AppStore} from '../store/reduce-app.ts';

type IdlePlansDeps = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly refreshStatus: () => Promise<void>;
};

export const startIdlePlans = ({store, clock, refreshStatus}: IdlePlansDeps): Disposable => {
  let known: readonly unknown[] | undefined;
  let askedAt: EpochMs | undefined;
  let timer: Disposable | undefined;

  const ask = (): void => {
    timer = undefined;
    askedAt = clock.now();
    void refreshStatus();
  };

  const follow = (): void => {
    const {gateway, ui} = store.get();
    const isShown = ui.view === 'timeline' || ui.view === 'plan';
    if (ui.connection.kind !== 'live' || !isShown) {
      known = undefined;
      return;
    }
    const isDue = (ui.status?.expected ?? []).some(({dueAt, overdueAt}) => overdueAt === undefined && dueAt <= ui.now);
    const now = [ui.view, gateway.sessions, gateway.runs, isDue];
    if (known !== undefined && now.every((item, index) => item === known?.[index])) return;
    known = now;
    const wait = askedAt === undefined ? 0 : Math.max(0, askedAt + PAUSE_MS - clock.now());
    timer ??= clock.after(wait, ask);
  };

  const unsubscribe = store.subscribe(follow);
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      timer?.[Symbol.dispose]();
    },
  };
};

const PAUSE_MS = SECOND;
