// Recomputes the next instants of series that depend on the configuration: the place of the sun, or the region of the
// holidays. The configuration may also have changed while the daemon was down.
import type {World} from '../../../ports/system.ts';
import {type Instants, isSeries, published} from '../../../schedule/series/advance.ts';
import {withNewCalendar} from '../../../schedule/series/changes.ts';

type RecomputeDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly instants: Instants;
  /** The place and the region in force, as text. */
  readonly surroundings: () => string;
};

/** Returns whether any series has other instants now. Does nothing if place and region are those of the last call. */
export const recomputeSeries = ({store, clock, log, instants, surroundings}: RecomputeDeps): boolean => {
  const now = surroundings();
  if (now === (store.cursors.get(LAST) ?? NOWHERE)) return false;
  return store.transact(emit => {
    store.cursors.set(LAST, now);
    const moved = store.reminders.seriesOfWorld().flatMap(before => {
      const reminder = isSeries(before) ? withNewCalendar(before, clock.now(), instants) : before;
      return reminder === before ? [] : [{reminder, before}];
    });
    for (const {reminder, before} of moved) {
      store.reminders.update(reminder, before);
      emit({
        type: 'reminder.edited',
        session: reminder.sourceSession,
        cause: reminder.id,
        reminder: published(reminder),
        changed: reminder.fireAt === before.fireAt ? [] : ['fireAt'],
        because: 'configuration',
      });
    }
    if (moved.length > 0)
      log.info({series: moved.length}, 'The place or region changed, and with it the times of some reminders.');
    return moved.length > 0;
  });
};

const LAST = 'series.world';
/** A database from before, or a new one: its instants are those of a configuration without place and region. */
const NOWHERE = '{}';
