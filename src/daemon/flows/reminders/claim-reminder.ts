// Claims one due reminder: records a run and moves a series to its next instant, in one transaction. Verbatim reminders
// are delivered and settled in the same transaction.

import {sayHappened} from '../../../shared/languages/texts.ts';
import {type Address, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import type {Occurrence, Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import {formatPassed, NOT_RUNNING, type PassedInstants} from '../../../shared/records/jobs/passed-instants.ts';
import type {InternalSource} from '../../../shared/records/message.ts';
import {reminderSession} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {AimRequest} from '../../delivery/reach/aim.ts';
import {dueTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import {markedFired, withoutNag} from '../../schedule/reminder-moves.ts';
import {isSeries, published, type Series, settledSeries} from '../../schedule/series/advance.ts';
import {paused} from '../../schedule/series/changes.ts';
import {takeDue} from '../../schedule/series/due.ts';
import type {Announcer} from '../announce.ts';

export type ClaimReminderDeps = Core & {
  readonly announcer: Announcer;
  /** True if the user was removed from the configuration; their reminders go to the owner. @default never */
  readonly isGone?: (user: string | undefined) => boolean;
};

type Claimed = {readonly reminder: Reminder; readonly run: Run};

/** Returns undefined if all due occurrences of a series were missed. */
export const claimReminder = (
  deps: ClaimReminderDeps,
  was: Reminder,
  now: EpochMs,
  emit: Emit,
): Claimed | undefined => {
  if (was.on !== undefined && was.once !== true) return claimEach(deps, was, now, emit);
  if (!isSeries(was)) return claim(deps, {was, dueAt: was.fireAt, after: {...was, state: 'firing'}}, now, emit);
  const {fire, missed, rest} = takeDue(was, now, deps.times.instants);
  if (missed !== undefined) recordMissed(deps, was, missed, now, emit);
  if (fire === undefined) {
    const moved = settledSeries(rest);
    deps.store.reminders.update(moved, was);
    if (missed !== undefined) {
      const {count, first: firstAt, last: lastAt} = missed;
      const about = {session: was.sourceSession, cause: was.id, reminder: published(moved)};
      emit({type: 'reminder.missed', ...about, missed: {count, firstAt, lastAt}});
    }
    return undefined;
  }
  const series = settledSeries({...unanswered(rest), occurrence: fire.occurrence});
  // The last occurrence is claimed but not settled yet.
  const after: Series = series.state === 'fired' ? {...series, state: 'firing'} : series;
  return claim(deps, {was, dueAt: fire.dueAt, after}, now, emit);
};

/** A reminder that rings each time goes on waiting. Each ring is a new reminder, with its own answer. */
const claimEach = (deps: ClaimReminderDeps, was: Reminder, now: EpochMs, emit: Emit): Claimed => {
  const {store, ids, isGone} = deps;
  const {event, followed = {seq: 0}, createdAt} = was;
  const ring: Reminder = {
    ...was,
    id: ids.next('rem'),
    createdAt: now,
    state: 'firing',
    on: undefined,
    followed: undefined,
    gone: undefined,
    event: event && {...event, of: was.id},
  };
  const before = followed.ring === undefined ? undefined : store.reminders.get(followed.ring);
  // The new ring repeats itself, so the one before it stops.
  if (before?.nextNagAt !== undefined) store.reminders.update(withoutNag(before), before);
  const waiting = {...was, fireAt: createdAt, event: undefined, followed: {...followed, rangAt: now, ring: ring.id}};
  const kept = isGone?.(was.user) === true ? {...waiting, paused: true as const} : waiting;
  store.reminders.update(kept, was);
  emit({type: 'reminder.settled', session: kept.sourceSession, cause: kept.id, reminder: published(kept)});
  store.reminders.add(ring);
  return claim(deps, {was: ring, dueAt: was.fireAt, after: ring}, now, emit);
};

/**
 * Removes the nag and snooze state of the previous occurrence. Most series have none, so the common case copies
 * nothing.
 */
const unanswered = (series: Series): Series => {
  const {nags, nextNagAt, snoozedAt} = series;
  return nags === undefined && nextNagAt === undefined && snoozedAt === undefined
    ? series
    : {...series, nags: undefined, nextNagAt: undefined, snoozedAt: undefined};
};

type Due = {
  readonly was: Reminder;
  readonly dueAt: EpochMs;
  /** The reminder after this claim. */
  readonly after: Reminder;
};

const claim = (deps: ClaimReminderDeps, {was, dueAt, after}: Due, now: EpochMs, emit: Emit): Claimed => {
  const {store, ids, agent, startedAt, log} = deps;
  const late = now - dueAt > LATE_AFTER_MS || dueAt < startedAt;
  if (late) log.warn({reminder: was.id, lateMs: now - dueAt}, 'A reminder fires late.');
  const opened: Run = {
    id: ids.next('run'),
    kind: 'reminder',
    name: was.id,
    session: reminderSession(agent(), was.id),
    status: 'running',
    scheduledFor: dueAt,
    startedAt: now,
    attempt: 1,
    late,
    schedule: isSeries(after) ? scheduleOf(after) : undefined,
  };
  // A verbatim reminder ends in this transaction, so its run is stored as ended.
  const isVerbatim = was.mode === 'verbatim' || deps.isGone?.(was.user) === true;
  const ended = isVerbatim
    ? ({status: 'ran', endedAt: now, output: textOf({...after, firedAt: now})} as const)
    : undefined;
  // After the clock was set back, a moved reminder can reach an instant with an existing run. The claim then uses the
  // current time.
  const claimed = (run: Run): Run | undefined =>
    store.runs.claim(ended === undefined ? run : {...run, ...ended}) && run;
  const run = claimed(opened) ?? claimed({...opened, scheduledFor: now});
  if (run === undefined) throw new GatewayError('conflict', `Reminder ${was.id} already fired for this time.`);
  const reminder: Reminder = {...after, delivery: deliveryOf(deps, after), firedAt: now, runId: run.id};
  emit({session: was.sourceSession, cause: was.id, type: 'reminder.fired', reminder: published(reminder), late});
  emit({type: 'run.started', session: run.session, cause: was.id, run});
  if (ended === undefined) {
    store.reminders.update(reminder, was);
    return {reminder, run};
  }
  const over: Run = {...run, ...ended};
  return {reminder: deliverVerbatim(deps, reminder, was, over, emit), run: over};
};

/** Delivers a verbatim reminder to each of its addresses and settles the reminder and its run. */
const deliverVerbatim = (
  deps: ClaimReminderDeps,
  reminder: Reminder,
  was: Reminder,
  run: Run,
  emit: Emit,
): Reminder => {
  const {store, announcer, isGone} = deps;
  const gone = isGone?.(reminder.user) === true;
  const text = gone ? textForOwner(reminder) : textOf(reminder);
  const announcement = {run, source: sourceOf(reminder), text, limits: reminder.limits ?? []} as const;
  const addresses = gone ? [TERMINAL] : addressesNow(deps, reminder, run, {text});
  for (const address of addresses) announcer.putDirectly(announcement, address, emit);
  const fired = gone ? ofNobody(markedFired(reminder, run.startedAt)) : markedFired(reminder, run.startedAt);
  store.reminders.update(fired, was);
  emit({type: 'reminder.settled', session: fired.sourceSession, cause: fired.id, reminder: published(fired)});
  emit({type: 'run.ended', session: run.session, cause: fired.id, run});
  return fired;
};

/** The reminder's addresses now: the one that the person named, or their ways. */
export const addressesNow = (
  deps: Core & {readonly announcer: Pick<Announcer, 'aim'>},
  reminder: Reminder,
  run: Run,
  {text, repeatNumber}: Pick<AimRequest, 'text' | 'repeatNumber'>,
): readonly Address[] => {
  const {addressed, user: person, urgent} = reminder;
  const otherwise = targetsOf(deps, reminder);
  if (addressed === true) return otherwise;
  const source = sourceOf(reminder);
  const about = {run, source, text, person, kind: 'reminder', otherwise, urgent} as const;
  return deps.announcer.aim(repeatNumber === undefined ? about : {...about, repeatNumber});
};

/** The reminder's addresses now, without the order of its person's ways. The terminal only if there is nothing else. */
export const targetsOf = (core: Core, reminder: Reminder): readonly Address[] => {
  const targets = presentTargets(core, reminder);
  const pushable = reminder.addressed === true ? [] : targets.filter(isPushable);
  return pushable.length > 0 ? pushable : targets;
};

const presentTargets = ({people: {person}}: Core, reminder: Reminder): readonly Address[] =>
  dueTargets(reminder, reminder.user === undefined ? undefined : person(reminder.user));

/** `delivery` of a claimed reminder. A series goes on for its person, so it keeps no addresses. */
const deliveryOf = (deps: ClaimReminderDeps, reminder: Reminder): readonly Address[] => {
  if (isSeries(reminder) || reminder.addressed === true) return reminder.delivery;
  return deps.isGone?.(reminder.user) === true ? [TERMINAL] : presentTargets(deps, reminder);
};

/** Records missed occurrences as one skipped run, scheduled for the last missed instant. */
const recordMissed = (
  {store, ids, agent}: ClaimReminderDeps,
  series: Series,
  missed: PassedInstants,
  now: EpochMs,
  emit: Emit,
): void => {
  const run = store.runs.claim({
    id: ids.next('run'),
    kind: 'reminder',
    name: series.id,
    session: reminderSession(agent(), series.id),
    status: 'skipped',
    scheduledFor: missed.last,
    startedAt: now,
    endedAt: now,
    attempt: 1,
    late: true,
    schedule: scheduleOf(series),
    error: formatPassed(missed, series.zone, NOT_RUNNING),
  });
  if (run !== undefined) emit({type: 'run.ended', session: run.session, cause: series.id, run});
};

/** The reminder's text, with an extra line about missed occurrences, or about the event that started it. */
export const textOf = ({message, occurrence, event, firedAt, zone}: RingText): string => {
  const text = occurrence?.message ?? message;
  if (event !== undefined && zone !== undefined)
    return `${text}\n\n(${sayHappened(event, {now: firedAt ?? event.at, zone})}.)`;
  return occurrence?.missed === undefined ? text : `${text}\n\n${missedLine(occurrence.missed)}`;
};

type RingText = Pick<Reminder, 'message'> & Partial<Pick<Reminder, 'occurrence' | 'event' | 'firedAt' | 'zone'>>;

const missedLine = (count: NonNullable<Occurrence['missed']>): string =>
  `(${count === 1 ? 'One earlier occurrence was' : `${count} earlier occurrences were`} missed.)`;

const textForOwner = (reminder: Reminder): string => {
  const text = `Reminder for ${reminder.user}, who is no longer configured: ${textOf(reminder)}`;
  return reminder.repeat === undefined || reminder.state !== 'pending' ? text : `${text}\n\n${PAUSED}`;
};

/** Stops nags and pauses a removed user's series, so the owner gets only one notification. */
const ofNobody = (reminder: Reminder): Reminder => {
  const rest = {...reminder, nextNagAt: undefined};
  return isSeries(rest) && rest.state === 'pending' ? paused(rest) : rest;
};

/** The schedule of a run: the series in words, its zone, its rule and the occurrence number. */
const scheduleOf = ({repeat: {words, rule, zone}, occurrence}: Series): string =>
  `${words} in ${zone} (${rule})${occurrence === undefined ? '' : `, occurrence ${occurrence.n}`}`;

export const sourceOf = ({id}: Reminder): InternalSource => ({kind: 'reminder', name: id});

const PAUSED = '(It repeats, and is paused now.)';
