// Changes a stored reminder on behalf of somebody: checks whose it is, publishes the change, and keeps it for undo.

import {channelOf} from '../../../shared/records/address.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {type Reminder, reminder, type UndoneReminder} from '../../../shared/records/jobs/jobs.ts';
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import {editableFields} from '../../../shared/records/record.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {type Actor, askedFor, effectOf, keepEffect} from '../../routing/actor.ts';
import {markedFired} from '../../schedule/reminder-moves.ts';
import {dependsOnWorld, isSeries, published} from '../../schedule/series/advance.ts';
import {withNewCalendar} from '../../schedule/series/changes.ts';
import {markAnswered, markAnswerUndone} from './mark-answered.ts';
import {forgetChange, isUnchanged, keepForUndo, lastChange, UNDOABLE} from './undo-change.ts';
import {bringBackAnswered, withdrawAnswered} from './withdraw-answered.ts';

type PlainChange = {
  readonly type:
    | 'reminder.cancelled'
    | 'reminder.snoozed'
    | 'reminder.done'
    | 'reminder.edited'
    | 'reminder.paused'
    | 'reminder.resumed';
};
type ReminderChange = PlainChange | {readonly type: 'reminder.skipped'; readonly skippedAt: EpochMs};

type ReminderChanges = {
  /** Throws if it doesn't exist or isn't the actor's. */
  readonly own: (id: ReminderId, actor: Actor) => Reminder;
  /**
   * Calls `next` inside the transaction, with the current reminder. If it returns the same reminder, nothing changes.
   */
  readonly change: (
    id: ReminderId,
    actor: Actor,
    next: (reminder: Reminder) => Reminder,
    asChange: PlainChange['type'] | ((before: Reminder) => ReminderChange),
  ) => Promise<Reminder>;
  readonly undo: (actor: Actor, id?: ReminderId) => Promise<UndoneReminder>;
};

export const createReminderChanges = (core: Core): ReminderChanges => {
  const {store, clock, reschedule} = core;
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
        if (effectOf(store.cursors, actor) !== undefined) return before;
        const reminder = next(before);
        if (reminder === before) return before;
        store.reminders.update(reminder);
        const fact = typeof asChange === 'string' ? {type: asChange} : asChange(before);
        const about = {session: actor.session, ...askedFor(actor, id), reminder: published(reminder)};
        if (fact.type === 'reminder.edited') {
          emit({type: fact.type, ...about, changed: EDITABLE.filter(field => reminder[field] !== before[field])});
        } else emit({...fact, ...about});
        // Moving the next occurrence is no answer to the open one.
        if (fact.type !== 'reminder.edited') withdrawAnswered(store, before, reminder, emit);
        const channel = actor.origin === undefined ? 'terminal' : channelOf(actor.origin);
        markAnswered(store, {before, after: reminder, type: fact.type, at: clock.now(), channel}, emit);
        keepEffect(store.cursors, actor, id);
        const kind = UNDOABLE[fact.type];
        if (kind !== undefined)
          keepForUndo(store.cursors, actor, {at: clock.now(), before, after: reminder, change: kind});
        return reminder;
      });
      reschedule(changed.fireAt);
      return changed;
    },
    undo: async (actor, id) => {
      const undone = await store.transactBatched((emit): UndoneReminder => {
        const already = effectOf(store.cursors, actor)?.split(' ');
        if (already !== undefined) {
          const [known, change] = already as [ReminderId, UndoneReminder['undone']];
          return {...own(known, actor), undone: change};
        }
        const last = lastChange(store.cursors, actor, clock.now());
        const {before} = last;
        if (id !== undefined && id !== before.id)
          throw new GatewayError('conflict', 'Another reminder has changed since. Nothing was undone.', {
            fault: 'changed-since',
          });
        for (const change of [last, ...(last.more ?? [])]) {
          if (isUnchanged(own(change.before.id, actor), change)) continue;
          throw new GatewayError('conflict', `Reminder ${change.before.id} has changed since. Nothing was undone.`, {
            fault: 'changed-since',
          });
        }
        const reminder = restored(core, before);
        store.reminders.update(reminder);
        bringBackAnswered(store, reminder, clock.now(), emit);
        markAnswerUndone(store, reminder, emit);
        for (const {before: other} of last.more ?? []) {
          const back = restored(core, other);
          store.reminders.update(back);
          const about = {session: actor.session, ...askedFor(actor, other.id), reminder: published(back)};
          emit({type: 'reminder.undone', ...about, undone: last.change});
        }
        forgetChange(store.cursors, actor);
        // A call that is carried on after a crash has the same answer.
        keepEffect(store.cursors, actor, [before.id, ...(last.change === undefined ? [] : [last.change])].join(' '));
        const about = {session: actor.session, ...askedFor(actor, before.id)};
        emit({type: 'reminder.undone', ...about, reminder: published(reminder), undone: last.change});
        return {...reminder, undone: last.change};
      });
      reschedule(clock.now());
      return undone;
    },
  };
};

/** As before the change. Its run may have ended since, and the place of its sun may have changed. */
const restored = ({store, clock, times: {instants}}: Core, before: Reminder): Reminder => {
  const now = clock.now();
  const isAtWork = before.runId !== undefined && store.runs.get(before.runId)?.status === 'running';
  const reminder = before.state === 'firing' && !isAtWork ? markedFired(before, now) : before;
  // Events since then don't count.
  if (isWatching(reminder)) return {...reminder, followed: {...reminder.followed, seq: store.events.seq}};
  return isSeries(reminder) && dependsOnWorld(reminder.repeat) ? withNewCalendar(reminder, now, instants) : reminder;
};

const mayTouch = (reminder: Reminder, actor: Actor): boolean =>
  actor.operator || (actor.user !== undefined && reminder.user === actor.user);

const EDITABLE = editableFields(reminder);
