// Carries out an intent with the services, and describes the result.

import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {UNDO_MS} from '../../schedule/reminder-moves.ts';
import type {Answering, OfflineAnswer} from './answering.ts';
import {changeReminders} from './change-reminders.ts';
import type {Intent, JobView, Order, PlainQuestion, ReminderView, TimeChoice} from './intent.ts';
import {plainName} from './reading/read-question.ts';
import {isNudge} from './scheduled.ts';
import {
  allRemindersText,
  changedText,
  failureText,
  foundText,
  listedText,
  namedJobText,
  newJobText,
  nextText,
  noneBetweenText,
  numbered,
  questionText,
  scheduleText,
  timeQuestionText,
} from './sentences.ts';
import {matches} from './target.ts';
import type {TimeReader} from './times.ts';
export const carryOut = async (
  intent: Exclude<Intent, {kind: 'fail'}>,
  answering: Answering,
): Promise<OfflineAnswer> => {
  if (intent.kind === 'reply') return {text: intent.text};
  const {texts} = answering.times;
  if (!answering.conversation.canRemind)
    return {text: texts.not[ABOUT_JOBS.has(intent.kind) ? 'schedule' : 'reminders']};
  const choices = choicesOf(intent);
  if (choices !== undefined && answering.conversation.origin === 'person')
    return {text: timeQuestionText(choices, answering.times), question: {kind: 'time', intent, choices}};
  switch (intent.kind) {
    case 'again':
      return askedAgain(answering);
    case 'ask':
      return ask(intent.question, answering.times, intent.why);
    case 'set':
      return setAll(intent.orders, answering);
    case 'list':
      return list(intent.view, answering);
    case 'jobs':
      return {text: await jobsText(intent.view, answering)};
    case 'job':
      return await jobChanged(intent, answering);
    case 'new-job':
      return {text: await jobCreated(intent, answering)};
    case 'undo':
      return undo(answering);
    case 'change':
      return await changeReminders(intent, answering, instead => carryOut(instead, answering));
    default:
      return intent satisfies never;
  }
};

/** The times that a single new reminder may have. */
const choicesOf = (intent: Intent): readonly TimeChoice[] | undefined =>
  intent.kind === 'set' && intent.orders.length === 1 ? intent.orders[0]?.moment.choices : undefined;

const ask = (question: PlainQuestion, times: TimeReader, why?: string): OfflineAnswer => ({
  text: `${why === undefined ? '' : `${why}\n`}${questionText(question, times)}`,
  question,
});

const askedAgain = ({conversation, times}: Answering): OfflineAnswer => {
  const {question, asked, listed} = conversation;
  return {
    text: [times.texts.noAnswer, ...(asked === undefined ? [] : [asked])].join('\n'),
    question,
    listed,
  };
};

const setAll = async (orders: readonly Order[], {actions, times}: Answering): Promise<OfflineAnswer> => {
  const [only] = orders;
  if (only !== undefined && orders.length === 1 && only.moment.at <= times.now) {
    return ask({kind: 'when', message: only.message}, times, times.texts.past(only.moment.words));
  }
  const results = await actions.set(orders);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText('set', result.value, times, {moment: orders[index]?.moment})
      : times.texts.notSet(orders[index]?.message ?? '', failureText(result, times)),
  );
  return {text: texts.join('\n')};
};

const list = async (view: ReminderView, {actions, times}: Answering): Promise<OfflineAnswer> => {
  const found = await actions.list();
  if (!found.ok) return {text: times.texts.lists.failed(failureText(found, times))};
  const pending = found.value.filter(({state}) => state === 'pending');
  const fired = found.value.filter(({state}) => state === 'fired');
  const [next] = pending;
  switch (view.kind) {
    case 'all':
      return {text: allRemindersText(pending, fired, times), listed: idsOf(pending)};
    case 'next':
      return {text: nextText(next, fired, times)};
    case 'between': {
      const name = times.texts.lists.days(view.days, times);
      const isOver = view.to <= times.now;
      const some = (isOver ? fired : pending).filter(({fireAt}) => fireAt >= view.from && fireAt < view.to);
      if (some.length > 0) return {text: listedText(name, isOver, some, times), listed: idsOf(some)};
      return {text: isOver ? times.texts.lists.noneFrom(name) : noneBetweenText(name, next, times)};
    }
    default: {
      const {exact, near} = matches(view.words, pending.length > 0 ? pending : fired, times);
      const some = exact.length > 0 ? exact : near;
      const [only] = some;
      if (only === undefined) return {text: times.texts.lists.noneAbout(view.words)};
      if (some.length === 1) return {text: foundText(only, times)};
      return {text: `${times.texts.lists.mayMean}\n${numbered(some, times)}`, listed: idsOf(some)};
    }
  }
};

const jobsText = async (view: JobView, {actions, times}: Answering): Promise<string> => {
  const found = await actions.jobs();
  if (!found.ok) return times.texts.jobs.failed(failureText(found, times));
  const jobs = found.value.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (view.kind === 'named') return namedJobText(view.name, jobs, times);
  const reminders = view.kind === 'all' ? await actions.list() : undefined;
  if (reminders?.ok === false) return times.texts.lists.failed(failureText(reminders, times));
  const pending = (reminders?.value ?? []).filter(({state}) => state === 'pending');
  if (jobs.length + pending.length > 0) return scheduleText(jobs, pending, times);
  return view.kind === 'jobs' ? times.texts.jobs.none : times.texts.jobs.nothing;
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
    return await changeReminders({kind: 'change', change: {kind: 'cancel'}, target}, answering);
  }
  const undone = await actions.undo();
  return {text: undone.ok ? changedText('undo', undone.value, times) : failureText(undone, times)};
};

const jobChanged = async (intent: Extract<Intent, {kind: 'job'}>, answering: Answering): Promise<OfflineAnswer> => {
  const {order, name, confirmed, otherwise} = intent;
  const {actions, times} = answering;
  const {jobs} = times.texts;
  const found = await actions.jobs();
  if (!found.ok) return {text: jobs.failed(failureText(found, times))};
  const job = found.value.find(one => plainName(one.name) === plainName(name));
  if (job === undefined) {
    const isReminder = otherwise !== undefined && (await isAboutReminder(otherwise, answering));
    return isReminder ? await changeReminders(otherwise, answering) : {text: namedJobText(name, found.value, times)};
  }
  if (order === 'edit') return {text: jobs.edit(job.name)};
  if (order === 'delete' && confirmed !== true) {
    const sure: Intent = {kind: 'job', order, name: job.name, confirmed: true};
    return {text: jobs.reallyDelete(job.name, job.origin), question: {kind: 'job', intent: sure}};
  }
  const changed = await actions.changeJob(order, job.name);
  return {
    text: changed.ok ? jobs.changed[order](job.name) : jobs.notChanged(order, job.name, failureText(changed, times)),
  };
};

const isAboutReminder = async (
  {target}: Extract<Intent, {kind: 'change'}>,
  {actions, times}: Answering,
): Promise<boolean> => {
  const reminders = await actions.list();
  if (!reminders.ok || target.kind !== 'words') return false;
  const {exact, near} = matches(target.words, reminders.value, times);
  return exact.length + near.length > 0;
};

const jobCreated = async (
  {when, task, says, replaces}: Extract<Intent, {kind: 'new-job'}>,
  {actions, times, isProgram}: Answering,
): Promise<string> => {
  const prompt = says ? `Say: ${task}` : task;
  const created =
    replaces === undefined
      ? await actions.createJob({words: when, prompt, about: task})
      : await actions.editJob(replaces, {words: when, prompt});
  if (!created.ok) return times.texts.jobs.notCreated(failureText(created, times));
  const made = newJobText(created.value, times, replaces !== undefined);
  return isNudge(prompt, isProgram) ? made : `${made}\n${times.texts.jobs.needsModel}`;
};

const idsOf = (reminders: readonly Reminder[]): readonly ReminderId[] => reminders.map(({id}) => id);

const ABOUT_JOBS: ReadonlySet<Intent['kind']> = new Set(['jobs', 'job', 'new-job']);
