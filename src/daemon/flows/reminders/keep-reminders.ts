// Keeping reminders: set, list, cancel, snooze, move, done. The same deeds serve the tool, the command and the screen; who
// asks decides what they may touch.
import {GatewayError} from '../../../shared/gateway-error.ts';
import {inWords} from '../../../shared/human-words.ts';
import type {ReminderId} from '../../../shared/ids.ts';
import type {Reminder, ReminderState} from '../../../shared/jobs.ts';
import {present} from '../../../shared/present.ts';
import {type Asker, askedFor} from '../../routing/asker.ts';
import {hasMoment, momentReader, type ResolveWhen, timedBy} from '../../schedule/read-moment.ts';
import {markedCancelled, markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import type {ReminderKeeper} from './reminder-deeds.ts';
import {createSetting, type SetReminderDeps} from './set-reminder.ts';

type KeepRemindersDeps = Omit<SetReminderDeps, 'instantOf'> & {readonly resolveWhen: ResolveWhen};

const EDITABLE = ['fireAt', 'message', 'mode'] as const;

export const createReminderKeeper = (deps: KeepRemindersDeps): ReminderKeeper => {
  const {store, clock} = deps;
  const instantOf = momentReader(deps);

  const own = (id: ReminderId, asker: Asker): Reminder => {
    const reminder = store.reminders.get(id);
    // Somebody else's is not told from one that is not there.
    if (reminder === undefined || !mayTouch(reminder, asker)) {
      throw new GatewayError('not_found', `There is no reminder ${id}.`);
    }
    return reminder;
  };

  const change = async (
    id: ReminderId,
    asker: Asker,
    next: (reminder: Reminder) => Reminder,
    type: 'reminder.cancelled' | 'reminder.snoozed' | 'reminder.done' | 'reminder.edited',
  ): Promise<Reminder> => {
    const changed = await store.transactSoon(emit => {
      const before = own(id, asker);
      const reminder = next(before);
      store.reminders.update(reminder);
      const about = {session: asker.session, ...askedFor(asker, id), reminder};
      const changed = EDITABLE.filter(field => reminder[field] !== before[field]);
      emit(type === 'reminder.edited' ? {type, ...about, changed} : {type, ...about});
      return reminder;
    });
    deps.recheck(changed.fireAt);
    return changed;
  };

  return {
    set: createSetting({...deps, instantOf}),
    list: ({user, before, after, limit = 100, ...filter}, asker) => {
      const whose = asker.operator ? user : asker.user;
      if (!asker.operator && whose === undefined) return [];
      // Somebody else's is no place in one's own list.
      for (const cursor of [before, after]) if (cursor !== undefined) own(cursor, asker);
      return store.reminders.list({
        ...filter,
        ...present({user: whose, before, after}),
        limit,
      });
    },
    get: own,
    cancel: (id, asker) =>
      change(
        id,
        asker,
        // One that fired is over, unless it still nags.
        reminder =>
          markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder),
        'reminder.cancelled',
      ),
    snooze: async (id, moment, asker) => {
      const read = await instantOf(moment, own(id, asker).zone);
      const move = (reminder: Reminder): Reminder =>
        snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), read.at, clock.now());
      return timedBy(await change(id, asker, move, 'reminder.snoozed'), read);
    },
    done: async (id, asker) => {
      // Said twice, it was done the first time.
      const now = own(id, asker);
      if (now.state === 'done') return now;
      const done = (reminder: Reminder): Reminder =>
        markedDone(expecting(reminder, ['pending', 'firing', 'fired', 'done'], 'done'));
      return change(id, asker, done, 'reminder.done');
    },
    edit: async (id, {message, mode, ...moment}, asker) => {
      const read = hasMoment(moment) ? await instantOf(moment, own(id, asker).zone) : undefined;
      if (message?.trim() === '') throw new GatewayError('invalid', 'Say what to be reminded of.');
      const edited = (reminder: Reminder): Reminder => ({
        ...expecting(reminder, ['pending'], 'changed'),
        ...present({message, mode}),
        ...present({fireAt: read?.at}),
      });
      return timedBy(await change(id, asker, edited, 'reminder.edited'), read);
    },
    understand: async (when, asker, id) => {
      const zone = id === undefined ? deps.zoneOf(deps.person(asker.user)?.name) : own(id, asker).zone;
      const {at, note} = await instantOf({when}, zone);
      const words = inWords(at, clock.now(), zone, {zoned: true});
      return {at, zone, understood: note === undefined ? words : `${words} (${note})`};
    },
  };
};

const mayTouch = (reminder: Reminder, asker: Asker): boolean =>
  asker.operator || (asker.user !== undefined && reminder.user === asker.user);

const expecting = (reminder: Reminder, states: readonly ReminderState[], deed: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `${reminder.state} already`;
  throw new GatewayError('conflict', `Reminder ${reminder.id} cannot be ${deed}: it is ${now}.`);
};
