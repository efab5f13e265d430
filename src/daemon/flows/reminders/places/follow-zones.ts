// Moves series that follow their person after that person's zone changed: in the configuration, or with the machine's
// zone since the last start.
import type {Core} from '../../../core.ts';
import {published} from '../../../schedule/series/advance.ts';
import {hasZone, inZone} from '../../../schedule/series/zones.ts';

type Following = Pick<Core, 'store' | 'clock' | 'log'> & {
  readonly instants: Core['times']['instants'];
  readonly zoneOf: Core['people']['zoneOf'];
};

/** Returns whether any was moved. All of them move in one transaction. */
export const followZones = ({store, clock, log, instants, zoneOf}: Following): boolean => {
  const leaving = store.reminders
    .following()
    .filter(reminder => hasZone(reminder) && reminder.zone !== zoneOf(reminder.user));
  if (leaving.length === 0) return false;
  store.transact(emit => {
    for (const before of leaving) {
      const reminder = inZone(before, zoneOf(before.user), clock.now(), instants);
      store.reminders.update(reminder, before);
      emit({
        type: 'reminder.edited',
        session: reminder.sourceSession,
        cause: reminder.id,
        reminder: published(reminder),
        changed: ['fireAt', 'repeat'],
        because: 'zone',
      });
    }
  });
  log.info({series: leaving.length}, "A person's time zone changed. The reminders that follow them moved along.");
  return true;
};
