// One event in the few cells of a narrow pane: the thing first, then what became of it. The log says the same at length.

import type {Delivery} from '../../shared/delivery.ts';
import type {EventType, GatewayEvent} from '../../shared/gateway-event.ts';
import type {Reminder} from '../../shared/jobs.ts';
import {printableLine} from '../../shared/sanitize.ts';
import {instantOfIso} from '../../shared/time.ts';
import type {Wire} from '../../shared/wire.ts';
import {placeWord} from './place-words.ts';

/** What it is about may be cut; what became of it is the point. */
type PaneWords = {readonly what: string; readonly became?: string};

/** Undefined where the words of the log are short enough; `when` says an instant in a few cells. */
export const paneWords = (event: GatewayEvent, when: (at: number) => string): PaneWords | undefined => {
  const words = WORDS[event.type] as ((event: GatewayEvent, when: When) => PaneWords) | undefined;
  return words?.(event, iso => {
    const at = iso === undefined ? undefined : instantOfIso(iso);
    return at === undefined ? '' : when(at);
  });
};

type When = (iso: string | undefined) => string;
type Words = {readonly [T in EventType]?: (event: Extract<GatewayEvent, {type: T}>, when: When) => PaneWords};

const said = ({message}: Pick<Wire<Reminder>, 'message'>): string => printableLine(message);

const WORDS: Words = {
  'reminder.set': ({reminder}, when) => ({what: said(reminder), became: `set, ${when(reminder.fireAt)}`}),
  'reminder.fired': ({reminder, late}) => ({what: said(reminder), became: late ? 'fired late' : 'fired'}),
  'reminder.nagged': ({reminder}) => ({what: said(reminder), became: 'said again'}),
  'reminder.cancelled': ({reminder}) => ({what: said(reminder), became: 'cancelled'}),
  'reminder.snoozed': ({reminder}, when) => ({what: said(reminder), became: `snoozed, ${when(reminder.fireAt)}`}),
  'reminder.edited': ({reminder, changed = []}, when) => ({
    what: said(reminder),
    became: changed.includes('fireAt') ? `moved, ${when(reminder.fireAt)}` : 'changed',
  }),
  'reminder.done': ({reminder}) => ({what: said(reminder), became: 'done'}),
  'alarm.set': ({alarm}, when) => ({what: said(alarm), became: `alarm, ${when(alarm.nextAt)}`}),
  'alarm.fired': ({alarm}) => ({what: said(alarm), became: 'woke the agent'}),
  'alarm.delayed': ({alarm}, when) => ({what: said(alarm), became: `retry, ${when(alarm.retryAt)}`}),
  'alarm.cancelled': ({alarm}) => ({what: said(alarm), became: 'cancelled'}),
  'alarm.failed': ({alarm}) => ({what: said(alarm), became: 'given up'}),
  'run.ended': ({run}) => ({what: runName(run.name, run.kind), became: run.status}),
  'turn.ended': ({outcome, error}) => ({what: `${outcome}${error === undefined ? '' : `: ${printableLine(error)}`}`}),
  'delivery.sent': ({delivery}) => delivered(delivery, 'sent'),
  'delivery.receipt': ({delivery}) => delivered(delivery, delivery.state),
  'delivery.failed': ({delivery}, when) => delivered(delivery, `retry, ${when(delivery.nextAttemptAt)}`),
  'delivery.dead': ({delivery}) => delivered(delivery, 'given up'),
};

const delivered = ({address, text}: Pick<Wire<Delivery>, 'address' | 'text'>, became: string): PaneWords => ({
  what: printableLine(text),
  became: `${became}, ${placeWord(address)}`,
});

/** A reminder's run has its id for a name, which says nothing. */
const runName = (name: string, kind: string): string => (kind === 'cron' ? printableLine(name) : kind);
