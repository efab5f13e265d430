// Deletes old history, limited by count and age. It runs a while after new records, in small steps, so that due work
// never waits.
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {DAY, SECOND} from '../../shared/time/time.ts';
import type {World} from '../ports/system.ts';
import {forgetTranscripts} from '../turns/run-transcript.ts';

type Forgetter = Disposable & {
  /** A new record may make older ones surplus. */
  readonly schedule: () => void;
};

/**
 * Deletes ended reminders and alarms with their runs, the messages of these runs, and deliveries that arrived or were
 * discarded. Keeps everything that is pending or hasn't reached its person.
 */
export const createForgetter = ({store, clock, log}: Omit<World, 'ids'>): Forgetter => {
  let timer: Disposable | undefined;

  const forget = (): void => {
    timer = undefined;
    const bounds = {keep: MOST_KEPT, before: clock.now() - LONGEST_KEPT_MS, limit: MOST_AT_ONCE};
    try {
      const isMore = store.transact(() => {
        const removed = store.runs.pruneOfReminders(bounds);
        forgetTranscripts(store, removed);
        store.reminders.prune(bounds);
        // The messages of an alarm's turns belong to the conversation and stay.
        for (const {id} of store.alarms.prune(bounds))
          store.runs.prune({kind: 'alarm', name: id, keep: 0, before: bounds.before});
        store.escalations.prune(bounds.before);
        store.approvals.prune(bounds);
        const ended = store.deliveries.prune({...bounds, limit: MOST_OF_AN_END});
        return ended >= MOST_OF_AN_END || removed.length === MOST_AT_ONCE;
      });
      if (isMore) soon();
    } catch (error) {
      // The next call tries again.
      log.warn({reason: errorMessage(error)}, "Couldn't delete old records.");
    }
  };

  const soon = (): void => {
    timer ??= clock.after(PAUSE_MS, forget);
  };

  return {
    schedule: soon,
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

const MOST_KEPT = 20_000;
const LONGEST_KEPT_MS = 90 * DAY;
/** Few enough to take no noticeable time. */
const MOST_AT_ONCE = 300;
const MOST_OF_AN_END = 100;
const PAUSE_MS = 2 * SECOND;
