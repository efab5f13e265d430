// History is bounded, by count and by age. What is over is forgotten a while after something new has come, and little at a time:
// whatever is due does not wait for it.
import {errorMessage} from '../../shared/records/gateway-error.ts';
import {DAY, SECOND} from '../../shared/time/time.ts';
import type {World} from '../ports/system.ts';
import {forgetTranscripts} from '../turns/run-transcript.ts';

type Forgetter = Disposable & {
  /** Something came that makes something else too old, or one too many. */
  readonly soon: () => void;
};

/**
 * Forgets reminders that are over, their runs, and what was said in those; alarms that are over, and their runs; and deliveries that arrived or were discarded by hand.
 * What is still to come, and what has not reached its person, keeps all of its own.
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
        // What was said in their turns is their conversation's, and stays.
        for (const {id} of store.alarms.prune(bounds))
          store.runs.prune({kind: 'alarm', name: id, keep: 0, before: bounds.before});
        const ended = store.deliveries.prune({...bounds, limit: MOST_OF_AN_END});
        return ended >= MOST_OF_AN_END || removed.length === MOST_AT_ONCE;
      });
      if (isMore) soon();
    } catch (error) {
      // It is tried again with the next one; nobody waits for it.
      log.warn({reason: errorMessage(error)}, 'What is over could not be forgotten.');
    }
  };

  const soon = (): void => {
    timer ??= clock.after(PAUSE_MS, forget);
  };

  return {
    soon,
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

const MOST_KEPT = 20_000;
const LONGEST_KEPT_MS = 90 * DAY;
/** So few that it takes no time. */
const MOST_AT_ONCE = 300;
const MOST_OF_AN_END = 100;
const PAUSE_MS = 2 * SECOND;
