// Loads the cron jobs' later occurrences: while the timeline is shown, and again when a job changes or a day begins.

import {fromWire} from '../../shared/events/wire.ts';
import {DAY, isoOf} from '../../shared/time/time.ts';
import {daemonNow} from '../state/selectors.ts';
import type {CronWindow} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

export type WindowsDeps = {readonly store: AppStore; readonly call: GatewayClient['call']};

export const startWindows = ({store, call}: WindowsDeps): Disposable => {
  let asked: {readonly jobs: unknown; readonly day: string} | undefined;

  const follow = (): void => {
    const state = store.get();
    const {view, connection} = state.ui;
    if (connection.kind !== 'live') {
      asked = undefined;
      return;
    }
    const {cron: jobs} = state.gateway;
    const day = new Date(daemonNow(state)).toDateString();
    if (view !== 'timeline' || (asked?.jobs === jobs && asked.day === day)) return;
    asked = {jobs, day};
    void ask(endOfTomorrow(daemonNow(state)));
  };

  const ask = async (until: number): Promise<void> => {
    try {
      const {windows} = await call('cron.windows', {until: isoOf(until)});
      store.dispatch({type: 'windows', windows: windows.map(window => fromWire<CronWindow>(window))});
    } catch {
      // Each job's next occurrence is known anyway.
    }
  };

  const unsubscribe = store.subscribe(follow);
  return {[Symbol.dispose]: unsubscribe};
};

/** In this machine's zone, whose days divide the list. */
const endOfTomorrow = (now: number): number => {
  const date = new Date(now + DAY);
  return date.setHours(23, 59, 59, 999);
};
