// Fires due reminders: claim, run, announce, settle. Verbatim reminders do all of that in one transaction without a
// model (claim-reminder.ts). Agent reminders run in their own session and settle when the run ends.

import {channelOf} from '../../../shared/records/address.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {waitsForAnswer} from '../../delivery/outbound.ts';
import type {Emit} from '../../ports/store.ts';
import {abandonRun} from '../../schedule/end-run.ts';
import {LONGEST_NAG_MS, markedFired, watchingAgain, withoutNag} from '../../schedule/reminder-moves.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {isSeries, published} from '../../schedule/series/advance.ts';
import {resumed} from '../../schedule/series/changes.ts';
import {togetherOrEach} from '../../schedule/together-or-each.ts';
import {transcriptOf} from '../../turns/run-transcript.ts';
import type {JobRunner} from '../run-job.ts';
import {type ClaimReminderDeps, claimReminder, sourceOf, targetsOf, textOf} from './claim-reminder.ts';
import {type EventFollower, followEvents} from './events/follow-events.ts';
import type {WatchedJobs} from './events/read-event.ts';
import {nagAbout} from './nag-about.ts';
import {settleReminders} from './settle-reminders.ts';

type FireReminderDeps = WatchedJobs &
  ClaimReminderDeps & {
    readonly jobs: JobRunner;
    /** Path of the conversation's readable copy inside the workspace. */
    readonly copyPath: (session: SessionKey) => string;
  };

export type ReminderSource = WakeSource &
  WatchingReminders & {
    /** Resumes a run that was interrupted when the previous daemon ended. */
    readonly resume: (run: Run) => void;
  };

/** The reminders that wait for events. */
export type WatchingReminders = Pick<EventFollower, 'checkGone'> & Disposable;

export const createReminderSource = (deps: FireReminderDeps): ReminderSource => {
  const {store} = deps;
  const follower = followEvents(deps);
  return {
    kind: 'reminder',
    nextAt: now => {
      if (follower.isBehind()) return now;
      return earliest(
        earliest(store.reminders.nextFireAt(), store.reminders.nextNagAt()),
        store.reminders.nextResumeAt(),
      );
    },
    fireDue: now => {
      follower.catchUp(now);
      // Before the due ones: an occurrence may be due at the end of the pause.
      const ended = isDue(store.reminders.nextResumeAt(), now) ? store.reminders.dueResumes(now, AT_ONCE) : [];
      const resuming = togetherOrEach(deps, ended, RESUME_FAILED, (reminder, emit) =>
        resumeByItself(deps, reminder, emit),
      );
      const due = store.reminders.due(now, AT_ONCE);
      const fired = togetherOrEach(deps, due, DELIVERY_FAILED, (reminder, emit) =>
        claimReminder(deps, reminder, now, emit),
      );
      for (const claimed of fired.done)
        if (claimed?.run.status === 'running') work(deps, claimed.reminder, claimed.run);
      const nags = isDue(store.reminders.nextNagAt(), now) ? store.reminders.dueNags(now, AT_ONCE) : [];
      const nagging = togetherOrEach(deps, nags, DELIVERY_FAILED, (reminder, emit) => {
        if (deps.isGone?.(reminder.user) === true) store.reminders.update(withoutNag(reminder), reminder);
        else nagAbout(deps, reminder, now, emit);
      });
      // The scheduler retries after a pause.
      for (const {failure} of [resuming, fired, nagging]) if (failure !== undefined) throw failure;
      if (due.length > 0) deps.schedulePrune();
    },
    settleClock: (now, byMs) => store.transact(emit => settleReminders(deps, {now, byMs}, emit)),
    upcoming: (now, limit) =>
      [
        ...store.reminders
          .upcoming(limit)
          .map(({id, message, fireAt}) => ({kind: 'reminder' as const, name: id, what: message, wakeAt: fireAt})),
        ...store.reminders.dueNags(now + LONGEST_NAG_MS, limit).map(({id, message, nextNagAt = now}) => ({
          kind: 'reminder' as const,
          name: id,
          what: `${message} (again)`,
          wakeAt: nextNagAt,
        })),
      ]
        .sort((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    checkGone: follower.checkGone,
    [Symbol.dispose]: () => follower[Symbol.dispose](),
    resume: run => {
      const reminder = store.reminders.get(run.name as Reminder['id']);
      if (reminder !== undefined) work(deps, reminder, run);
      else abandonRun(deps, run, 'The run was interrupted and its reminder no longer exists.');
    },
  };
};

/** Occurrences within the pause don't count as missed. Those since its end do, if the daemon was down. */
const resumeByItself = ({store, times: {instants}}: FireReminderDeps, before: Reminder, emit: Emit): void => {
  const {pausedUntil} = before;
  if (pausedUntil === undefined) return;
  const reminder = isSeries(before)
    ? resumed(before, pausedUntil - 1, instants)
    : watchingAgain(before, store.events.seq);
  store.reminders.update(reminder, before);
  const about = {session: before.sourceSession, cause: before.id, reminder: published(reminder)};
  emit({type: 'reminder.resumed', ...about, because: 'pause-over'});
};

const work = (deps: FireReminderDeps, reminder: Reminder, run: Run): void => {
  const targets = targetsOf(deps, reminder);
  const [first] = targets;
  // A resumed run of an earlier occurrence knows only the text of the series.
  const text = textOf(reminder.runId === run.id ? reminder : {message: reminder.message});
  const promptChannel = first === undefined ? 'terminal' : channelOf(first);
  void deps.jobs.run({
    run,
    source: sourceOf(reminder),
    title: `reminder:${reminder.id}`,
    prompt: async () => ({
      text,
      frame: {kind: 'reminder', channel: promptChannel, copy: deps.copyPath(reminder.sourceSession)},
      limits: reminder.limits,
    }),
    // Users who are no longer configured have no trust. The gate refuses the run, and the reminder's text is delivered
    // instead.
    trust: deps.people.trustOf(reminder.user) ?? 'public',
    user: reminder.user,
    promptChannel,
    targets,
    reach: reminder.addressed !== true ? {person: reminder.user, kind: 'reminder', urgent: reminder.urgent} : undefined,
    announce: 'rephrase',
    fallback: `Reminder: ${text}`,
    isUnwanted: () => isAnswered(deps, run),
    until: Math.max(run.startedAt, deps.startedAt) + AGENT_LIMIT_MS,
    onEnd: (_, emit) => settle(deps, reminder, run, emit),
  });
};

/**
 * A person answered or cancelled it while its run was at work. What the run's own turn did to its reminder is part of
 * its work and announced.
 */
const isAnswered = ({store}: FireReminderDeps, run: Run): boolean => {
  const kept = store.reminders.get(run.name as Reminder['id']);
  if (kept === undefined) return false;
  const isOver = kept.state === 'cancelled' || (kept.runId === run.id && !waitsForAnswer(kept));
  const calls = isOver ? transcriptOf(store, run).flatMap(({toolCalls = []}) => toolCalls) : [];
  return isOver && !calls.some(({name}) => name === REMINDER_TOOL);
};

/** A «done» or a new occurrence during the run takes precedence: settle then changes nothing. */
const settle = ({store, clock}: FireReminderDeps, {id}: Reminder, run: Run, emit: Emit): void => {
  const kept = store.reminders.get(id);
  if (kept?.runId !== run.id) return;
  const isAtWork = kept.repeat === undefined ? kept.state === 'firing' : isUnanswered(kept);
  if (!isAtWork) return;
  const fired = markedFired(kept, clock.now());
  store.reminders.update(fired, kept);
  emit({type: 'reminder.settled', session: fired.sourceSession, cause: fired.id, reminder: published(fired)});
};

const isUnanswered = ({occurrence, state, paused}: Reminder): boolean =>
  occurrence !== undefined &&
  occurrence.snoozedUntil === undefined &&
  paused === undefined &&
  (state === 'firing' || state === 'pending');

const isDue = (at: EpochMs | undefined, now: EpochMs): boolean => at !== undefined && at <= now;

const earliest = (a: EpochMs | undefined, b: EpochMs | undefined): EpochMs | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const REMINDER_TOOL = 'reminder';
const RESUME_FAILED = "couldn't resume a paused reminder";
const DELIVERY_FAILED = "couldn't deliver a reminder";
/**
 * Time limit of an agent run, counted from its start or the daemon's start, whichever is later. The reminder's own text
 * is the fallback.
 */
const AGENT_LIMIT_MS = 5 * MINUTE;
/**
 * Maximum number of reminders per transaction, about 25 ms of work. The scheduler returns immediately for the rest, so
 * other work isn't blocked.
 */
const AT_ONCE = 200;
