// Carries out an intent with the services, and describes the result. An edited request changes what its earlier text
// had set; where it can't, the answer names what stays.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {NOTHING_MADE} from '../../../shared/records/message-details.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {UNDO_MS} from '../../schedule/reminder-moves.ts';
import {type Answering, type OfflineAnswer, orderOf} from './actions.ts';
import {ask, askAgain, askDelete, askTime} from './ask.ts';
import {changeReminders} from './change-reminders.ts';
import type {Conversation} from './conversation.ts';
import {askFor, type ChangeIntent, type Intent, type JobIntent, type Order} from './intent.ts';
import {findJob, listJobs, listReminders, namedJobText} from './lists.ts';
import {isNudge} from './scheduled.ts';
import {changedText, failureText, newJobText} from './sentences.ts';
import {matches} from './target.ts';

/** Does what the intent says, or asks for what it lacks. */
export const carryOut = async (
  intent: Exclude<Intent, {intent: 'fail'}>,
  answering: Answering,
): Promise<OfflineAnswer> => {
  if (intent.intent === 'reply') return {text: intent.text};
  const {times, conversation} = answering;
  if (!conversation.canRemind)
    return {text: times.texts.not[intent.intent.startsWith('cron.') ? 'schedule' : 'reminders']};
  const [only, ...others] = intent.intent === 'reminder.set' ? intent.orders : [];
  const choices = others.length === 0 ? only?.moment.choices : undefined;
  if (choices !== undefined && conversation.origin === 'person') return askTime(intent, choices, times);
  switch (intent.intent) {
    case 'again':
      return askAgain(conversation, times);
    case 'ask':
      return ask(intent.form, times, intent.why);
    case 'reminder.set':
      return setAll(intent.orders, answering);
    case 'reminder.list':
      return await listReminders(intent.view, answering);
    case 'reminder.undo':
      return undo(answering);
    case 'reminder.change':
      return await changeReminders(intent, answering, instead => carryOut(instead, answering));
    case 'cron.list':
      return await listJobs(intent.view, answering);
    case 'cron.create':
      return {text: await jobCreated(intent, answering)};
    default:
      return await changeJob(intent, answering);
  }
};

const setAll = async (orders: readonly Order[], {actions, times}: Answering): Promise<OfflineAnswer> => {
  const [only] = orders;
  if (only !== undefined && orders.length === 1 && only.moment.at <= times.now && only.moment.isEvent !== true) {
    const {form} = askFor({message: only.message});
    return ask(form, times, times.texts.past(only.moment.words));
  }
  const results = await actions.set(orders);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText('set', result.value, times, {moment: orders[index]?.moment})
      : times.texts.notSet(orders[index]?.message ?? '', failureText(result, times)),
  );
  return {text: texts.join('\n')};
};

const undo = async (answering: Answering): Promise<OfflineAnswer> => {
  const {actions, conversation, times} = answering;
  const {lastSet} = conversation;
  // Answers from the phone and changes elsewhere aren't turns here. The newer of the two is undone.
  const isNewest =
    lastSet !== undefined && times.now - lastSet.at <= UNDO_MS && (actions.changedAt() ?? 0) <= lastSet.at;
  // A new reminder has no earlier version, so undo cancels the reminder.
  if (isNewest) {
    const target = {kind: 'ids', ids: lastSet.ids} as const;
    return await changeReminders(
      {intent: 'reminder.change', change: {operation: 'reminder.cancel'}, target},
      answering,
    );
  }
  const undone = await actions.undo();
  return {text: undone.ok ? changedText('undo', undone.value, times) : failureText(undone, times)};
};

const changeJob = async (
  {intent: method, name, until, confirmed, otherwise}: JobIntent,
  answering: Answering,
): Promise<OfflineAnswer> => {
  const {actions, times} = answering;
  const {jobs} = times.texts;
  const found = await actions.jobs();
  if (!found.ok) return {text: jobs.failed(failureText(found, times))};
  const job = findJob(name, found.value, times);
  if (job === undefined) {
    const isReminder = otherwise !== undefined && (await isAboutReminder(otherwise, answering));
    return isReminder ? await changeReminders(otherwise, answering) : {text: namedJobText(name, found.value, times)};
  }
  if (method === 'cron.edit') return {text: jobs.edit(job.name)};
  if (method === 'cron.remove' && confirmed !== true) return askDelete(job, times);
  if (method === 'cron.pause') {
    const paused = await actions.pauseJob(job.name, until);
    if (!paused.ok) return {text: jobs.notChanged('pause', job.name, failureText(paused, times))};
    const {pausedUntil: end} = paused.value;
    return {
      text:
        end === undefined ? jobs.changed.pause(job.name) : jobs.pausedUntil(job.name, times.texts.moment(end, times)),
    };
  }
  const changed = await actions.changeJob(method, job.name);
  const order = orderOf(method);
  return {
    text: changed.ok ? jobs.changed[order](job.name) : jobs.notChanged(order, job.name, failureText(changed, times)),
  };
};

const isAboutReminder = async ({target}: ChangeIntent, {actions, times}: Answering): Promise<boolean> => {
  const reminders = await actions.list();
  if (!reminders.ok || target.kind !== 'words') return false;
  const {exact, near} = matches(target.words, reminders.value, times);
  return exact.length + near.length > 0;
};

const jobCreated = async (
  {when, task, says, replaces}: Extract<Intent, {intent: 'cron.create'}>,
  {actions, times, isProgram}: Answering,
): Promise<string> => {
  const prompt = says ? `Say: ${task}` : task;
  const created =
    replaces === undefined
      ? await actions.createJob({words: when, prompt, about: task})
      : await actions.editJob(replaces, {words: when, prompt});
  if (!created.ok) return times.texts.jobs.notCreated(failureText(created, times));
  const made = newJobText(created.value, times, replaces !== undefined);
  return isNudge(prompt, times.words, isProgram) ? made : `${made}\n${times.texts.jobs.needsModel}`;
};

/**
 * A request in place of an earlier one changes the reminder or job that the earlier one had set, if that is a single
 * one.
 */
export const editedIntent = (
  intent: Intent,
  {edited}: Conversation,
  find: (id: ReminderId) => Reminder | undefined,
): Intent => {
  const {reminders, jobs} = edited;
  const [replaces] = jobs.length === 1 ? jobs : [];
  if (intent.intent === 'cron.create' && replaces !== undefined) return {...intent, replaces};
  const [id] = reminders.length === 1 ? reminders : [];
  const old = id && find(id);
  if (intent.intent !== 'reminder.set' || intent.orders.length !== 1 || old?.state !== 'pending') return intent;
  const [order] = intent.orders;
  // A series has no way back to a single reminder: it is replaced.
  if (order === undefined || (old.repeat !== undefined && order.moment.repeats !== true)) return intent;
  const {moment, message} = order;
  return {
    intent: 'reminder.change',
    change: {operation: 'reminder.edit', message, moment},
    target: {kind: 'ids', ids: [old.id]},
  };
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
    intent.intent === 'reminder.set' && answer.form === undefined && actions.setCount() >= intent.orders.length;
  // Only after the new reminders are set, so that a failure between leaves one too many.
  const untouched = edited.reminders.flatMap(id => {
    const now = actions.find(id);
    return now?.state === 'pending' && JSON.stringify(now) === before.get(id) ? [now] : [];
  });
  const lines: string[] = [];
  if (isReplaced && untouched.length > 0) {
    const results = await actions.change(untouched.map(({id}) => ({operation: 'reminder.cancel', id})));
    lines.push(...results.flatMap(result => (result.ok ? [changedText('cancel', result.value, times)] : [])));
  }
  // The next message may still change it.
  const isOpen = intent.intent === 'reminder.change' && answer.form !== undefined;
  const staying = (isOpen ? [] : untouched).flatMap(({id}) => {
    const now = actions.find(id);
    return now?.state === 'pending' ? [now] : [];
  });
  const {stays} = times.texts;
  lines.push(
    ...staying.map(({message, fireAt}) => stays.reminder(oneLine(message), times.texts.spoken(fireAt, times))),
    ...(intent.intent === 'cron.create' && edited.jobs.length === 1 ? [] : edited.jobs.map(stays.job)),
    ...edited.alarms.map(stays.alarm),
  );
  return {...answer, text: [answer.text, ...lines].join('\n')};
};
