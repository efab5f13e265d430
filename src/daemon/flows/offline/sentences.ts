// Formats the offline assistant's answers from typed results. Pure.

import type {AnswerTexts, JobIdle} from '../../../shared/languages/answers.ts';
import type {Language} from '../../../shared/languages/language.ts';
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {channelOf} from '../../../shared/records/address.ts';
import {type CronJob, formatSchedule} from '../../../shared/records/jobs/cron-job.ts';
import type {EditScope, Reminder, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {stopped, withCapital} from '../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {zoneName} from '../../../shared/time/zone.ts';
import type {FailedAction} from '../../turns/offline-turn.ts';
import type {Change, Moment, PlainQuestion, TimeChoice} from './intent.ts';
import {plainName} from './reading/read-question.ts';

/** The clock, the person's zone, and the language of the answer. */
type Here = {readonly now: EpochMs; readonly zone: string; readonly texts: AnswerTexts; readonly language: Language};

/** The reason of a failed action, in this language where it has words for it. */
export const failureText = ({error, fault}: FailedAction, {texts}: Here): string =>
  (fault && texts.failures[fault]) ?? stopped(error);

/** `today at 15:00 CET`, `on Fri 27 Nov at 09:00 CET` */
export const spokenTime = (at: EpochMs, here: Here): string => here.texts.spoken(at, here);

/** Capitalizes the first letter, unless the first word is a name such as iPhone. */
export const capitalized = (text: string): string => {
  const [first = ''] = text.split(/[\s,.:;!?]/u);
  return /^\p{Ll}+$/u.test(first.replace(/['’-]/gu, '')) ? withCapital(text) : text;
};

/** `1. today 15:00: tea`, one reminder per line. */
export const numbered = (reminders: readonly Reminder[], here: Here): string =>
  reminders
    .slice(0, LISTED)
    .map(
      ({fireAt, message, state}, index) =>
        `${index + 1}. ${state === 'fired' ? here.texts.fired : ''}${here.texts.moment(fireAt, here)}: ${oneLine(message)}`,
    )
    .concat(reminders.length > LISTED ? [here.texts.more(reminders.length - LISTED)] : [])
    .join('\n');

export const questionText = (question: PlainQuestion, {texts}: Here): string => {
  switch (question.kind) {
    case 'when':
      return texts.when(question.message);
    case 'what':
      return texts.what(question.moment.words);
    case 'what-and-when':
      return texts.whatAndWhen;
    case 'offer':
      return texts.offer(question.order.moment.words, question.order.message);
    default:
      return question satisfies never;
  }
};

/** `Do you mean tomorrow 06:45 or tomorrow 18:45?` */
export const timeQuestionText = (choices: readonly TimeChoice[], here: Here): string => {
  const {texts, language} = here;
  const named = choices.map(({moment, repeat}) =>
    repeat === undefined ? texts.moment(moment.at, here) : sayRecurrence(repeat, language.recurrences),
  );
  const isSame = named.every(one => one === named[0]);
  const all = isSame ? choices.map(({moment}) => texts.moment(moment.at, here)) : named;
  return texts.which(`${all.slice(0, -1).join(', ')} ${texts.or} ${all.at(-1)}`);
};

/** The target is ambiguous or uncertain. */
export const whichText = (change: Change, found: readonly Reminder[], here: Here): string => {
  const {texts} = here;
  return `${found.length === 1 ? texts.thisOne(change.kind) : texts.whichOne(change.kind)}\n${numbered(found, here)}`;
};

export const allText = (change: Change, found: readonly Reminder[], here: Here): string =>
  `${numbered(found, here)}\n${here.texts.allOf(change.kind, found.length)}`;

const setText = (reminder: TimedReminder, here: Here): string =>
  reminder.repeat === undefined ? setOnceText(reminder, here) : setSeriesText(reminder, reminder.repeat, here);

/** Includes the next dates, so that the person notices a misunderstanding immediately. */
const setSeriesText = (reminder: TimedReminder, repeat: Recurrence, here: Here): string => {
  const {remind} = here.texts;
  return `${remind(often(reminder, repeat, here), places(reminder, here), colon(reminder.message))}${insists(reminder, here)}\n${nextDates(reminder, here)}`;
};

const often = (reminder: TimedReminder, repeat: Recurrence, here: Here): string => {
  const words = sayRecurrence(repeat, here.language.recurrences);
  const zone = zoneName(reminder.fireAt, repeat.zone);
  const isHere = zone === zoneName(reminder.fireAt, here.zone);
  // Only a time of day has a zone: a span has none, and behind a date it would be the date's.
  const isClock = !/^FREQ=(?:HOURLY|MINUTELY)(?!.*BYHOUR)/u.test(repeat.rule) && repeat.until === undefined;
  const named = isClock ? ` ${zone}` : isHere ? '' : ` (${zone})`;
  return `${words}${named}${bracketed(reminder)}`;
};

const nextDates = (reminder: Reminder, here: Here): string => here.texts.next(datesOf(reminder, here));

const datesOf = ({next = []}: Reminder, here: Here): string =>
  next
    .slice(0, 3)
    .map(at => here.texts.moment(at, here))
    .join(', ');

const setOnceText = (reminder: TimedReminder, here: Here): string =>
  `${here.texts.remind(timeOf(reminder, here), places(reminder, here), colon(reminder.message))}${insists(reminder, here)}`;

const insists = ({nagMs}: Reminder, {texts}: Here): string => (nagMs === undefined ? '' : `\n${texts.insists(nagMs)}`);

/** `skippedAt`: the occurrence that a skip left out. `scope`: that of an edit. `moment`: the time as it was read. */
type ChangeFacts = {readonly skippedAt?: EpochMs; readonly scope?: EditScope; readonly moment?: Moment};

/** Describes a change. `action` is an action of the reminder tool. */
export const changedText = (
  action: string,
  given: TimedReminder,
  here: Here,
  {skippedAt, scope, moment}: ChangeFacts = {},
): string => {
  const reminder = withNote(given, moment, here);
  const about = colon(reminder.message);
  const {changed} = here.texts;
  const when = timeOf(reminder, here);
  switch (action) {
    case 'set':
      return setText(reminder, here);
    case 'cancel':
    case 'done':
    case 'pause':
      return changed[action](about);
    case 'skip':
      return `${changed.skip(skippedAt === undefined ? undefined : here.texts.moment(skippedAt, here), about)}\n${nextDates(reminder, here)}`;
    case 'resume':
    case 'snooze':
      return changed[action](when, about);
    case 'undo':
      return changed.undo(reminder.state === 'pending' ? when : undefined, about);
    default:
      if (scope === 'this')
        return changed.once(here.texts.moment(reminder.fireAt, here), datesOf(reminder, here), about);
      return reminder.repeat === undefined
        ? `${changed.edit(when, about)}${insists(reminder, here)}`
        : `${changed.edit(often(reminder, reminder.repeat, here), about)}${insists(reminder, here)}\n${nextDates(reminder, here)}`;
  }
};

export const nextText = (next: Reminder | undefined, fired: readonly Reminder[], here: Here): string =>
  next === undefined
    ? `${here.texts.noComing}${notDone(fired, here)}`
    : here.texts.nextIs(spokenTime(next.fireAt, here), colon(next.message));

export const listedText = (name: string, isOver: boolean, found: readonly Reminder[], here: Here): string =>
  `${capitalized(name)}${isOver ? here.texts.lists.notDoneYet : ''}:\n${numbered(found, here)}`;

export const noneBetweenText = (name: string, next: Reminder | undefined, here: Here): string =>
  `${here.texts.lists.noneOn(name)}${next === undefined ? '' : ` ${here.texts.lists.nextOne(spokenTime(next.fireAt, here), colon(next.message))}`}`;

export const foundText = ({state, fireAt, message}: Reminder, here: Here): string =>
  state === 'fired'
    ? here.texts.firedAt(spokenTime(fireAt, here), colon(message))
    : `${capitalized(spokenTime(fireAt, here))}, ${here.texts.in(fireAt - here.now)}${colon(message)}`;

export const allRemindersText = (pending: readonly Reminder[], fired: readonly Reminder[], here: Here): string =>
  pending.length === 0
    ? `${here.texts.noPending}${notDone(fired, here)}`
    : `${here.texts.youHave(pending.length)}\n${numbered(pending, here)}${notDone(fired, here)}`;

/** The next run of a named job. */
export const namedJobText = (asked: string, jobs: readonly CronJob[], here: Here): string => {
  const {texts} = here;
  const job = jobs.find(({name}) => plainName(name) === plainName(asked));
  if (job === undefined) return texts.jobs.unknown(asked, jobs.map(({name}) => name).join(', '));
  return job.nextAt === undefined
    ? texts.jobs.idle(job.name, whyNot(job))
    : texts.jobs.next(job.name, spokenTime(job.nextAt, here));
};

/** Describes a new job, with its next time and its file. */
export const newJobText = ({name, origin, nextAt, message, ...job}: CronJob, here: Here, isEdited = false): string =>
  here.texts.jobs[isEdited ? 'edited' : 'created'](
    {name, schedule: formatSchedule(job), file: origin},
    nextAt === undefined ? undefined : here.texts.moment(nextAt, here),
  );

/** Jobs and reminders together, earliest first. Jobs without a next run are at the end. */
export const scheduleText = (jobs: readonly CronJob[], reminders: readonly Reminder[], here: Here): string => {
  const {jobs: texts, lists} = here.texts;
  const lines = [
    ...jobs.map(job => ({
      at: job.nextAt,
      what: texts.label(job.name, formatSchedule(job)),
      still: texts.idleInList[whyNot(job)],
    })),
    ...reminders.map(({fireAt, message}) => ({at: fireAt, what: oneLine(message), still: ''})),
  ].toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
  return lines
    .map(
      ({at, what, still}) =>
        `- ${capitalized(at === undefined ? still : lists.asFirst(spokenTime(at, here)))}: ${what}`,
    )
    .join('\n');
};

/** The reason why a job has no next time. */
const whyNot = ({enabled, paused, after, at}: CronJob): JobIdle => {
  if (!enabled) return 'disabled';
  if (paused) return 'paused';
  if (after !== undefined) return 'after';
  return at === undefined ? 'never' : 'over';
};

const timeOf = (reminder: TimedReminder, here: Here): string =>
  `${spokenTime(reminder.fireAt, here)}${bracketed(reminder)}`;

const bracketed = ({note}: TimedReminder): string => (note === undefined ? '' : ` (${note})`);

/** The service's note is English. The time as it was read has the same as data. */
const withNote = (reminder: TimedReminder, moment: Moment | undefined, {texts}: Here): TimedReminder => {
  const {note, ...plain} = reminder;
  const isRead = moment?.notes !== undefined && moment.at === reminder.fireAt;
  return {...plain, note: isRead ? moment.notes.map(texts.assumption).join('; ') : texts.note(note)};
};

/** `: stretch.`, or several lines below. */
const colon = (message: string): string => (message.includes('\n') ? `:\n${message}` : `: ${stopped(message)}`);

/** `, at the terminal` or `, on Signal and at the terminal` */
const places = ({delivery}: Reminder, {texts}: Here): string => {
  const named = [...new Set(delivery.map(address => texts.place(channelOf(address))))];
  return `, ${named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} ${texts.and} ${named.at(-1)}`}`;
};

const notDone = (fired: readonly Reminder[], {texts}: Here): string =>
  fired.length === 0
    ? ''
    : `\n${texts.notDone(
        fired
          .slice(-FIRED_NAMED)
          .map(({message}) => oneLine(message))
          .join('; '),
      )}`;

const LISTED = 20;
const FIRED_NAMED = 5;
