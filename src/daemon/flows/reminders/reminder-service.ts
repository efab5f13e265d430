// Implements the reminder actions for the tool, the command and the screen. The caller decides which reminders are accessible.

import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {formatMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import {momentReader, type ResolveWhen, timedBy} from '../../schedule/moments/read-moment.ts';
import {markedCancelled, markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import {isSeries, nextOccurrence, published, type Series} from '../../schedule/series/advance.ts';
import {closed, meant, movedTo, paused, resumed, without} from '../../schedule/series/changes.ts';
import {edited} from './edit-reminder.ts';
import {previewOf} from './preview-reminder.ts';
import {readTime} from './read-time.ts';
import type {ReminderService} from './reminder-actions.ts';
import {createSetting, nagOf, noted, type SetReminderDeps} from './set-reminder.ts';
import {forgetChange, isUnchanged, keepForUndo, lastChange} from './undo-change.ts';

type KeepRemindersDeps = Omit<SetReminderDeps, 'instantOf'> & {readonly resolveWhen: ResolveWhen};

const EDITABLE = ['fireAt', 'message', 'mode', 'repeat', 'missed', 'nagMs', 'urgent', 'occurrence'] as const;

type Change =
  | {
      readonly type:
        | 'reminder.cancelled'
        | 'reminder.snoozed'
        | 'reminder.done'
        | 'reminder.edited'
        | 'reminder.paused'
        | 'reminder.resumed';
    }
  | {readonly type: 'reminder.skipped'; readonly skippedAt: EpochMs};

export const createReminderService = (deps: KeepRemindersDeps): ReminderService => {
  const {store, clock, instants} = deps;
  const instantOf = momentReader(deps);

  const own = (id: ReminderId, actor: Actor): Reminder => {
    const reminder = store.reminders.get(id);
    // Another user's reminder gives the same error as a missing reminder.
    if (reminder === undefined || !mayTouch(reminder, actor)) {
      throw new GatewayError('not_found', `No reminder ${id}.`);
    }
    return reminder;
  };

  /** Calls `next` inside the transaction, with the current reminder. */
  const change = async (
    id: ReminderId,
    actor: Actor,
    next: (reminder: Reminder) => Reminder,
    asChange: (before: Reminder) => Change,
  ): Promise<Reminder> => {
    const changed = await store.transactBatched(emit => {
      const before = own(id, actor);
      const reminder = next(before);
      if (reminder === before) return before;
      store.reminders.update(reminder);
      const fact = asChange(before);
      const about = {session: actor.session, ...askedFor(actor, id), reminder: published(reminder)};
      if (fact.type === 'reminder.edited') {
        emit({type: fact.type, ...about, changed: EDITABLE.filter(field => reminder[field] !== before[field])});
      } else emit({...fact, ...about});
      if (UNDOABLE.has(fact.type)) keepForUndo(store.cursors, actor, {at: clock.now(), before, after: reminder});
      return reminder;
    });
    deps.reschedule(changed.fireAt);
    return changed;
  };

  const changeSeries = (
    id: ReminderId,
    actor: Actor,
    verb: string,
    next: (series: Series) => Reminder,
    type: 'reminder.paused' | 'reminder.resumed',
  ): Promise<Reminder> =>
    change(
      id,
      actor,
      reminder => next(seriesOf(expecting(reminder, ['pending'], verb), verb)),
      () => ({type}),
    );

  return {
    set: createSetting({...deps, instantOf}),
    list: ({user, before, after, limit = 100, ...filter}, actor) => {
      const whose = actor.operator ? user : actor.user;
      if (!actor.operator && whose === undefined) return [];
      // Another user's reminder isn't a valid cursor.
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
        // A fired reminder can't be cancelled unless it still nags.
        reminder =>
          markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder),
        () => ({type: 'reminder.cancelled'}),
      ),
    snooze: async (id, moment, actor) => {
      const read = await instantOf(moment, own(id, actor).zone);
      const move = (reminder: Reminder): Reminder => {
        if (!isSeries(reminder))
          return snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), read.at, clock.now());
        const occurrence = reminder.occurrence ?? nextOccurrence(reminder);
        if (occurrence === undefined) throw atItsEnd(reminder);
        expecting(reminder, ['pending', 'fired'], 'snoozed');
        return movedTo(reminder, occurrence, {until: read.at, now: clock.now()}, instants);
      };
      return timedBy(await change(id, actor, move, () => ({type: 'reminder.snoozed'})), read);
    },
    done: async (id, actor) => {
      // A second «done» changes nothing.
      const done = (reminder: Reminder): Reminder => {
        if (reminder.state === 'done') return reminder;
        expecting(reminder, ['pending', 'firing', 'fired'], 'done');
        if (!isSeries(reminder)) return markedDone(reminder);
        if (reminder.occurrence !== undefined) return closed(reminder);
        if (reminder.firedAt !== undefined) return reminder;
        throw new GatewayError('conflict', `Reminder ${id} hasn't fired yet. Skip its next occurrence instead.`);
      };
      return await change(id, actor, done, () => ({type: 'reminder.done'}));
    },
    skip: async (id, at, actor) => {
      const wanted =
        at === undefined ? undefined : (instantOfIso(at) ?? (await instantOf({at}, own(id, actor).zone)).at);
      const which = (reminder: Reminder): EpochMs => {
        const series = seriesOf(expecting(reminder, ['pending', 'fired'], 'skipped'), 'skipped');
        const skippedAt = wanted ?? meant(series)?.at;
        if (skippedAt === undefined) throw atItsEnd(series);
        return skippedAt;
      };
      return await change(
        id,
        actor,
        reminder => without(seriesOf(reminder, 'skipped'), which(reminder), clock.now(), instants),
        before => ({type: 'reminder.skipped', skippedAt: which(before)}),
      );
    },
    pause: (id, actor) =>
      changeSeries(id, actor, 'paused', series => (series.paused ? series : paused(series)), 'reminder.paused'),
    resume: (id, actor) =>
      changeSeries(
        id,
        actor,
        'resumed',
        series => (series.paused ? resumed(series, clock.now(), instants) : series),
        'reminder.resumed',
      ),
    edit: async (id, {message, mode, scope, missed, nag, urgent, repeat, until, count, ...moment}, actor) => {
      const {zone} = own(id, actor);
      if (message?.trim() === '')
        throw new GatewayError('invalid', 'The reminder has no text. Say what to be reminded of.');
      const before = own(id, actor);
      const context = {now: clock.now(), zone, startAt: isSeries(before) ? undefined : before.fireAt};
      const read = await readTime({...moment, ...present({repeat})}, context, {...deps, instantOf});
      const nagMs = nag === undefined ? undefined : await nagOf(nag);
      // With a rule, the moment is the start of the rule.
      const time = read.rule === undefined ? {at: read.at} : {rule: read.rule};
      const wanted = present({message, mode, scope, missed, until, count, nagMs, urgent, ...time});
      const toEdited = (reminder: Reminder): Reminder =>
        edited(expecting(reminder, ['pending'], 'changed'), wanted, {now: clock.now(), instants});
      return noted(await change(id, actor, toEdited, () => ({type: 'reminder.edited'})), read);
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
        emit({
          type: 'reminder.undone',
          session: actor.session,
          ...askedFor(actor, before.id),
          reminder: published(before),
        });
        return before;
      });
      deps.reschedule(Math.min(undone.fireAt, undone.nextNagAt ?? undone.fireAt));
      return undone;
    },
    preview: ({when, zone, user, now, id}, actor) => {
      if (!actor.operator && user !== undefined && user !== actor.user)
        throw new GatewayError('refused', 'You can only ask about your own times.');
      const person = deps.person(user ?? actor.user);
      if (person === undefined && user !== undefined)
        throw new GatewayError('not_found', `No user "${user}" in the configuration.`);
      const its = zone ?? (id === undefined ? deps.zoneOf(person?.name) : own(id, actor).zone);
      return previewOf({when, zone: its, now: now ?? clock.now()}, deps);
    },
    understand: async (when, actor, id) => {
      const zone = id === undefined ? deps.zoneOf(deps.person(actor.user)?.name) : own(id, actor).zone;
      const {at, note} = await instantOf({when}, zone);
      const words = formatMoment(at, clock.now(), zone, {zoned: true});
      return {at, zone, understood: note === undefined ? words : `${words} (${note})`};
    },
  };
};

const mayTouch = (reminder: Reminder, actor: Actor): boolean =>
  actor.operator || (actor.user !== undefined && reminder.user === actor.user);

const expecting = (reminder: Reminder, states: readonly ReminderState[], verb: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `already ${reminder.state}`;
  throw new GatewayError('conflict', `Reminder ${reminder.id} can't be ${verb}: it is ${now}.`);
};

const seriesOf = (reminder: Reminder, verb: string): Series => {
  if (isSeries(reminder)) return reminder;
  throw new GatewayError('conflict', `Reminder ${reminder.id} can't be ${verb}: it doesn't repeat. Cancel it instead.`);
};

const atItsEnd = ({id}: Reminder): GatewayError =>
  new GatewayError('conflict', `Reminder ${id} has come to its end: no occurrence is left.`);

const UNDOABLE: ReadonlySet<string> = new Set([
  'reminder.snoozed',
  'reminder.cancelled',
  'reminder.done',
  'reminder.skipped',
  'reminder.edited',
]);
