// Loads the cron jobs' later occurrences: while something shows them, and again when a job changes or a day begins.

import {fromWire} from '../../shared/fields/wire.ts';
import {DAY, isoOf} from '../../shared/time/time.ts';
import {daemonNow} from '../state/selectors.ts';
import type {JobOccurrence, UiState} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

type JobOccurrencesDeps = {readonly store: AppStore; readonly call: GatewayClient['call']};

export const startJobOccurrences = ({store, call}: JobOccurrencesDeps): Disposable => {
  let asked: {readonly jobs: unknown; readonly day: string; readonly week: boolean} | undefined;

  const follow = (): void => {
    const state = store.get();
    const {connection, week} = state.ui;
    if (connection.kind !== 'live') {
      asked = undefined;
      return;
    }
    const {cron: jobs} = state.gateway;
    const day = new Date(daemonNow(state)).toDateString();
    if (!isDrawn(state.ui) || (asked?.jobs === jobs && asked.day === day && asked.week === week)) return;
    asked = {jobs, day, week};
    void ask(endOfDay(daemonNow(state) + (week ? 7 : 1) * DAY));
  };

  const ask = async (until: number): Promise<void> => {
    try {
      const {windows} = await call('cron.windows', {until: isoOf(until)});
      store.update(ui => ({...ui, jobOccurrences: windows.map(occurrence => fromWire<JobOccurrence>(occurrence))}));
    } catch {
      // Each job's next occurrence is known anyway.
    }
  };

  const unsubscribe = store.subscribe(follow);
  return {[Symbol.dispose]: unsubscribe};
};

/** The timeline and the plan list them; a wide screen draws the day beside every view. */
const isDrawn = ({view, size}: UiState): boolean => view === 'timeline' || view === 'plan' || size.columns >= 120;

/** In this machine's zone, whose days divide the list. */
const endOfDay = (at: number): number => new Date(at).setHours(23, 59, 59, 999);
