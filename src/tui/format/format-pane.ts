// One event in the few cells of a narrow pane: the subject first, then the outcome. The log has the full text.

import type {EventType, GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import {conversationName, type Names} from '../../shared/record-text/names.ts';
import {waitingFor} from '../../shared/record-text/waiting-for.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import {isSessionKey} from '../../shared/records/session-key.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {endWord} from './format-answer.ts';
import {shortPlace} from './format-place.ts';

/** The subject may be cut; the outcome must stay. */
type PaneText = {readonly what: string; readonly became?: string};

/** Undefined where the log's text is short enough; `when` formats an instant in a few cells. */
export const formatPane = (event: GatewayEvent, when: (at: number) => string, names: Names): PaneText | undefined => {
  const format = WORDS[event.type] as ((event: GatewayEvent, when: When, names: Names) => PaneText) | undefined;
  const whenOf: When = iso => {
    const at = iso === undefined ? undefined : instantOfIso(iso);
    return at === undefined ? '' : when(at);
  };
  return format?.(event, whenOf, names);
};

type When = (iso: string | undefined) => string;
type Words = {
  readonly [T in EventType]?: (event: Extract<GatewayEvent, {type: T}>, when: When, names: Names) => PaneText;
};

const text = ({message}: Pick<Wire<Reminder>, 'message'>): string => printableLine(message);

const WORDS: Words = {
  'reminder.set': ({reminder}, when) => ({
    what: text(reminder),
    became: `set, ${reminder.on === undefined ? when(reminder.fireAt) : waitingFor(reminder)}`,
  }),
  'reminder.fired': ({reminder, late}) => ({what: text(reminder), became: late ? 'rang late' : 'rang'}),
  'reminder.nagged': ({reminder}) => ({what: text(reminder), became: 'repeated'}),
  'reminder.missed': ({reminder, missed}) => ({what: text(reminder), became: `${missed.count} missed`}),
  'reminder.skipped': ({reminder, skippedAt}, when) => ({what: text(reminder), became: `skips ${when(skippedAt)}`}),
  'reminder.paused': ({reminder}) => ({what: text(reminder), became: 'paused'}),
  'reminder.resumed': ({reminder}, when) => ({
    what: text(reminder),
    became: `resumed, ${reminder.on === undefined ? when(reminder.fireAt) : waitingFor(reminder)}`,
  }),
  'reminder.undone': ({reminder}) => ({what: text(reminder), became: 'undone'}),
  'reminder.cancelled': ({reminder}) => ({what: text(reminder), became: 'cancelled'}),
  'reminder.snoozed': ({reminder}, when) => ({what: text(reminder), became: `snoozed, ${when(reminder.fireAt)}`}),
  'reminder.edited': ({reminder, changed = []}, when) => ({
    what: text(reminder),
    became: changed.includes('fireAt') ? `moved, ${when(reminder.fireAt)}` : 'changed',
  }),
  'reminder.done': ({reminder}) => ({what: text(reminder), became: 'done'}),
  'approval.asked': ({approval}) => ({what: printableLine(approval.effect), became: 'asks'}),
  'approval.answered': ({approval}) => ({what: printableLine(approval.effect), became: endWord(approval)}),
  'alarm.set': ({alarm}, when) => ({what: text(alarm), became: `alarm, ${when(alarm.nextAt)}`}),
  'alarm.fired': ({alarm}) => ({what: text(alarm), became: 'woke the agent'}),
  'alarm.delayed': ({alarm}, when) => ({what: text(alarm), became: `retry, ${when(alarm.retryAt)}`}),
  'alarm.cancelled': ({alarm}) => ({what: text(alarm), became: 'cancelled'}),
  'alarm.failed': ({alarm}) => ({what: text(alarm), became: 'failed'}),
  'run.ended': ({run}, _, names) => ({what: runName(run, names), became: run.status}),
  'turn.ended': ({outcome, error}) => ({what: `${outcome}${error === undefined ? '' : `: ${printableLine(error)}`}`}),
  'delivery.sent': ({delivery}, _, names) => delivered(delivery, 'sent', names),
  'delivery.receipt': ({delivery}, _, names) => delivered(delivery, delivery.state, names),
  'delivery.failed': ({delivery}, when, names) => delivered(delivery, `retry, ${when(delivery.nextAttemptAt)}`, names),
  'delivery.dead': ({delivery}, _, names) =>
    delivered(delivery, delivery.discarded === true ? 'discarded' : 'failed', names),
  'delivery.held': ({delivery}, _, names) => delivered(delivery, 'held', names),
};

const delivered = (
  {address, text}: Pick<Wire<Delivery>, 'address' | 'text'>,
  became: string,
  names: Names,
): PaneText => ({
  what: printableLine(text),
  became: `${became}, ${shortPlace(address, names)}`,
});

/** A reminder's run is named by an id, which isn't shown. */
const runName = ({name, kind}: Pick<Wire<Run>, 'name' | 'kind'>, names: Names): string => {
  if (kind === 'cron') return printableLine(name);
  return isSessionKey(name) ? `${kind} of ${printableLine(conversationName(name, names))}` : kind;
};
