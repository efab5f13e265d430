// A reminder that nobody answered is said again: where it was told, in its own words, each time under a key of its own. What was said
// last has to be out before.
import type {Reminder} from '../../../shared/records/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {nagged, naggedLater, quiet} from '../../schedule/reminder-moves.ts';
import type {Announcer} from '../announce.ts';

type NagDeps = Pick<World, 'store'> & {readonly announcer: Pick<Announcer, 'putDirectly'>};

/** In the transaction at hand. */
export const nagAbout = ({store, announcer}: NagDeps, before: Reminder, now: EpochMs, emit: Emit): void => {
  const run = before.runId === undefined ? undefined : store.runs.get(before.runId);
  if (before.state !== 'fired' || run === undefined) {
    store.reminders.update(quiet(before));
    return;
  }
  if (store.deliveries.ofRun(run.id).some(({state}) => state === 'queued' || state === 'sending')) {
    store.reminders.update(naggedLater(before, now));
    return;
  }
  const {reminder, last} = nagged(before, now);
  const words = reminder.mode === 'verbatim' ? reminder.message : `Reminder: ${reminder.message}`;
  const text = last ? `${words}\n\n${LAST_NAG}` : words;
  const announcement = {
    run,
    source: {kind: 'reminder', name: reminder.id},
    text,
    plain: true,
    again: reminder.nags ?? 1,
  } as const;
  for (const address of reminder.delivery) announcer.putDirectly(announcement, address, emit);
  store.reminders.update(reminder);
  emit({type: 'reminder.nagged', session: reminder.sourceSession, cause: reminder.id, reminder, last});
};

const LAST_NAG = '(This was the last time; I leave it at that.)';
