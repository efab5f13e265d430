// Builds the message for a channel from a delivery. A reminder's state is read when it is sent: one that was answered
// meanwhile needs no answer.

import {ENGLISH_TEXTS} from '../../shared/languages/texts.ts';
import {approvalOfKey} from '../../shared/records/approval.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Outbound, OutboundRun} from '../../shared/records/delivery/injection.ts';
import type {AlarmId} from '../../shared/records/ids.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import type {Store} from '../ports/store.ts';
import {alsoOn} from './reach/copies.ts';

type OutboundStore = Pick<Store, 'deliveries' | 'escalations' | 'runs' | 'reminders' | 'alarms' | 'approvals'>;

export const outboundOf = (store: OutboundStore, delivery: Delivery): Outbound => {
  const {id, key, address: to, text, repeat, plain, quote, files, late, wake, runId, sentAt} = delivery;
  const also = alsoOn(store, delivery);
  // A message that was sent whole and came back is sent whole again.
  const accepted = sentAt === undefined ? store.deliveries.sentIds(id).length : 0;
  const run = runId === undefined ? undefined : store.runs.get(runId);
  return {
    id,
    key,
    to,
    text,
    repeat,
    accepted: accepted !== 0 ? accepted : undefined,
    also: also.length !== 0 ? also : undefined,
    plain,
    quote,
    files,
    late,
    wake,
    run: run && outboundRun(store, run),
    asks: asksIn(store, key),
    urgent: isUrgent(store, delivery, run) ? (true as const) : undefined,
  };
};

/** The language of a question that is still open. */
const asksIn = ({approvals}: Pick<Store, 'approvals'>, key: string): string | undefined => {
  const id = approvalOfKey(key);
  const approval = id && approvals.get(id);
  return approval?.state === 'open' ? (approval.language ?? ENGLISH_TEXTS.code) : undefined;
};

const isUrgent = (store: OutboundStore, delivery: Delivery, run: Run | undefined): boolean => {
  if (store.escalations.ofDelivery(delivery)?.urgent === true) return true;
  if (run?.kind === 'reminder') return store.reminders.get(run.name as Reminder['id'])?.urgent === true;
  return run?.kind === 'alarm' && store.alarms.get(run.name as AlarmId)?.urgent === true;
};

const outboundRun = ({reminders}: Pick<Store, 'reminders'>, {kind, name, scheduledFor}: Run): OutboundRun => {
  const reminder = kind === 'reminder' ? reminders.get(name as Reminder['id']) : undefined;
  return {kind, name, scheduledFor, waits: reminder !== undefined && waitsForAnswer(reminder) ? true : undefined};
};

/** A snoozed reminder waits for its next instant instead. */
export const waitsForAnswer = ({state, occurrence}: Reminder): boolean =>
  state === 'firing' ||
  state === 'fired' ||
  (state === 'pending' && occurrence !== undefined && occurrence.snoozedUntil === undefined);
