// A reminder's hour: claimed, run, announced, settled. A verbatim one is all of that in a single transaction, with no model
// on the way; one for the agent is claimed, works in a session of its own, and is settled with the end of its run.

import {omit} from '../../../shared/fields/omit.ts';
import {present} from '../../../shared/fields/present.ts';
import {channelOf, TERMINAL} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Reminder, Run} from '../../../shared/records/jobs.ts';
import type {InternalSource} from '../../../shared/records/message.ts';
import {reminderSession, type SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {abandonRun} from '../../schedule/end-run.ts';
import {oneByOne} from '../../schedule/one-by-one.ts';
import {LONGEST_NAG_MS, markedFired} from '../../schedule/reminder-moves.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import type {Announcer} from '../announce.ts';
import type {JobRunner} from '../run-job.ts';
import {nagAbout} from './nag-about.ts';

type FireReminderDeps = World & {
  readonly agent: () => string;
  readonly announcer: Announcer;
  readonly jobs: JobRunner;
  /** The trust of a user now; undefined when they are no longer configured. */
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  /** Whether somebody was taken out of the configuration: their reminders are told to the owner. @default nobody was */
  readonly isGone?: (user: string | undefined) => boolean;
  /** Where the readable copy of a conversation is, inside the workspace. */
  readonly copyPath: (session: SessionKey) => string;
  /** Another one is over: what is too old may go. */
  readonly schedulePrune: () => void;
  /** When this daemon began: what was due before is late, however short the delay. */
  readonly startedAt: EpochMs;
};

export type ReminderSource = WakeSource & {
  /** Carries on with a run that the end of the previous daemon interrupted. */
  readonly resume: (run: Run) => void;
};

export const createReminderSource = (deps: FireReminderDeps): ReminderSource => {
  const {store} = deps;
  return {
    kind: 'reminder',
    nextAt: () => earliest(store.reminders.nextFireAt(), store.reminders.nextNagAt()),
    fireDue: now => {
      const due = store.reminders.due(now, AT_ONCE);
      const fired = oneByOne(deps, due, UNTOLD, (reminder, emit) => claim(deps, reminder, now, emit));
      for (const {reminder, run} of fired.done) if (run.status === 'running') work(deps, reminder, run);
      const nags = isDue(store.reminders.nextNagAt(), now) ? store.reminders.dueNags(now, AT_ONCE) : [];
      const said = oneByOne(deps, nags, UNTOLD, (reminder, emit) => {
        if (deps.isGone?.(reminder.user) === true) store.reminders.update(withoutNag(reminder), reminder);
        else nagAbout(deps, reminder, now, emit);
      });
      // The scheduler tries again after a pause.
      for (const {failure} of [fired, said]) if (failure !== undefined) throw failure;
      if (due.length > 0) deps.schedulePrune();
    },
    upcoming: (now, limit) =>
      [
        ...store.reminders
          .list({state: 'pending', limit})
          .map(({id, message, fireAt}) => ({kind: 'reminder' as const, name: id, what: message, wakeAt: fireAt})),
        ...store.reminders.dueNags(now + LONGEST_NAG_MS, limit).map(({id, message, nextNagAt = now}) => ({
          kind: 'reminder' as const,
          name: id,
          what: `again: ${message}`,
          wakeAt: nextNagAt,
        })),
      ]
        .sort((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    resume: run => {
      const reminder = store.reminders.get(run.name as Reminder['id']);
      if (reminder !== undefined) work(deps, reminder, run);
      else abandonRun(deps, run, 'It was interrupted, and its reminder is gone.');
    },
  };
};

type Claimed = {readonly reminder: Reminder; readonly run: Run};

const claim = (deps: FireReminderDeps, due: Reminder, now: EpochMs, emit: Emit): Claimed => {
  const {store, ids, agent, startedAt, log} = deps;
  const late = now - due.fireAt > LATE_AFTER_MS || due.fireAt < startedAt;
  if (late) log.warn({reminder: due.id, lateMs: now - due.fireAt}, 'a reminder fires late');
  const opened: Run = {
    id: ids.next('run'),
    kind: 'reminder',
    name: due.id,
    session: reminderSession(agent(), due.id),
    status: 'running',
    scheduledFor: due.fireAt,
    startedAt: now,
    attempt: 1,
    late,
  };
  // Told word for word, it is over with this transaction, and kept as that from the beginning.
  const isVerbatim = due.mode === 'verbatim' || deps.isGone?.(due.user) === true;
  const ended = isVerbatim ? ({status: 'ran', endedAt: now, output: due.message} as const) : undefined;
  // A clock that was set back can bring a moved reminder to an instant it fired at before: then it is claimed for now.
  const run = [opened, {...opened, scheduledFor: now}].find(run => store.runs.claim({...run, ...ended}) !== undefined);
  if (run === undefined)
    throw new GatewayError('conflict', `Reminder ${due.id} has been claimed for this very instant.`);
  const reminder: Reminder = {...due, state: 'firing', firedAt: now, runId: run.id};
  emit({session: due.sourceSession, cause: due.id, type: 'reminder.fired', reminder, late});
  emit({type: 'run.started', session: run.session, cause: due.id, run});
  if (ended === undefined) {
    store.reminders.update(reminder, due);
    return {reminder, run};
  }
  const over: Run = {...run, ...ended};
  return {reminder: tell(deps, reminder, due, over, emit), run: over};
};

/** Word for word, at once: into each conversation and on its way, and that is its end. */
const tell = (
  {store, announcer, isGone}: FireReminderDeps,
  reminder: Reminder,
  was: Reminder,
  run: Run,
  emit: Emit,
): Reminder => {
  const gone = isGone?.(reminder.user) === true;
  const text = gone
    ? `A reminder for ${reminder.user}, who is no longer configured: ${reminder.message}`
    : reminder.message;
  const announcement = {run, source: sourceOf(reminder), text, plain: true} as const;
  for (const address of gone ? [TERMINAL] : reminder.delivery) announcer.putDirectly(announcement, address, emit);
  const fired = gone ? withoutNag(markedFired(reminder, run.startedAt)) : markedFired(reminder, run.startedAt);
  store.reminders.update(fired, was);
  emit({type: 'reminder.settled', session: fired.sourceSession, cause: fired.id, reminder: fired});
  emit({type: 'run.ended', session: run.session, cause: fired.id, run});
  return fired;
};

const work = (deps: FireReminderDeps, reminder: Reminder, run: Run): void => {
  const [first] = reminder.delivery;
  const promptChannel = first === undefined ? 'terminal' : channelOf(first);
  void deps.jobs.run({
    run,
    source: sourceOf(reminder),
    title: `reminder:${reminder.id}`,
    prompt: async () => ({
      text: reminder.message,
      frame: {kind: 'reminder', channel: promptChannel, copy: deps.copyPath(reminder.sourceSession)},
    }),
    // Somebody who is no longer configured has no trust: the gate refuses, and the text itself is what is delivered.
    trust: deps.trustOf(reminder.user) ?? 'public',
    ...present({user: reminder.user}),
    promptChannel,
    targets: reminder.delivery,
    announce: 'rephrase',
    fallback: `Reminder: ${reminder.message}`,
    until: Math.max(run.startedAt, deps.startedAt) + AGENT_LIMIT_MS,
    onEnd: (_, emit) => settle(deps, reminder, emit),
  });
};

/** The person may have said «done» while it was still at work: their word stands. */
const settle = ({store, clock}: FireReminderDeps, {id}: Reminder, emit: Emit): void => {
  const kept = store.reminders.get(id);
  if (kept?.state !== 'firing') return;
  const fired = markedFired(kept, clock.now());
  store.reminders.update(fired, kept);
  emit({type: 'reminder.settled', session: fired.sourceSession, cause: fired.id, reminder: fired});
};

/** Somebody who is gone is not asked again and again. */
const withoutNag = (reminder: Reminder): Reminder => omit(reminder, 'nextNagAt');

const isDue = (at: EpochMs | undefined, now: EpochMs): boolean => at !== undefined && at <= now;

const earliest = (one: EpochMs | undefined, other: EpochMs | undefined): EpochMs | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

const sourceOf = ({id}: Reminder): InternalSource => ({kind: 'reminder', name: id});

const UNTOLD = 'a reminder could not be told';
/**
 * From its instant, or from the start of the daemon that found it: by then the person has it, in the agent's words or in those of the
 * reminder, whatever the agent waits for.
 */
const AGENT_LIMIT_MS = 5 * MINUTE;
/**
 * Claimed in one transaction, some 25 ms of work at most; the scheduler comes back at once for the rest and lets others have the
 * thread between.
 */
const AT_ONCE = 200;
