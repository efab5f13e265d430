// Answers questions about reminders and jobs.
import type {JobIdle} from '../../../shared/languages/answers.ts';
import {type CronJob, formatSchedule} from '../../../shared/records/jobs/cron-job.ts';
import {type Reminder, waitsForDone} from '../../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import type {Answering, OfflineAnswer} from './actions.ts';
import type {JobView, ReminderView} from './intent.ts';
import {plainName} from './read-question.ts';
import {capitalized, colon, failureText, idsOf, numbered, timelessText} from './sentences.ts';
import {matches} from './target.ts';
import type {TimeReader} from './times.ts';

export const listReminders = async (view: ReminderView, {actions, times}: Answering): Promise<OfflineAnswer> => {
  const {texts, now} = times;
  const found = await actions.list();
  if (!found.ok) return {text: texts.lists.failed(failureText(found, times))};
  const pending = found.value.filter(({state}) => state === 'pending');
  const fired = found.value.filter(({state}) => state === 'fired');
  const next = pending.find(reminder => !waitsForDone(reminder) && hasTime(reminder));
  switch (view.kind) {
    case 'all': {
      const text =
        pending.length === 0 ? texts.noPending : `${texts.youHave(pending.length)}\n${numbered(pending, times)}`;
      return {text: `${text}${notDone(fired, times)}`, listed: idsOf(pending)};
    }
    case 'next': {
      if (next === undefined) return {text: `${texts.noComing}${notDone(fired, times)}`};
      return {text: texts.nextIs(texts.spoken(next.fireAt, times), colon(next.message))};
    }
    case 'between': {
      const name = texts.lists.days(view.days, times);
      const isOver = view.to <= now;
      const some = (isOver ? fired : pending).filter(
        reminder => hasTime(reminder) && reminder.fireAt >= view.from && reminder.fireAt < view.to,
      );
      const title = `${capitalized(name)}${isOver ? texts.lists.notDoneYet : ''}`;
      if (some.length > 0) return {text: `${title}:\n${numbered(some, times)}`, listed: idsOf(some)};
      if (isOver) return {text: texts.lists.noneFrom(name)};
      const later = next && texts.lists.nextOne(texts.spoken(next.fireAt, times), colon(next.message));
      return {text: [texts.lists.noneOn(name), ...(later === undefined ? [] : [later])].join(' ')};
    }
    case 'timers':
      return timersLeft(
        pending.filter(({timer}) => timer),
        view.words,
        times,
      );
    default: {
      const {exact, near} = matches(view.words, pending.length > 0 ? pending : fired, times);
      const some = exact.length > 0 ? exact : near;
      const [only] = some;
      if (only === undefined) return {text: texts.lists.noneAbout(view.words)};
      if (some.length > 1) return {text: `${texts.lists.mayMean}\n${numbered(some, times)}`, listed: idsOf(some)};
      const timeless = timelessText(only, times);
      if (timeless !== undefined) return {text: `${capitalized(timeless)}${colon(only.message)}`};
      const when = texts.spoken(only.fireAt, times);
      return only.state === 'fired'
        ? {text: texts.firedAt(when, colon(only.message))}
        : {text: `${capitalized(when)}, ${texts.in(only.fireAt - now)}${colon(only.message)}`};
    }
  }
};

/** It comes at its time: neither is it paused, nor does it wait for an event. */
const hasTime = (reminder: Reminder): boolean => reminder.paused !== true && !waitsForEvent(reminder);

/** The time that is left on each timer. */
const timersLeft = (running: readonly Reminder[], words: string, times: TimeReader): OfflineAnswer => {
  const {texts, now} = times;
  if (running.length === 0) return {text: texts.timers.none};
  const {exact, near} = matches(words, running, times);
  const named = exact.length > 0 ? exact : near;
  if (words !== '' && named.length === 0) return {text: texts.lists.noneAbout(words)};
  const shown = words === '' ? running : named;
  const lines = shown.map(({fireAt, message}) =>
    texts.timers.left(texts.length(fireAt - now), texts.spoken(fireAt, times), colon(oneLine(message))),
  );
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return {text: only, listed: idsOf(shown)};
  return {text: lines.map((line, index) => `${index + 1}. ${line}`).join('\n'), listed: idsOf(shown)};
};

const notDone = (fired: readonly Reminder[], {texts}: TimeReader): string => {
  const messages = fired.slice(-FIRED_NAMED).map(({message}) => oneLine(message));
  return messages.length === 0 ? '' : `\n${texts.notDone(messages.join('; '))}`;
};

export const listJobs = async (view: JobView, {actions, times}: Answering): Promise<OfflineAnswer> => {
  const {texts} = times;
  const found = await actions.jobs();
  if (!found.ok) return {text: texts.jobs.failed(failureText(found, times))};
  const jobs = found.value.toSorted((before, after) => (before.name < after.name ? -1 : 1));
  if (view.kind === 'named') return {text: namedJobText(view.name, jobs, times)};
  const reminders = view.kind === 'all' ? await actions.list() : undefined;
  if (reminders?.ok === false) return {text: texts.lists.failed(failureText(reminders, times))};
  const pending = (reminders?.value ?? []).filter(({state}) => state === 'pending');
  if (jobs.length + pending.length > 0) return {text: scheduleText(jobs, pending, times)};
  return {text: view.kind === 'jobs' ? texts.jobs.none : texts.jobs.nothing};
};

/** The job that a person names. */
export const findJob = (name: string, jobs: readonly CronJob[], {words}: TimeReader): CronJob | undefined =>
  jobs.find(job => plainName(job.name, words) === plainName(name, words));

/** The next run of a named job. */
export const namedJobText = (name: string, jobs: readonly CronJob[], times: TimeReader): string => {
  const {jobs: texts, spoken} = times.texts;
  const job = findJob(name, jobs, times);
  if (job === undefined) return texts.unknown(name, jobs.map(known => known.name).join(', '));
  return job.nextAt === undefined
    ? texts.idle(job.name, whyIdle(job))
    : texts.next(job.name, spoken(job.nextAt, times));
};

/** Jobs and reminders together, earliest first. Jobs without a next run are at the end. */
const scheduleText = (jobs: readonly CronJob[], reminders: readonly Reminder[], times: TimeReader): string => {
  const {jobs: texts, lists, spoken} = times.texts;
  return [
    ...jobs.map(job => ({
      at: job.nextAt,
      what: texts.label(job.name, formatSchedule(job)),
      still: texts.idleInList[whyIdle(job)],
    })),
    ...reminders.map(reminder => ({
      at: hasTime(reminder) ? reminder.fireAt : undefined,
      what: oneLine(reminder.message),
      still: timelessText(reminder, times) ?? '',
    })),
  ]
    .toSorted((earlier, later) => (earlier.at ?? Infinity) - (later.at ?? Infinity))
    .map(
      ({at, what, still}) => `- ${capitalized(at === undefined ? still : lists.asFirst(spoken(at, times)))}: ${what}`,
    )
    .join('\n');
};

/** The reason why a job has no next time. */
const whyIdle = ({enabled, paused, after, at}: CronJob): JobIdle => {
  if (!enabled) return 'disabled';
  if (paused) return 'paused';
  if (after !== undefined) return 'after';
  return at === undefined ? 'never' : 'over';
};

const FIRED_NAMED = 5;
