// Implements the reminder actions for the tool, the command and the screen. The caller decides which reminders are
// accessible.

import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {storedLimits} from '../../../shared/records/trust.ts';
import {GatewayError, unknownUser} from '../../../shared/text/gateway-error.ts';
import {momentWithZone} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {withWays} from '../../delivery/targets.ts';
import {type Actor, checkLater} from '../../routing/actor.ts';
import {endOfPause} from '../../schedule/end-of-pause.ts';
import {hasMoment, momentReader, timedBy} from '../../schedule/moments/read-moment.ts';
import {checkFollows, inZone} from '../../schedule/series/zones.ts';
import {
  cancelling,
  expecting,
  finishing,
  occurrenceToSkip,
  pausing,
  resuming,
  shifted,
  skipping,
  snoozing,
} from './allowed-moves.ts';
import {createReminderChanges} from './change-reminder.ts';
import {edited} from './edit-reminder.ts';
import {createZoneMoves} from './places/move-zone.ts';
import {noted} from './places/said-clocks.ts';
import {previewOf} from './preview-reminder.ts';
import {readTime} from './read-time.ts';
import type {ReminderChange, ReminderService} from './reminder-actions.ts';
import {createSetting, nagOf, noText, type SetReminderDeps, shiftOf} from './set-reminder.ts';
import {lastChangedAt} from './undo-change.ts';

type ReminderServiceDeps = Omit<SetReminderDeps, 'instantOf'> & {
  /** Aborts the turn that runs in a session, with a sentence for its outcome. @default does nothing */
  readonly stopTurn?: (session: SessionKey, reason: string) => void;
};

/** Its reminders say where they would ring now. */
export const createReminderService = (deps: ReminderServiceDeps): ReminderService => {
  const service = createMoves(deps);
  const shown = <R extends Reminder>(reminder: R): R => withWays(deps.people.person)(reminder);
  return {
    ...service,
    set: async (...request) => shown(await service.set(...request)),
    list: (...request) => service.list(...request).map(withWays(deps.people.person)),
    get: (...request) => shown(service.get(...request)),
    cancel: async (...request) => shown(await service.cancel(...request)),
    snooze: async (...request) => shown(await service.snooze(...request)),
    done: async (...request) => shown(await service.done(...request)),
    skip: async (...request) => shown(await service.skip(...request)),
    pause: async (...request) => shown(await service.pause(...request)),
    resume: async (...request) => shown(await service.resume(...request)),
    edit: async (...request) => shown(await service.edit(...request)),
    undo: async (...request) => shown(await service.undo(...request)),
  };
};

const createMoves = (deps: ReminderServiceDeps): ReminderService => {
  const {
    store,
    clock,
    times: {instants, resolveWhen, readWords},
    stopTurn = () => {},
  } = deps;
  const instantOf = momentReader({clock, resolveWhen});
  const {own, change, undo} = createReminderChanges(deps);
  const at = () => ({now: clock.now(), instants});
  const localeOf = (user: string | undefined): string | undefined =>
    user === undefined ? undefined : deps.people.person(user)?.locale;

  return {
    set: createSetting({...deps, instantOf}),
    list: ({user, before, after, timer, limit = 100, ...filter}, actor) => {
      const whose = actor.operator ? user : actor.user;
      if (!actor.operator && whose === undefined) return [];
      if (timer === true) return store.reminders.timers().filter(each => whose === undefined || each.user === whose);
      // Another user's reminder isn't a valid cursor.
      for (const cursor of [before, after]) if (cursor !== undefined) own(cursor, actor);
      return store.reminders.list({...filter, user: whose, before, after, limit});
    },
    get: own,
    cancel: async (id, actor) => {
      const cancelled = await change(id, actor, cancelling, 'reminder.cancelled');
      const run = cancelled.runId && store.runs.get(cancelled.runId);
      // The agent may cancel the reminder on which it is working, and still has to finish.
      if (run?.status === 'running' && run.session !== actor.session) stopTurn(run.session, CANCELLED);
      return cancelled;
    },
    snooze: async (id, moment, actor) => {
      const {zone, user} = own(id, actor);
      const read = await instantOf(moment, zone, localeOf(user), actor.askedAt);
      const snoozed = await change(id, actor, reminder => snoozing(reminder, read.at, at()), 'reminder.snoozed');
      return timedBy(snoozed, read);
    },
    done: (id, actor) => change(id, actor, reminder => finishing(reminder, at()), 'reminder.done'),
    skip: async (id, skipAt, actor) => {
      const wanted =
        skipAt === undefined
          ? undefined
          : (instantOfIso(skipAt) ?? (await instantOf({at: skipAt}, own(id, actor).zone)).at);
      return await change(
        id,
        actor,
        reminder => skipping(reminder, wanted, at()),
        before => ({type: 'reminder.skipped', skippedAt: occurrenceToSkip(before, wanted)}),
      );
    },
    pause: async (id, until, actor) => {
      const series = own(id, actor);
      const {zone, user, repeat} = series;
      const context = {now: actor.askedAt ?? clock.now(), zone, locale: localeOf(user)};
      const first = (from: EpochMs, to: EpochMs) =>
        repeat === undefined ? undefined : instants.between({...repeat, from: undefined}, from, to, 1)[0];
      const at = until === undefined ? undefined : await endOfPause(until, context, {instantOf, readWords, first});
      return await change(id, actor, reminder => pausing(reminder, at), 'reminder.paused');
    },
    resume: (id, actor) =>
      change(id, actor, reminder => resuming(reminder, {...at(), seq: store.events.seq}), 'reminder.resumed'),
    edit: async (id, asked, actor) => {
      const {message, mode, scope, missed, nag, urgent, follows, repeat, until, count, from, by, ...moment} = asked;
      const {zone, user, next, fireAt} = own(id, actor);
      const byMs = by === undefined ? undefined : shiftOf(by);
      if (byMs !== undefined && (repeat !== undefined || hasMoment(moment)))
        throw new GatewayError('invalid', 'Give a new time, or how much later: not both.');
      if (message?.trim() === '') throw noText();
      const startAt = next?.[0] ?? fireAt;
      const context = {now: actor.askedAt ?? clock.now(), zone, startAt, locale: localeOf(user)};
      const read = await readTime({...moment, repeat}, context, {...deps, instantOf});
      const nagging = nag === undefined ? undefined : await nagOf(nag);
      // With a rule, the moment is the start of the rule.
      const time = read.rule === undefined ? {at: read.at} : {rule: read.rule};
      const wanted = {message, mode, scope, missed, until, count, from, ...nagging, urgent, follows, ...time};
      const toEdited = (before: Reminder): Reminder => {
        const reminder = edited(expecting(before, ['pending'], 'changed'), wanted, at());
        if (reminder.mode === 'agent' && (message !== undefined || mode !== undefined))
          checkLater(actor, deps.people.person(user)?.trust);
        const after = {...reminder, limits: limitsAfter(before, asked, actor)};
        if (follows !== undefined) checkFollows(after);
        return follows === 'person' ? inZone(after, deps.people.zoneOf(user), clock.now(), instants) : after;
      };
      const shift = (reminder: Reminder): Reminder => {
        if (byMs === undefined) return toEdited(reminder);
        const {state} = expecting(reminder, ['pending', 'fired'], 'changed');
        // The rest of the change holds for one that waits.
        return state === 'fired' ? shifted(reminder, byMs, at()) : toEdited(shifted(reminder, byMs, at()));
      };
      const asChange = ({state}: Reminder) =>
        ({type: state === 'fired' ? 'reminder.snoozed' : 'reminder.edited'}) as const;
      return noted(await change(id, actor, shift, asChange), read);
    },
    undo,
    changedAt: actor => lastChangedAt(store.cursors, actor, clock.now()),
    moveZone: createZoneMoves(deps),
    preview: ({when, zone, user, now, id}, actor) => {
      if (!actor.operator && user !== undefined && user !== actor.user)
        throw new GatewayError('refused', 'You can only ask about your own times.');
      const person = deps.people.person(user ?? actor.user);
      if (person === undefined && user !== undefined) throw unknownUser(user);
      const its = zone ?? (id === undefined ? deps.people.zoneOf(person?.name) : own(id, actor).zone);
      return previewOf({when, zone: its, now: now ?? clock.now(), locale: person?.locale}, deps);
    },
    understand: async (when, actor, id) => {
      const person = deps.people.person(actor.user);
      const zone = id === undefined ? deps.people.zoneOf(person?.name) : own(id, actor).zone;
      const {at, note} = await instantOf({when}, zone, person?.locale);
      const words = momentWithZone(at, clock.now(), zone);
      return {at, zone, understood: note === undefined ? words : `${words} (${note})`};
    },
  };
};

/** A text that replaces the whole old one has only the limits of its author. */
const limitsAfter = (before: Reminder, {message, mode, scope}: ReminderChange, {limits}: Actor): Reminder['limits'] => {
  if (message === undefined && mode === undefined) return before.limits;
  const isReplaced = message !== undefined && scope !== 'this' && before.occurrence?.message === undefined;
  return storedLimits(isReplaced ? undefined : before.limits, limits);
};

const CANCELLED = 'The reminder was cancelled.';
