// Trace steps of reminders, cron jobs and their runs. Pure.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {startedBy} from '../../../shared/languages/texts.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import {type CronJob, formatSchedule, jobChange} from '../../../shared/records/jobs/cron-job.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import {kindName, RUN_KIND_FACTS} from '../../../shared/records/jobs/run-kinds.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {isSessionKey} from '../../../shared/records/session-key.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {type Called, quoted} from './format-trace.ts';
import {isChangeOf, type Trace} from './gather-trace.ts';

/** The step that set the reminder, from its events, because the reminder has only its current state. */
export const stepOfSetting = (reminder: Reminder, {events}: Pick<Trace, 'events'>, called: Called): TraceStep => {
  const set = eventsOf(reminder, events).find(({type}) => type === 'reminder.set');
  const {id, createdAt, zone, user, mode, sourceSession, turnId} = reminder;
  const where = ringsAt(reminder);
  const {fireAt, message} = set === undefined ? reminder : firstOf(set.reminder);
  const who = user === undefined ? '' : ` for ${user}`;
  const how = turnId === undefined ? 'by hand' : `in ${turnId}`;
  return {
    at: createdAt,
    id,
    what: `reminder set in ${called.session(sourceSession)}${who}, ${how}: ${reminder.on === undefined ? `due ${called.time(fireAt, zone)}${often(reminder)}` : waitingFor(reminder)}, ${mode === 'verbatim' ? 'word for word' : "in the agent's words"}${where.length === 0 ? '' : `, to ${where.map(called.address).join(', ')}`}: ${quoted(message)}`,
    kind: 'reminder',
    trust: set?.trust,
    detail: message,
  };
};

/** People's changes since. */
export const changesOf = (
  reminder: Reminder,
  {events, reminders}: Pick<Trace, 'events' | 'reminders'>,
  called: Called,
): readonly TraceStep[] => {
  // A ring of a reminder that goes on waiting has one event, and its other rings have others.
  const ring = reminders.find(({event}) => event?.of === reminder.id)?.event;
  return eventsOf(reminder, events).flatMap((event): readonly TraceStep[] => {
    const {type, at, cause, trust, reminder: then} = event;
    if (event.type === 'reminder.started')
      return ring === undefined || then.event?.seq === ring.seq ? [stepOfStart(reminder, event)] : [];
    const because = event.type === 'reminder.edited' || event.type === 'reminder.resumed' ? event.because : undefined;
    const due = waitsForEvent(then) ? waitingFor(then) : called.time(instantOfIso(then.fireAt) ?? 0, then.zone);
    const counts = type === 'reminder.done' && then.repeat?.from === 'done' && then.state === 'pending';
    const said = CHANGES[because ?? type]?.(due, then.message);
    const paused = type === 'reminder.paused' ? instantOfIso(then.pausedUntil ?? '') : undefined;
    const until = paused === undefined ? undefined : `paused until ${called.time(paused, then.zone)}`;
    const change = until ?? (counts ? `${said}, so next ${due}` : said);
    if (change === undefined) return [];
    const {id} = reminder;
    const what = `${change}${cause === undefined || cause === id ? '' : ` (in ${cause})`}`;
    return [{at: instantOfIso(at) ?? 0, id, what, kind: 'reminder', trust}];
  });
};

/** The event that started it, and where it is. */
const stepOfStart = ({id}: Reminder, {at, reminder}: StartedEvent): TraceStep => ({
  at: instantOfIso(at) ?? 0,
  id: reminder.event?.id ?? id,
  what: `started: ${startedBy(reminder, instantOfIso(at) ?? 0)}`,
  kind: 'reminder',
});

type StartedEvent = Extract<GatewayEvent, {type: 'reminder.started'}>;

const eventsOf = ({id}: Reminder, events: Trace['events']) =>
  events.flatMap(event => ('reminder' in event && event.reminder.id === id ? [event] : []));

/** The original time and message, which may have changed since. */
const firstOf = ({fireAt, message}: {readonly fireAt: string; readonly message: string}) => ({
  fireAt: instantOfIso(fireAt) ?? 0,
  message,
});

/** `, a timer`, or the recurrence with its rule. */
const often = ({repeat, timer}: Reminder): string =>
  repeat === undefined ? (timer === true ? ', a timer' : '') : `, ${repeat.words} in ${repeat.zone} (${repeat.rule})`;

const CHANGES: Readonly<Record<string, (due: string, message: string) => string>> = {
  'reminder.snoozed': due => `snoozed until ${due}`,
  'reminder.edited': (due, message) => `changed: due ${due}, ${quoted(message)}`,
  configuration: due => `other dates, since the place or region in the configuration changed: next ${due}`,
  gone: () => 'what it waits for no longer exists, or is back',
  zone: due => `moved along, since the time zone of its person changed: next ${due}`,
  clock: due => `other dates, since the clock was set back: next ${due}`,
  'reminder.nagged': () => 'not answered, repeated',
  'reminder.missed': () => 'missed: Rooster was not running',
  'reminder.skipped': due => `one occurrence skipped, next ${due}`,
  'reminder.paused': () => 'paused until somebody resumes it',
  'pause-over': due => `went on by itself at the end of its pause, next ${due}`,
  'reminder.resumed': due => `resumed, next ${due}`,
  'reminder.undone': () => 'the last change was undone',
  'reminder.cancelled': () => 'cancelled',
  'reminder.done': () => 'marked as done by the person',
};

export const runBegins = (run: Run, called: Called): readonly TraceStep[] => {
  const {id, kind, name, session, scheduledFor, startedAt, schedule, status} = run;
  const rhythm = schedule === undefined ? '' : ` (${schedule})`;
  const due: TraceStep = {at: scheduledFor, id, what: `${formatJob(kind, name, called)} was due${rhythm}`, kind: 'run'};
  if (status === 'skipped') return [due];
  return [
    due,
    {
      at: startedAt,
      id,
      what: `started${lateness(run)}${attempts(run)} in ${RUN_KIND_FACTS[kind].session === 'conversation' ? called.session(session) : 'a conversation of its own'}`,
      kind: 'run',
      session,
    },
  ];
};

/** Reminders and alarms are named by ids, heartbeats and reflections by their conversation's key. */
const formatJob = (kind: Run['kind'], name: string, called: Called): string => {
  if (RUN_KIND_FACTS[kind].named === 'by id') return kind;
  return isSessionKey(name) ? `${kind} of ${called.session(name)}` : `${kindName(kind)} ${name}`;
};

export const runEnds = ({id, status, endedAt, error, output, todos}: Run): readonly TraceStep[] =>
  endedAt === undefined
    ? []
    : [
        {
          at: endedAt,
          id,
          what: `run ended: ${status}${error === undefined ? '' : `, ${error}`}${planned(todos)}`,
          kind: 'run',
          detail: output,
        },
      ];

/** The progress of the run's plan, if it has one. */
const planned = (todos: Run['todos'] = []): string => {
  const done = todos.filter(({status}) => status === 'done').length;
  return todos.length === 0 ? '' : `; ${done} of ${todos.length} planned tasks done`;
};

const lateness = ({late, scheduledFor, startedAt}: Run): string => {
  const ms = startedAt - scheduledFor;
  return late ? ` late${ms < SECOND ? '' : ` by ${formatDuration(ms)}`}` : '';
};

const attempts = ({attempt, retries = 0}: Run): string => {
  if (attempt <= 1) return '';
  return ` (attempt ${attempt}: an earlier one ${retries > 0 ? 'failed' : 'was interrupted'})`;
};

/** The changes of the job, each with its author. */
export const changesOfJob = ({jobName, events}: Pick<Trace, 'jobName' | 'events'>): readonly TraceStep[] =>
  jobName === undefined
    ? []
    : events.filter(isChangeOf(jobName)).map(({at, action = 'edited', by, before, after}) => ({
        at: instantOfIso(at) ?? 0,
        id: by?.turnId ?? jobName,
        what: `job ${jobName} ${jobChange(action, by, {before, after})}`,
        kind: 'cron',
      }));

/** The job's status: next run, schedule, source and user. */
export const stepOfJob = (job: CronJob, now: EpochMs, called: Called): TraceStep => {
  const {name, zone, origin, user, deliver, announce, enabled, paused, nextAt, after, at, run, message} = job;
  const next = paused
    ? 'is paused'
    : enabled
      ? nextAt === undefined
        ? after === undefined
          ? `${at === undefined ? 'never runs' : 'has no further run'}`
          : `runs next after ${after}`
        : `runs next ${called.time(nextAt, zone)}`
      : 'is disabled';
  const where =
    announce === 'none' || deliver.length === 0
      ? 'result only recorded'
      : `result sent${announce === 'direct' ? ' word for word' : ''} to ${deliver.map(called.address).join(', ')}`;
  return {
    at: nextAt ?? now,
    id: name,
    what: `job ${name} ${next}: ${formatSchedule(job)}, from ${origin}${user === undefined ? '' : `, for ${user}`}, ${where}: ${quoted(run ?? message)}`,
    kind: 'cron',
    detail: run ?? message,
  };
};
