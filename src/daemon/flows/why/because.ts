// A trace as one sentence: what caused it, and how it ended. Pure.

import {sayHappened} from '../../../shared/languages/texts.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {isPushable} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message, MessageSource} from '../../../shared/records/message.ts';
import {isSessionKey} from '../../../shared/records/session-key.ts';
import {formatReason, type Reason, stopped} from '../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {type Called, quoted} from './format-trace.ts';
import type {Trace} from './gather-trace.ts';

/** Undefined for a job that has not run, and where nothing is stored about the cause. */
export const becauseOf = (trace: Trace, called: Called): string | undefined => {
  const cause = causeOf(trace, called);
  if (cause === undefined) return undefined;
  const end = endOf(trace, called);
  return `Because ${end === undefined ? `${cause}.` : formatReason({...end, what: `${cause}; ${end.what}`})}`;
};

const causeOf = (trace: Trace, called: Called): string | undefined => {
  const {reminders, alarms, runs, turns, puts, origins} = trace;
  const asked = origins[0]?.messages[0];
  const [reminder] = reminders;
  // The event that started the last of them: a ring comes behind the reminder that goes on waiting.
  const started = reminder && {...reminder, event: reminders.at(-1)?.event};
  if (started !== undefined) return causeOfReminder(started, asked, called);
  const [alarm] = alarms;
  if (alarm !== undefined) return causeOfAlarm(alarm, called);
  const run = runs.at(-1);
  if (run !== undefined) return causeOfRun(run, called);
  const message = turns[0]?.messages[0] ?? puts[0];
  return message === undefined ? undefined : causeOfMessage(message, called);
};

const causeOfReminder = (reminder: Reminder, asked: Message | undefined, called: Called): string => {
  const {createdAt, zone, sourceSession, repeat, fireAt, firedAt, message} = reminder;
  const at = called.time(createdAt, zone);
  const when = repeat?.words ?? `for ${called.time(firedAt ?? fireAt, zone)}`;
  const where = called.session(sourceSession);
  const text = quoted(message);
  const event = causedBy(reminder);
  // Behind who wrote, the text of the reminder would read as what they wrote.
  const what = event === undefined ? `, ${when}: ${text}` : `: ${text}, ${event}`;
  if (asked === undefined) return `a reminder was set in ${where} ${at}${what}`;
  return asked.source.kind === 'user'
    ? `${personOf(asked.source)} asked in ${where} ${at} for a reminder${what}`
    : `the agent set a reminder in ${where} ${at}${what}`;
};

/** `when alice writes; alice wrote at 17:03` */
const causedBy = ({on, once, event, firedAt, zone}: Reminder): string | undefined => {
  if (on === undefined && event === undefined) return undefined;
  const happened = event && sayHappened(event, {now: firedAt ?? event.at, zone});
  return [...(on === undefined ? [] : [waitingFor({on, once})]), ...(happened === undefined ? [] : [happened])].join(
    '; ',
  );
};

const causeOfAlarm = ({turnId, createdAt, zone, session, at, cron}: Alarm, called: Called): string => {
  const who = turnId === undefined ? 'the operator' : 'the agent';
  const when = at === undefined ? `by ${cron}` : `for ${called.time(at, zone)}`;
  return `${who} set an alarm for ${called.session(session)} ${called.time(createdAt, zone)}, ${when}`;
};

const causeOfRun = ({kind, name, scheduledFor, schedule}: Run, called: Called): string => {
  const due = called.time(scheduledFor);
  const what = isSessionKey(name) ? `the ${kind} of ${called.session(name)}` : `the job ${name}`;
  return `${what} was due ${due}${schedule === undefined ? '' : ` (${schedule})`}`;
};

const causeOfMessage = ({source, at, session, text}: Message, called: Called): string => {
  const when = called.time(at);
  const where = `in ${called.session(session)}`;
  switch (source.kind) {
    case 'user':
      return `${personOf(source)} wrote ${where}${source.channel === undefined ? '' : ` on ${source.channel}`} ${when}`;
    case 'operator':
      return `the operator put a message into ${called.session(session)} ${when}`;
    case 'webhook':
    case 'wake':
      return `the program ${source.name} sent a message ${where} ${when}`;
    case 'agent':
      return `the agent wrote ${where} ${when}`;
    case 'system':
      if (source.name === 'watch') return `Rooster watches who pings its hooks, and said ${when}: ${quoted(text)}`;
      return `Rooster put a message into ${called.session(session)} ${when}`;
    default:
      return `${source.kind} put a message into ${called.session(session)} ${when}`;
  }
};

const personOf = (source: Extract<MessageSource, {kind: 'user'}>): string => source.name ?? 'somebody';

/** The state of its message, else the end of its run. The stored error follows in sentences of its own. */
const endOf = ({deliveries, runs, reminders}: Trace, called: Called): Reason | undefined => {
  const delivery = deliveries.at(-1);
  if (delivery !== undefined) return endOfDelivery(delivery, called);
  const [reminder] = reminders;
  if (reminder?.state === 'cancelled') return {what: 'it was cancelled'};
  const run = runs.at(-1);
  if (run?.status === 'failed') return {what: 'the run failed', ...errorAfter(run.error)};
  return run?.status === 'skipped' ? {what: 'the run was skipped'} : undefined;
};

const errorAfter = (error: string | undefined): Pick<Reason, 'advice'> =>
  error === undefined ? {} : {advice: stopped(error)};

const endOfDelivery = (delivery: Delivery, called: Called): Reason => {
  const {address, state, sentAt, deliveredAt, readAt, lastError} = delivery;
  const to = called.address(address);
  const at = (instant: EpochMs | undefined): string => (instant === undefined ? '' : ` ${called.time(instant)}`);
  switch (state) {
    case 'read':
      return {what: `${to} read it${at(readAt)}`};
    case 'delivered':
      return {what: `it was delivered to ${to}${at(deliveredAt)}`};
    case 'sent':
      if (!isPushable(address)) return {what: 'it waits at the terminal'};
      return {what: `it was sent to ${to}${at(sentAt)}`};
    case 'queued':
    case 'sending':
      return {what: `its delivery to ${to} waits`};
    case 'dead':
      return {what: `it could not be sent to ${to}`, ...errorAfter(lastError)};
  }
};
