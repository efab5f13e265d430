// One event in a few words. Every type has a text here; a type that only a newer daemon knows is shown by name with a
// question mark.

import type {EventType, GatewayEvent} from '../../shared/events/gateway-event.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import {startedBy} from '../../shared/languages/texts.ts';
import {addressName, conversationName, type Names, NO_NAMES} from '../../shared/record-text/names.ts';
import {waitingFor} from '../../shared/record-text/waiting-for.ts';
import type {Address} from '../../shared/records/address.ts';
import type {Approval} from '../../shared/records/approval.ts';
import {jobChange} from '../../shared/records/jobs/cron-job.ts';
import type {EditedField, Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import {kindName} from '../../shared/records/jobs/run-kinds.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import type {MessageSource} from '../../shared/records/message.ts';
import {isSessionKey} from '../../shared/records/session-key.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {counted} from '../../shared/text/sentences.ts';
import {whenOf} from '../../shared/time/format-time.ts';
import {callOrNote, howAnswered} from './format-answer.ts';
import {formatLink} from './format-link.ts';
import {formatSource} from './format-source.ts';
import {formatTook} from './how-long.ts';
import type {Tone} from './tone.ts';

/**
 * True if the event tells people something new. Session changes accompany every message and turn, so they would only
 * take room.
 */
export const isShown = ({type}: GatewayEvent): boolean => type !== 'session.updated';

type EventText = {readonly what: string; readonly tone?: Tone};

/** Names a record: with its id where it can be copied, without it where space is short. */
type Named = (noun: string, id: string) => string;
const withId: Named = (noun, id) => `${noun} ${id}`;
export const withoutId: Named = noun => noun;

/** `names`: names of people and conversations. */
type Naming = {readonly named: Named; readonly names: Names};

export const formatEvent = (
  event: GatewayEvent,
  now: number,
  {named = withId, names = NO_NAMES}: Partial<Naming> = {},
): EventText => {
  const formats = WORDS[event.type] as ((event: GatewayEvent, now: number, by: Naming) => EventText) | undefined;
  return formats === undefined
    ? {what: `? ${printableLine(event.type)}`, tone: 'busy'}
    : formats(event, now, {named, names});
};

type Words = {
  readonly [T in EventType]: (event: Extract<GatewayEvent, {type: T}>, now: number, by: Naming) => EventText;
};

const WORDS: Words = {
  'daemon.started': ({version, pid, interrupted}) => ({
    what: `daemon ${version} started, pid ${pid}${interrupted > 0 ? `; ${counted(interrupted, 'turn was', 'turns were')} interrupted` : ''}`,
    tone: 'strong',
  }),
  'session.updated': ({state}) => ({
    what: `conversation ${printableLine(state.title)}: ${counted(state.messages, 'message')}, ${state.busy ? 'busy' : 'idle'}${state.queued > 0 ? `, ${state.queued} queued` : ''}`,
    tone: 'quiet',
  }),
  'session.created': ({state}) => ({what: `conversation ${printableLine(state.title)} created`}),
  'session.archived': ({state}) => ({what: `conversation ${printableLine(state.title)} archived`}),
  'session.restored': ({state}) => ({what: `conversation ${printableLine(state.title)} restored`}),
  'session.deleted': ({gone: [session]}, _, {names}) => ({
    what: `conversation ${session === undefined ? '' : printableLine(conversationName(session, names))} deleted`,
  }),
  'session.reset': () => ({what: 'conversation started over'}),
  'message.changed': ({message: {id, text, details}}, _, {named}) => ({
    what: `${named('message', id)} was ${details?.answer === undefined ? 'changed' : 'answered'}: ${printableLine(text)}`,
  }),
  'message.retracted': ({messageId}, _, {named}) => ({what: `${named('message', messageId)} was deleted`}),
  'message.added': ({message: {role, source, text, toolCalls, tool}}, _, by) => {
    const isOwn = role === 'assistant' && source.kind === 'agent';
    const who = role === 'tool' ? `tool ${tool?.name ?? ''}` : isOwn ? 'agent' : formatCause(source, by);
    const shown = text === '' ? (toolCalls ?? []).map(({name}) => `→ ${name}`).join(' ') : printableLine(text);
    return {what: `${who}: ${shown}`};
  },
  'turn.started': ({source, model}, _, by) => ({
    what: `turn started by ${formatCause(source, by)}, model ${model}`,
    tone: 'quiet',
  }),
  'turn.tool': ({name, summary, phase, ok, tookMs, notRun}) => ({
    what:
      phase === 'started'
        ? `tool ${name}: ${printableLine(summary)}`
        : notRun === true
          ? `tool ${name} was not run`
          : `tool ${name} ${ok === false ? 'failed' : 'done'}${lasting(tookMs)}`,
    tone: ok === false && notRun !== true ? 'bad' : 'quiet',
  }),
  'turn.ended': ({outcome, error, tookMs}) => ({
    what: `turn ended: ${outcome}${lasting(tookMs)}${because(error)}`,
    tone: outcome === 'failed' ? 'bad' : outcome === 'aborted' ? 'busy' : 'quiet',
  }),
  'run.started': ({run}, _, by) => ({
    what: `${by.named('run', run.id)} of ${formatJob(run, by)} started`,
  }),
  'run.retrying': ({run}, now, by) => ({
    what: `${by.named('run', run.id)} of ${formatJob(run, by)} failed, retry ${whenOf(run.retryAt, now)}${because(run.error)}`,
    tone: 'busy',
  }),
  'run.ended': ({run}, _, by) => ({
    what: `${by.named('run', run.id)} of ${formatJob(run, by)}: ${run.status}${run.late ? ', late' : ''}${because(run.error)}`,
    tone: run.status === 'failed' ? 'bad' : undefined,
  }),
  'reminder.set': ({reminder}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} set for ${reminder.on === undefined ? whenOf(reminder.fireAt, now) : waitingFor(reminder)}: ${printableLine(reminder.message)}`,
  }),
  'reminder.started': ({reminder}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} starts: ${startedBy(reminder, now)}: ${printableLine(reminder.message)}`,
  }),
  'reminder.fired': ({reminder, late}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} rang${late ? ' late' : ''}: ${printableLine(reminder.message)}`,
    tone: 'good',
  }),
  'reminder.settled': ({reminder}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} is being delivered`,
    tone: 'quiet',
  }),
  'reminder.nagged': ({reminder, last}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} repeated${last ? ' for the last time' : ''}: ${printableLine(reminder.message)}`,
  }),
  'reminder.missed': ({reminder, missed}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} missed ${counted(missed.count, 'occurrence')}: ${printableLine(reminder.message)}`,
  }),
  'reminder.skipped': ({reminder, skippedAt}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} skips ${whenOf(skippedAt, now)}: ${printableLine(reminder.message)}`,
  }),
  'reminder.paused': ({reminder}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} paused${reminder.pausedUntil === undefined ? '' : ` until ${whenOf(reminder.pausedUntil, now)}`}: ${printableLine(reminder.message)}`,
  }),
  'reminder.resumed': ({reminder, because: why}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} ${why === undefined ? 'resumed' : 'went on by itself'}, next ${waitsForEvent(reminder) ? waitingFor(reminder) : whenOf(reminder.fireAt, now)}: ${printableLine(reminder.message)}`,
  }),
  'reminder.undone': ({reminder}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} restored to its state before the last change: ${printableLine(reminder.message)}`,
  }),
  'reminder.cancelled': ({reminder}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} cancelled: ${printableLine(reminder.message)}`,
  }),
  'reminder.snoozed': ({reminder}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} snoozed until ${whenOf(reminder.fireAt, now)}`,
  }),
  'reminder.edited': ({reminder, changed, because: why}, now, {named}) => ({
    what: `${named('reminder', reminder.id)} ${why === undefined ? formatEdit(reminder, changed, now) : why === 'gone' ? formatGone(reminder) : formatMoved(reminder, WHY_MOVED[why], now)}`,
  }),
  'reminder.done': ({reminder}, _, {named}) => ({
    what: `${named('reminder', reminder.id)} done: ${printableLine(reminder.message)}`,
  }),
  'approval.asked': ({approval}, now, {named}) => ({
    what: `${named(callOrNote(approval), approval.id)} waits for a yes until ${whenOf(approval.deadlineAt, now)}: ${printableLine(approval.effect)}`,
    tone: 'busy',
  }),
  'approval.answered': ({approval}, _, {named}) => ({
    what: `${named(callOrNote(approval), approval.id)} ${printableLine(howAnswered(fromWire<Approval>(approval)))}: ${printableLine(approval.effect)}`,
    tone: approval.state === 'approved' ? 'good' : undefined,
  }),
  'alarm.set': ({alarm}, now, {named}) => ({
    what: `${named('alarm', alarm.id)} set for ${whenOf(alarm.nextAt, now)}: ${printableLine(alarm.message)}`,
  }),
  'alarm.fired': ({alarm, late}, _, {named}) => ({
    what: `${named('alarm', alarm.id)} woke the agent${late ? ' late' : ''}: ${printableLine(alarm.message)}`,
    tone: 'good',
  }),
  'alarm.delayed': ({alarm}, now, {named}) => ({
    what: `${named('alarm', alarm.id)} could not wake the agent${because(alarm.lastError)}; next try ${whenOf(alarm.retryAt, now)}`,
    tone: 'busy',
  }),
  'alarm.cancelled': ({alarm}, _, {named}) => ({
    what: `${named('alarm', alarm.id)} cancelled: ${printableLine(alarm.message)}`,
  }),
  'alarm.failed': ({alarm}, _, {named}) => ({
    what: `${named('alarm', alarm.id)} failed${alarm.state === 'active' ? ' this time' : ''}${because(alarm.lastError)}`,
    tone: 'bad',
  }),
  'cron.changed': ({job, removed, action = removed === true ? 'removed' : undefined, by, before, after}, now) => {
    const next = job.enabled ? `next ${whenOf(job.nextAt, now)}` : 'disabled';
    const end = job.pausedUntil === undefined ? '' : ` until ${whenOf(job.pausedUntil, now)}`;
    const state = job.paused ? `paused${end}` : next;
    const name = `job ${printableLine(job.name)}`;
    if (action === undefined) return {what: `${name}: ${state}`};
    const change = `${name} ${printableLine(jobChange(action, by, {before, after}))}`;
    return {
      what:
        action === 'paused'
          ? `${change}${end}`
          : action === 'removed' || removed === true
            ? change
            : `${change}: ${state}`,
    };
  },
  'cron.invalid': ({file, line, reason}) => ({
    what: `job invalid, ${file}:${line}: ${printableLine(reason)}`,
    tone: 'bad',
  }),
  'cron.mended': ({file}) => ({what: `${file} was fixed or removed`}),
  'delivery.queued': ({delivery}, _, {named, names}) => ({
    what: `${named('delivery', delivery.id)} queued for ${placed(delivery.address, names)}`,
    tone: 'quiet',
  }),
  'delivery.sent': ({delivery}, _, {named, names}) => ({
    what: `${named('delivery', delivery.id)} sent to ${placed(delivery.address, names)}`,
  }),
  'delivery.receipt': ({delivery}, _, {named, names}) => ({
    what: `${named('delivery', delivery.id)} ${delivery.state} by ${placed(delivery.address, names)}`,
  }),
  'delivery.failed': ({delivery}, now, {named, names}) => ({
    what: `${named('delivery', delivery.id)} to ${placed(delivery.address, names)} failed this time${because(delivery.lastError)}; next try ${whenOf(delivery.nextAttemptAt, now)}`,
    tone: 'busy',
  }),
  'delivery.dead': ({delivery}, _, {named, names}) => ({
    what: `${named('delivery', delivery.id)} to ${placed(delivery.address, names)} ${delivery.discarded === true ? 'discarded' : 'failed'}${because(delivery.lastError)}`,
    tone: delivery.discarded === true ? undefined : 'bad',
  }),
  'delivery.held': ({delivery}, _, {named, names}) => ({
    what: `${named('delivery', delivery.id)} to ${placed(delivery.address, names)} is held back`,
  }),
  'channel.status': ({channel, inbound, outbound, detail}) => ({
    what: `channel ${channel}: ${formatLink({inbound, outbound})}${because(detail)}`,
    tone: inbound === 'down' || outbound === 'down' ? 'bad' : undefined,
  }),
  'config.changed': ({keys}) => ({what: `configuration changed: ${keys.join(', ')}`}),
  'config.rejected': ({problems}) => ({
    what: `configuration rejected: ${problems.map(({key, reason}) => `${key}: ${printableLine(reason)}`).join('; ')}`,
    tone: 'bad',
  }),
  'event.lost': () => ({what: 'unreadable event', tone: 'bad'}),
  'policy.refused': ({reason, source}) => ({
    what: `refused ${formatSource(source)}: ${printableLine(reason)}`,
    tone: 'busy',
  }),
};

const placed = (address: Address, names: Names): string => printableLine(addressName(address, names));

/** A run's subject: a cron job by name, a heartbeat by its conversation. Names of reminders and alarms are ids. */
const formatJob = ({kind, name}: Pick<Wire<Run>, 'kind' | 'name'>, {named, names}: Naming): string => {
  if (kind === 'reminder' || kind === 'alarm') return printableLine(named(kind, name));
  if (kind === 'cron' || !isSessionKey(name)) return `${kindName(kind)} ${printableLine(name)}`;
  return `${kind} of ${printableLine(conversationName(name, names))}`;
};

const formatCause = (source: MessageSource, {named}: Naming): string =>
  source.kind === 'reminder' || source.kind === 'alarm'
    ? printableLine(named(source.kind, source.name))
    : formatSource(source);

/** The changes of an edited reminder. Unchanged fields are left out. */
const formatEdit = (
  {message, fireAt, mode, repeat}: Wire<Reminder>,
  changed: readonly EditedField[] = ['message'],
  now: number,
): string => {
  const formats: Readonly<Partial<Record<EditedField, string>>> = {
    fireAt: `moved to ${whenOf(fireAt, now)}`,
    message: `has a new text: ${printableLine(message)}`,
    mode: mode === 'agent' ? 'now asks the agent' : 'is delivered word for word now',
    repeat: repeat === undefined ? undefined : `repeats ${printableLine(repeat.words)}`,
  };
  const text = changed.flatMap(field => formats[field] ?? []).join(', ');
  if (text === '') return `${changed.length === 0 ? 'unchanged' : 'changed'}: ${printableLine(message)}`;
  return changed.includes('message') ? text : `${text}: ${printableLine(message)}`;
};

const formatMoved = ({message, fireAt}: Wire<Reminder>, why: string, now: number): string =>
  `is now next due ${whenOf(fireAt, now)}, since ${why}: ${printableLine(message)}`;

const WHY_MOVED = {
  configuration: 'the place or region changed',
  clock: 'the clock was set back',
  zone: "its person's time zone changed",
} as const;

const formatGone = ({on, gone}: Wire<Reminder>): string => {
  const name = on?.kind === 'run' ? `the job ${on.name}` : `${on?.from}`;
  return gone === true ? `can't ring: ${name} no longer exists` : `can ring again: ${name} is back`;
};

const lasting = (ms: number | undefined): string => (ms === undefined ? '' : ` (${formatTook(ms)})`);

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${printableLine(reason)}`);
