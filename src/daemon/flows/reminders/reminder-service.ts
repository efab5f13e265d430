// Keeping reminders: set, list, cancel, snooze, move, done. The same deeds serve the tool, the command and the screen; who
// asks decides what they may touch.

import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs.ts';
import {formatIn} from '../../../shared/time/format-time.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import {hasMoment, momentReader, type ResolveWhen, timedBy} from '../../schedule/moments/read-moment.ts';
import {markedCancelled, markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import type {ReminderService} from './reminder-actions.ts';
import {createSetting, type SetReminderDeps} from './set-reminder.ts';

type KeepRemindersDeps = Omit<SetReminderDeps, 'instantOf'> & {readonly resolveWhen: ResolveWhen};

const EDITABLE = ['fireAt', 'message', 'mode'] as const;

export const createReminderService = (deps: KeepRemindersDeps): ReminderService => {
  const {store, clock} = deps;
  const instantOf = momentReader(deps);

  const own = (id: ReminderId, actor: Actor): Reminder => {
    const reminder = store.reminders.get(id);
    // Somebody else's is not told from one that is not there.
    if (reminder === undefined || !mayTouch(reminder, actor)) {
      throw new GatewayError('not_found', `There is no reminder ${id}.`);
    }
    return reminder;
  };

  const change = async (
    id: ReminderId,
    actor: Actor,
    next: (reminder: Reminder) => Reminder,
    type: 'reminder.cancelled' | 'reminder.snoozed' | 'reminder.done' | 'reminder.edited',
  ): Promise<Reminder> => {
    const changed = await store.transactBatched(emit => {
      const before = own(id, actor);
      const reminder = next(before);
      store.reminders.update(reminder);
      const about = {session: actor.session, ...askedFor(actor, id), reminder};
      const changed = EDITABLE.filter(field => reminder[field] !== before[field]);
      emit(type === 'reminder.edited' ? {type, ...about, changed} : {type, ...about});
      return reminder;
    });
    deps.reschedule(changed.fireAt);
    return changed;
  };

  return {
    set: createSetting({...deps, instantOf}),
    list: ({user, before, after, limit = 100, ...filter}, actor) => {
      const whose = actor.operator ? user : actor.user;
      if (!actor.operator && whose === undefined) return [];
      // Somebody else's is no place in one's own list.
      for (const cursor of [before, after]) if (cursor !== undefined) own(cursor, actor);
      return store.reminders.list({
        ...filter,
        ...present({user: whose, before, after}),
        limit,
      });
    },
    get: own,
    cancel: (id, actor) =>
      change(
        id,
        actor,
        // One that fired is over, unless it still nags.
        reminder =>
          markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder),
        'reminder.cancelled',
      ),
    snooze: async (id, moment, actor) => {
      const read = await instantOf(moment, own(id, actor).zone);
      const move = (reminder: Reminder): Reminder =>
        snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), read.at, clock.now());
      return timedBy(await change(id, actor, move, 'reminder.snoozed'), read);
    },
    done: async (id, actor) => {
      // Said twice, it was done the first time.
      const now = own(id, actor);
      if (now.state === 'done') return now;
      const done = (reminder: Reminder): Reminder =>
        markedDone(expecting(reminder, ['pending', 'firing', 'fired', 'done'], 'done'));
      return change(id, actor, done, 'reminder.done');
    },
    edit: async (id, {message, mode, ...moment}, actor) => {
      const read = hasMoment(moment) ? await instantOf(moment, own(id, actor).zone) : undefined;
      if (message?.trim() === '') throw new GatewayError('invalid', 'Say what to be reminded of.');
      const edited = (reminder: Reminder): Reminder => ({
        ...expecting(reminder, ['pending'], 'changed'),
        ...present({message, mode}),
        ...present({fireAt: read?.at}),
      });
      return timedBy(await change(id, actor, edited, 'reminder.edited'), read);
    },
    understand: async (when, actor, id) => {
      const zone = id === undefined ? deps.zoneOf(deps.person(actor.user)?.name) : own(id, actor).zone;
      const {at, note} = await instantOf({when}, zone);
      const words = formatIn(at, clock.now(), zone, {zoned: true});
      return {at, zone, understood: note === undefined ? words : `${words} (${note})`};
    },
  };
};

const mayTouch = (reminder: Reminder, actor: Actor): boolean =>
  actor.operator || (actor.user !== undefined && reminder.user === actor.user);

const expecting = (reminder: Reminder, states: readonly ReminderState[], deed: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `${reminder.state} already`;
  throw new GatewayError('conflict', `Reminder ${reminder.id} cannot be ${deed}: it is ${now}.`);
};
