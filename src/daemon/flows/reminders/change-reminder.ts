// Changes a stored reminder on behalf of somebody: checks whose it is, publishes the change, and keeps it for undo.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {World} from '../../ports/system.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import {published} from '../../schedule/series/advance.ts';
import {forgetChange, isUnchanged, keepForUndo, lastChange} from './undo-change.ts';

type ChangeDeps = Pick<World, 'store' | 'clock'> & {readonly reschedule: (at: EpochMs) => void};

type PlainChange = {
  readonly type:
    | 'reminder.cancelled'
    | 'reminder.snoozed'
    | 'reminder.done'
    | 'reminder.edited'
    | 'reminder.paused'
    | 'reminder.resumed';
};
type Change = PlainChange | {readonly type: 'reminder.skipped'; readonly skippedAt: EpochMs};

export type ReminderChanges = {
  /** Throws if it doesn't exist or isn't the actor's. */
  readonly own: (id: ReminderId, actor: Actor) => Reminder;
  /** Calls `next` inside the transaction, with the current reminder. If it returns the same reminder, nothing changes. */
  readonly change: (
    id: ReminderId,
    actor: Actor,
    next: (reminder: Reminder) => Reminder,
    asChange: PlainChange['type'] | ((before: Reminder) => Change),
  ) => Promise<Reminder>;
  readonly undo: (actor: Actor, id?: ReminderId) => Promise<Reminder>;
};

export const createReminderChanges = ({store, clock, reschedule}: ChangeDeps): ReminderChanges => {
  const own: ReminderChanges['own'] = (id, actor) => {
    const reminder = store.reminders.get(id);
    // Another user's reminder gives the same error as a missing reminder.
    if (reminder === undefined || !mayTouch(reminder, actor)) {
      throw new GatewayError('not_found', `No reminder ${id}.`);
    }
    return reminder;
  };

  return {
    own,
    change: async (id, actor, next, asChange) => {
      const changed = await store.transactBatched(emit => {
        const before = own(id, actor);
        const reminder = next(before);
        if (reminder === before) return before;
        store.reminders.update(reminder);
        const fact = typeof asChange === 'string' ? {type: asChange} : asChange(before);
        const about = {session: actor.session, ...askedFor(actor, id), reminder: published(reminder)};
        if (fact.type === 'reminder.edited') {
          emit({type: fact.type, ...about, changed: EDITABLE.filter(field => reminder[field] !== before[field])});
        } else emit({...fact, ...about});
        if (UNDOABLE.has(fact.type)) keepForUndo(store.cursors, actor, {at: clock.now(), before, after: reminder});
        return reminder;
      });
      reschedule(changed.fireAt);
      return changed;
    },
    undo: async (actor, id) => {
      const undone = await store.transactBatched(emit => {
        const last = lastChange(store.cursors, actor, clock.now());
        const {before} = last;
        if (id !== undefined && id !== before.id)
          throw new GatewayError('conflict', 'Another reminder has changed since. Nothing was undone.');
        const kept = own(before.id, actor);
        if (!isUnchanged(kept, last)) {
          throw new GatewayError('conflict', `Reminder ${before.id} has changed since. Nothing was undone.`);
        }
        store.reminders.update(before);
        forgetChange(store.cursors, actor);
        const about = {session: actor.session, ...askedFor(actor, before.id)};
        emit({type: 'reminder.undone', ...about, reminder: published(before)});
        return before;
      });
      reschedule(Math.min(undone.fireAt, undone.nextNagAt ?? undone.fireAt));
      return undone;
    },
  };
};

const mayTouch = (reminder: Reminder, actor: Actor): boolean =>
  actor.operator || (actor.user !== undefined && reminder.user === actor.user);

const EDITABLE = ['fireAt', 'message', 'mode', 'repeat', 'missed', 'nagMs', 'urgent', 'occurrence'] as const;
const UNDOABLE: ReadonlySet<string> = new Set([
  'reminder.snoozed',
  'reminder.cancelled',
  'reminder.done',
  'reminder.skipped',
  'reminder.edited',
]);
