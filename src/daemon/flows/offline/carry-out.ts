// Carries out an intent with the services, and describes the result.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {Actions, Operation} from './actions.ts';
import type {Conversation} from './conversation.ts';
import type {
  Change,
  Intent,
  JobView,
  Memory,
  Moment,
  Order,
  PlainQuestion,
  ReminderView,
  Target,
  TimeChoice,
} from './intent.ts';
import {NO_REMINDERS} from './interpret.ts';
import {plainName} from './read-question.ts';
import {
  allRemindersText,
  allText,
  changedText,
  foundText,
  listedText,
  namedJobText,
  newJobText,
  nextText,
  noneBetweenText,
  numbered,
  questionText,
  scheduleText,
  stopped,
  timeQuestionText,
  whichText,
} from './sentences.ts';
import {atPositions, choose, matches} from './target.ts';
import type {TimeReader} from './times.ts';

/** The answer, and the memory for the next message. */
type Answer = {readonly text: string} & Omit<Memory, 'turnId' | 'language'>;

type Answering = {
  readonly times: TimeReader;
  readonly conversation: Conversation;
  readonly actions: Actions;
};

export const carryOut = async (intent: Exclude<Intent, {kind: 'fail'}>, answering: Answering): Promise<Answer> => {
  if (intent.kind === 'reply') return {text: intent.text};
  if (!answering.conversation.canRemind) return {text: ABOUT_JOBS.has(intent.kind) ? NO_SCHEDULE : NO_REMINDERS};
  const choices = choicesOf(intent);
  if (choices !== undefined && answering.conversation.origin === 'person')
    return {text: timeQuestionText(choices, answering.times), question: {kind: 'time', intent, choices}};
  switch (intent.kind) {
    case 'ask':
      return ask(intent.question, answering.times, intent.why);
    case 'set':
      return setAll(intent.orders, answering);
    case 'list':
      return list(intent.view, answering);
    case 'jobs':
      return {text: await jobsText(intent.view, answering)};
    case 'job':
      return {text: await jobChanged(intent, answering)};
    case 'new-job':
      return {text: await jobCreated(intent, answering)};
    case 'undo':
      return undo(answering);
    case 'change':
      return change(intent, answering);
    default:
      return intent satisfies never;
  }
};

/** The times that a single new reminder may have. */
const choicesOf = (intent: Intent): readonly TimeChoice[] | undefined =>
  intent.kind === 'set' && intent.orders.length === 1 ? intent.orders[0]?.moment.choices : undefined;

const ask = (question: PlainQuestion, times: TimeReader, why?: string): Answer => ({
  text: `${why === undefined ? '' : `${why}\n`}${questionText(question, times)}`,
  question,
});

const setAll = async (orders: readonly Order[], {actions, times}: Answering): Promise<Answer> => {
  const [only] = orders;
  if (only !== undefined && orders.length === 1 && only.moment.at <= times.now) {
    return ask({kind: 'when', message: only.message}, times, times.texts.past(only.moment.words));
  }
  const results = await actions.set(orders);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText('set', result.value, times)
      : times.texts.notSet(orders[index]?.message ?? '', stopped(result.error)),
  );
  return {text: texts.join('\n')};
};

const list = async (view: ReminderView, {actions, times}: Answering): Promise<Answer> => {
  const found = await actions.list();
  if (!found.ok) return {text: `I couldn't list your reminders: ${stopped(found.error)}`};
  const pending = found.value.filter(({state}) => state === 'pending');
  const fired = found.value.filter(({state}) => state === 'fired');
  const [next] = pending;
  switch (view.kind) {
    case 'all':
      return {text: allRemindersText(pending, fired, times), listed: idsOf(pending)};
    case 'next':
      return {text: nextText(next, fired, times)};
    case 'between': {
      const isOver = view.to <= times.now;
      const some = (isOver ? fired : pending).filter(({fireAt}) => fireAt >= view.from && fireAt < view.to);
      if (some.length > 0) return {text: listedText(view.name, isOver, some, times), listed: idsOf(some)};
      return {text: isOver ? `No reminder from ${view.name} is left to do.` : noneBetweenText(view.name, next, times)};
    }
    default: {
      const {exact, near} = matches(view.words, pending.length > 0 ? pending : fired, times);
      const some = exact.length > 0 ? exact : near;
      const [only] = some;
      if (only === undefined) return {text: `You have no reminder about "${view.words}".`};
      if (some.length === 1) return {text: foundText(only, times)};
      return {text: `You may mean:\n${numbered(some, times)}`, listed: idsOf(some)};
    }
  }
};

const jobsText = async (view: JobView, {actions, times}: Answering): Promise<string> => {
  const found = await actions.jobs();
  if (!found.ok) return `I couldn't look up the schedule: ${stopped(found.error)}`;
  const jobs = found.value.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (view.kind === 'named') return namedJobText(view.name, jobs, times);
  const reminders = view.kind === 'all' ? await actions.list() : undefined;
  if (reminders?.ok === false) return `I couldn't list your reminders: ${stopped(reminders.error)}`;
  const pending = (reminders?.value ?? []).filter(({state}) => state === 'pending');
  if (jobs.length + pending.length > 0) return scheduleText(jobs, pending, times);
  return view.kind === 'jobs' ? 'You have no scheduled jobs.' : 'Nothing is scheduled.';
};

const undo = async (answering: Answering): Promise<Answer> => {
  const {actions, conversation, times} = answering;
  // A new reminder has no earlier version, so undo cancels the reminder.
  if (conversation.lastAction === 'set')
    return await change({kind: 'change', change: {kind: 'cancel'}, target: {kind: 'last'}}, answering);
  const undone = await actions.undo();
  return {text: undone.ok ? changedText('undo', undone.value, times) : stopped(undone.error)};
};

const jobChanged = async (
  {order, name}: Extract<Intent, {kind: 'job'}>,
  {actions, times}: Answering,
): Promise<string> => {
  const found = await actions.jobs();
  if (!found.ok) return `I couldn't look up the jobs: ${stopped(found.error)}`;
  const job = found.value.find(one => plainName(one.name) === plainName(name));
  if (job === undefined) return namedJobText(name, found.value, times);
  const changed = await actions.changeJob(order, job.name);
  if (!changed.ok) return `I couldn't ${order} ${job.name}: ${stopped(changed.error)}`;
  if (order === 'run') return `Started ${job.name}. Its result follows.`;
  if (order === 'pause') return `Paused ${job.name}. It doesn't run until you resume it.`;
  return `Resumed ${job.name}.`;
};

const jobCreated = async (
  {when, task, says}: Extract<Intent, {kind: 'new-job'}>,
  {actions, times}: Answering,
): Promise<string> => {
  const created = await actions.createJob({words: when, prompt: says ? `Say: ${task}` : task, about: task});
  return created.ok ? newJobText(created.value, times) : `I couldn't create the job: ${stopped(created.error)}`;
};

type ChangeIntent = Extract<Intent, {kind: 'change'}>;

const change = async (intent: ChangeIntent, answering: Answering): Promise<Answer> => {
  const {actions, conversation, times} = answering;
  const ids = idsMeant(intent.target, conversation);
  if (ids !== undefined) return await changeChosen(intent, ids, answering);
  const found = await actions.list();
  if (!found.ok) return {text: `I couldn't list your reminders: ${stopped(found.error)}`};
  const listed = found.value;
  if (listed.length === 0) return {text: times.texts.none};
  const choice = choose(intent.target, {change: intent.change, listed, times});
  if (choice.kind === 'none') return noneChosen(choice.reason, listed, times);
  const {reminders} = choice;
  if (choice.kind === 'unsure') {
    const messages = reminders.map(({message}) => message);
    const question = {kind: 'which', change: intent.change, ids: idsOf(reminders), messages} as const;
    return {text: whichText(intent.change, reminders, times), question, listed: idsOf(reminders)};
  }
  if (intent.target.kind === 'all' && reminders.length > 1 && intent.confirmed !== true) {
    const question = {kind: 'all', change: intent.change} as const;
    return {text: allText(intent.change, reminders, times), question, listed: idsOf(reminders)};
  }
  return await changeChosen(intent, idsOf(reminders), answering);
};

/** Asks where the new time is ambiguous, or where a snooze would come before the reminder. */
const changeChosen = async (
  {change: wanted, confirmed, ...intent}: ChangeIntent,
  ids: readonly ReminderId[],
  answering: Answering,
): Promise<Answer> => {
  const {actions, times} = answering;
  const [only] = ids.length === 1 ? ids : [];
  const reminder = only === undefined ? undefined : actions.find(only);
  const onItsDay = keepingDay(wanted, reminder, times);
  if (confirmed === true || !('moment' in onItsDay) || onItsDay.moment === undefined)
    return {text: await changeAll(confirmed === true ? wanted : onItsDay, ids, answering)};
  const {moment} = onItsDay;
  const asked = {...intent, change: onItsDay, target: {kind: 'ids', ids}} as const;
  if (moment.choices !== undefined) {
    const {choices} = moment;
    return {text: timeQuestionText(choices, times), question: {kind: 'time', intent: asked, choices}};
  }
  const isEarlier =
    onItsDay.kind === 'snooze' && onItsDay.by === undefined && moment.at > times.now && isBefore(moment, reminder);
  if (!isEarlier || reminder === undefined) return {text: await changeAll(onItsDay, ids, answering)};
  return {
    text: times.texts.earlier(moment.words, times.texts.moment(reminder.fireAt, times)),
    question: {kind: 'time', intent: asked, choices: [{moment}]},
  };
};

/** "make it 10:00" keeps the day of the reminder. */
const keepingDay = (change: Change, reminder: Reminder | undefined, times: TimeReader): Change => {
  if (change.kind !== 'move' || change.moment.isClock !== true || !isWaitingOnce(reminder)) return change;
  return {...change, moment: times.onDayOf(change.moment, reminder.fireAt) ?? change.moment};
};

const isWaitingOnce = (reminder: Reminder | undefined): reminder is Reminder =>
  reminder?.state === 'pending' && reminder.repeat === undefined;

const isBefore = (moment: Moment, reminder: Reminder | undefined): boolean =>
  reminder?.state === 'pending' && moment.at < reminder.fireAt;

const noneChosen = (reason: string, listed: readonly Reminder[], times: TimeReader): Answer => {
  const pending = listed.filter(({state}) => state === 'pending');
  return pending.length === 0
    ? {text: reason}
    : {text: `${reason} These are pending:\n${numbered(pending, times)}`, listed: idsOf(pending)};
};

/** The reminders for an id, a number or "it" in this conversation. Undefined if the target needs a search. */
const idsMeant = (target: Target, {mentioned, listed}: Conversation): readonly ReminderId[] | undefined => {
  switch (target.kind) {
    case 'ids':
      return target.ids;
    case 'last':
      return mentioned && [mentioned.id];
    case 'fired':
      return mentioned?.fired === true ? [mentioned.id] : undefined;
    case 'positions':
      return listed.length === 0 ? undefined : atPositions(target.positions, listed);
    default:
      return undefined;
  }
};

const changeAll = async (wanted: Change, ids: readonly ReminderId[], {actions, times}: Answering): Promise<string> => {
  const operations = ids.map(id => operationFor(wanted, id, actions.find(id), times));
  const results = await actions.change(operations);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText(operations[index]?.action ?? '', result.value, times)
      : times.texts.notWorked(stopped(result.error)),
  );
  return texts.join('\n');
};

/** A fired reminder can't be edited. Snoozing makes the reminder fire again. */
const operationFor = (wanted: Change, id: ReminderId, reminder: Reminder | undefined, {now}: TimeReader): Operation => {
  const isPending = reminder === undefined || reminder.state === 'pending';
  const from = isPending ? Math.max(now, reminder?.fireAt ?? now) : now;
  const action = isPending ? 'edit' : 'snooze';
  switch (wanted.kind) {
    case 'cancel':
    case 'done':
    case 'skip':
    case 'pause':
    case 'resume':
      return {action: wanted.kind, id};
    case 'snooze': {
      const isLater = isPending && reminder !== undefined && wanted.by !== undefined;
      return {action: 'snooze', id, time: isLater ? {at: isoOf(from + wanted.by.ms)} : wanted.moment.time};
    }
    case 'move':
      return {action, id, time: wanted.moment.time};
    case 'shift':
      return {action, id, time: {at: isoOf(from + wanted.shift.ms)}};
    default:
      return {action: 'edit', id, ...(wanted.moment && {time: wanted.moment.time}), message: wanted.message};
  }
};

const idsOf = (reminders: readonly Reminder[]): readonly ReminderId[] => reminders.map(({id}) => id);

const ABOUT_JOBS: ReadonlySet<Intent['kind']> = new Set(['jobs', 'job', 'new-job']);
const NO_SCHEDULE = "I can't show the schedule in this conversation.";
