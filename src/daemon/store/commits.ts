// Transactions that span nouns: what must be true together is committed together, and told to listeners after the commit, in the
// order of the events' numbers.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Emit, Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';
import {createLogEmptier} from './empty-log.ts';
import {createSharedCommits, doneBy, type Work} from './shared-commits.ts';
import type {EventLog} from './tables/events.ts';

type Commits = Pick<Store, 'transact' | 'transactBatched' | 'onCommitted'> & {
  /** Commits now whatever waits for a shared commit. */
  flush(): void;
};

type CommitsDeps = {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly log: Log;
};

export const createCommits = ({database, events, clock, log}: CommitsDeps): Commits => {
  const listeners = new Set<Listener>();
  const unpublished: (readonly GatewayEvent[])[] = [];
  const emptyLogSoon = createLogEmptier({database, clock, log});
  let isPublishing = false;

  const emit: Emit = fact => events.append(fact);

  const transact = <T>(work: Work<T>): T => {
    const isOutermost = !database.inTransaction;
    const before = events.mark();
    let result: T;
    try {
      result = database.transaction(() => {
        const outcome = doneBy(work, emit);
        if (isOutermost) events.write();
        return outcome;
      });
    } catch (error) {
      events.rewind(before);
      throw error;
    }
    if (isOutermost) {
      publish(events.settle());
      emptyLogSoon();
    }
    return result;
  };

  /** A listener may commit something itself: its events wait until everyone has heard these. */
  const publish = (committed: readonly GatewayEvent[]): void => {
    if (committed.length > 0) unpublished.push(committed);
    if (isPublishing) return;
    isPublishing = true;
    try {
      for (let batch = unpublished.shift(); batch !== undefined; batch = unpublished.shift()) tell(batch);
    } finally {
      isPublishing = false;
    }
  };

  const tell = (batch: readonly GatewayEvent[]): void => {
    for (const listener of [...listeners]) {
      // What was committed before someone began to listen is what they have read from the store already.
      if ((batch[0]?.seq ?? 0) <= listener.since || !listeners.has(listener)) continue;
      try {
        listener.hear(batch);
      } catch (error) {
        log.error({err: error, reason: errorMessage(error)}, 'A listener failed on what was committed.');
      }
    }
  };

  return {
    transact,
    ...createSharedCommits(transact),
    onCommitted: hear => {
      const listener = {hear, since: events.seq};
      listeners.add(listener);
      return {
        [Symbol.dispose]: () => {
          listeners.delete(listener);
        },
      };
    },
  };
};

type Listener = {readonly hear: (events: readonly GatewayEvent[]) => void; readonly since: number};
