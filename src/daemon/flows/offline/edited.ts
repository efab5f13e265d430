// An edited request changes what its earlier text had set. Where it can't, the answer names what stays.

import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {NOTHING_MADE} from '../../../shared/records/message-details.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import type {Answering, OfflineAnswer} from './answering.ts';
import type {Conversation} from './conversation.ts';
import type {Intent} from './intent.ts';
import {changedText} from './sentences.ts';

type Find = (id: ReminderId) => Reminder | undefined;

/**
 * A request in place of an earlier one changes the reminder or job that the earlier one had set, if that is a single
 * one.
 */
export const editedIntent = (intent: Intent, {edited}: Conversation, find: Find): Intent => {
  const {reminders, jobs} = edited;
  const [replaces] = jobs.length === 1 ? jobs : [];
  if (intent.kind === 'new-job' && replaces !== undefined) return {...intent, replaces};
  const [id] = reminders.length === 1 ? reminders : [];
  const old = id && find(id);
  if (intent.kind !== 'set' || intent.orders.length !== 1 || old?.state !== 'pending') return intent;
  const [order] = intent.orders;
  // A series has no way back to a single reminder: it is replaced.
  if (order === undefined || (old.repeat !== undefined && order.moment.repeats !== true)) return intent;
  const {moment, message} = order;
  return {kind: 'change', change: {kind: 'reword', message, moment}, target: {kind: 'ids', ids: [old.id]}};
};

/** Carries out the request of an edited message, then replaces or names what its earlier text had set. */
export const carryOutEdited = async (
  intent: Intent,
  answering: Answering,
  carryOut: () => Promise<OfflineAnswer>,
): Promise<OfflineAnswer> => {
  const {actions, conversation, times} = answering;
  const {edited} = conversation;
  if (edited === NOTHING_MADE) return await carryOut();
  const before = new Map(edited.reminders.map(id => [id, JSON.stringify(actions.find(id))]));
  const answer = await carryOut();
  const isReplaced =
    intent.kind === 'set' && answer.question === undefined && actions.setCount() >= intent.orders.length;
  // Only after the new reminders are set, so that a failure between leaves one too many.
  const untouched = edited.reminders.flatMap(id => {
    const now = actions.find(id);
    return now?.state === 'pending' && JSON.stringify(now) === before.get(id) ? [now] : [];
  });
  const lines: string[] = [];
  if (isReplaced && untouched.length > 0) {
    const results = await actions.change(untouched.map(({id}) => ({action: 'cancel', id})));
    lines.push(...results.flatMap(result => (result.ok ? [changedText('cancel', result.value, times)] : [])));
  }
  // The next message may still change it.
  const isOpen = intent.kind === 'change' && answer.question !== undefined;
  const staying = (isOpen ? [] : untouched).flatMap(({id}) => {
    const now = actions.find(id);
    return now?.state === 'pending' ? [now] : [];
  });
  const {stays} = times.texts;
  lines.push(
    ...staying.map(({message, fireAt}) => stays.reminder(oneLine(message), times.texts.spoken(fireAt, times))),
    ...(intent.kind === 'new-job' && edited.jobs.length === 1 ? [] : edited.jobs.map(stays.job)),
    ...edited.alarms.map(stays.alarm),
  );
  return {...answer, text: [answer.text, ...lines].join('\n')};
};
