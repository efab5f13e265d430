// Formats the offline assistant's answers from typed results. Pure.

import type {AfterUndo, ChangeKind} from '../../../shared/languages/answers.ts';
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {cityOf} from '../../../shared/languages/request-words.ts';
import {textsOfLanguage} from '../../../shared/languages/texts.ts';
import {channelOf} from '../../../shared/records/address.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {type CronJob, formatSchedule} from '../../../shared/records/jobs/cron-job.ts';
import {
  type EditScope,
  mostNags,
  type Reminder,
  type TimedReminder,
  type UndoneReminder,
} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {stopped, withCapital} from '../../../shared/text/sentences.ts';
import {type EpochMs, SECOND} from '../../../shared/time/time.ts';
import {zoneName} from '../../../shared/time/zone.ts';
import {waitsForAnswer} from '../../delivery/outbound.ts';
import type {FailedAction} from '../../turns/offline-turn.ts';
import type {Change, Moment} from './intent.ts';
import type {TimeReader} from './times.ts';

/** The clock, the person's zone, and the language of the answer. */
type Here = Pick<TimeReader, 'now' | 'zone' | 'texts' | 'language'>;

/** The reason of a failed action, in this language where it has words for it. */
export const failureText = ({error, fault}: FailedAction, {texts}: Here): string =>
  (fault && texts.failures[fault]) ?? stopped(error);

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
      (reminder, index) =>
        `${index + 1}. ${reminder.state === 'fired' ? here.texts.fired : ''}${timelessText(reminder, here) ?? here.texts.moment(reminder.fireAt, here)}: ${oneLine(reminder.message)}`,
    )
    .concat(reminders.length > LISTED ? [here.texts.more(reminders.length - LISTED)] : [])
    .join('\n');

/** The words in place of a time: paused, or waiting for an event. Undefined for a reminder that comes at its time. */
export const timelessText = (reminder: Reminder, here: Here): string | undefined => {
  const {pausedUntil, jobs, moment} = here.texts;
  if (reminder.paused !== true) return waitsForEvent(reminder) ? waitsText(reminder, here) : undefined;
  const {pausedUntil: end} = reminder;
  return end === undefined ? capitalized(jobs.idleInList.paused) : pausedUntil(moment(end, here), '');
};

/** The event that it waits for, in the language of the answer. */
const waitsText = ({on, once}: Reminder, {texts}: Pick<TimeReader, 'texts'>): string =>
  on === undefined ? '' : texts.events.waits({on, once});

/** The word for a change. */
export const changeKind = (change: Change): ChangeKind => {
  if (change.operation !== 'reminder.edit') return actionOf(change.operation);
  if (change.message !== undefined) return 'reword';
  return change.every === undefined ? 'move' : 'nag';
};

/** The last part of a method's name: `cancel` of `reminder.cancel`. */
export const actionOf = <Action extends string>(method: `${string}.${Action}`): Action =>
  method.slice(method.indexOf('.') + 1) as Action;

export const idsOf = (reminders: readonly Reminder[]): readonly ReminderId[] => reminders.map(({id}) => id);

/** A series has its next dates, so that the person notices a misunderstanding immediately. */
const setText = (reminder: TimedReminder, here: Here): string => {
  const {message, repeat, timer, createdAt, fireAt} = reminder;
  if (timer === true) {
    const length = here.texts.length(Math.round((fireAt - createdAt) / SECOND) * SECOND);
    return `${here.texts.timers.set(length, timeOf(reminder, here), places(reminder, here), colon(message))}${insists(reminder, here)}`;
  }
  if (reminder.on !== undefined) {
    const its = {...here, texts: textsOfLanguage(reminder.on.language)?.answers ?? here.texts};
    const said = its.texts.events.set(waitsText(reminder, its), places(reminder, its), colon(message));
    return `${said}${insists(reminder, its)}${reminder.once === true ? '' : `\n${its.texts.events.often}`}`;
  }
  const when = repeat === undefined ? timeOf(reminder, here) : often(reminder, repeat, here);
  const text = `${here.texts.remind(when, places(reminder, here), colon(message))}${insists(reminder, here)}`;
  return repeat === undefined ? text : `${text}\n${nextDates(reminder, here)}`;
};

const often = (reminder: TimedReminder, repeat: Recurrence, here: Here): string => {
  const words = sayRecurrence(repeat, here.language.recurrences);
  const zone = zoneName(reminder.fireAt, repeat.zone);
  const isHere = zone === zoneName(reminder.fireAt, here.zone);
  // Only a time of day has a zone: a span has none, and behind a date it would be the date's.
  const isClock = !/^FREQ=(?:HOURLY|MINUTELY)(?!.*BYHOUR)/u.test(repeat.rule) && repeat.until === undefined;
  const named = isClock ? ` ${zone}` : isHere ? '' : ` (${zone})`;
  const {person, place} = here.texts.follows;
  const clocks = {person: `, ${person}`, place: `, ${place(cityOf(repeat.zone))}`};
  return `${words}${named}${reminder.follows === undefined ? '' : clocks[reminder.follows]}${bracketed(reminder)}`;
};

const nextDates = (reminder: Reminder, here: Here): string => {
  const dates = datesOf(reminder, here);
  if (reminder.repeat?.from !== 'done') return here.texts.next(dates);
  if (dates === '') return here.texts.whenDone;
  return reminder.repeat.counted === undefined ? here.texts.first(dates) : here.texts.next(dates);
};

const datesOf = ({next = []}: Reminder, here: Here): string =>
  next
    .slice(0, 3)
    .map(at => here.texts.moment(at, here))
    .join(', ');

const insists = (reminder: Reminder, {texts}: Here): string => {
  const {nagMs, untilAnswered} = reminder;
  return nagMs === undefined ? '' : `\n${texts.insists(nagMs, untilAnswered && mostNags(reminder))}`;
};

/** `skippedAt`: the occurrence that a skip left out. `scope`: that of an edit. `moment`: the time as it was read. */
type ChangeFacts = {readonly skippedAt?: EpochMs; readonly scope?: EditScope; readonly moment?: Moment};

/** Describes a change. `action` is an action of the reminder tool. */
export const changedText = (
  action: string,
  changed: TimedReminder & UndoneReminder,
  here: Here,
  {skippedAt, scope, moment}: ChangeFacts = {},
): string => {
  const reminder = withNote(changed, moment, here);
  const about = colon(reminder.message);
  const {changed: texts} = here.texts;
  const when = timeOf(reminder, here);
  switch (action) {
    case 'set':
      return setText(reminder, here);
    case 'done': {
      const [at] = reminder.next ?? [];
      const counts = reminder.repeat?.from === 'done' && at !== undefined && reminder.paused !== true;
      return counts ? `${texts.done(about)}\n${nextDates(reminder, here)}` : texts.done(about);
    }
    case 'pause': {
      const {pausedUntil: end} = reminder;
      return end === undefined ? texts.pause(about) : here.texts.pausedUntil(here.texts.moment(end, here), about);
    }
    case 'cancel':
      return texts.cancel(about);
    case 'skip':
      return `${texts.skip(skippedAt === undefined ? undefined : here.texts.moment(skippedAt, here), about)}\n${nextDates(reminder, here)}`;
    case 'resume':
    case 'edit':
    case 'snooze':
      if (waitsForEvent(reminder)) return here.texts.events.set(waitsText(reminder, here), '', about);
      if (action === 'edit') return editedText(reminder, scope, here);
      return texts[action](when, about);
    case 'undo':
      return texts.undo(changed.undone, afterUndo(reminder, here), reminder.message);
    default:
      return editedText(reminder, scope, here);
  }
};

const editedText = (reminder: TimedReminder, scope: EditScope | undefined, here: Here): string => {
  const {changed: texts} = here.texts;
  const about = colon(reminder.message);
  if (scope === 'this') return texts.once(here.texts.moment(reminder.fireAt, here), datesOf(reminder, here), about);
  return reminder.repeat === undefined
    ? `${texts.edit(timeOf(reminder, here), about)}${insists(reminder, here)}`
    : `${texts.edit(often(reminder, reminder.repeat, here), about)}${insists(reminder, here)}\n${nextDates(reminder, here)}`;
};

/** A reminder after an undo: it waits, it rang and waits for an answer, or it is done. */
const afterUndo = (reminder: TimedReminder, here: Here): AfterUndo => {
  const {state, firedAt, fireAt} = reminder;
  if (waitsForEvent(reminder)) return {is: 'listens', when: waitsText(reminder, here)};
  if (!waitsForAnswer(reminder)) return {is: state === 'pending' ? 'waits' : 'done', when: timeOf(reminder, here)};
  return {is: 'rang', when: here.texts.spoken(firedAt ?? fireAt, here)};
};

/** Describes a new job, with its next time and its file. */
export const newJobText = ({name, origin, nextAt, message, ...job}: CronJob, here: Here, isEdited = false): string =>
  here.texts.jobs[isEdited ? 'edited' : 'created'](
    {name, schedule: formatSchedule(job), file: origin},
    nextAt === undefined ? undefined : here.texts.moment(nextAt, here),
  );

const timeOf = (reminder: TimedReminder, here: Here): string =>
  `${here.texts.spoken(reminder.fireAt, here)}${bracketed(reminder)}`;

const bracketed = ({note}: TimedReminder): string => (note === undefined ? '' : ` (${note})`);

/** The service's note is English. The time as it was read has the same as data. */
const withNote = (reminder: TimedReminder, moment: Moment | undefined, {texts}: Here): TimedReminder => {
  const {note, ...plain} = reminder;
  const isRead = moment?.notes !== undefined && moment.at === reminder.fireAt;
  // The clocks that a series goes by are said with its time.
  const rest = reminder.follows === undefined ? texts.note(note) : undefined;
  return {...plain, note: isRead ? moment.notes.map(texts.assumption).join('; ') : rest};
};

/** `: stretch.`, or several lines below. */
export const colon = (message: string): string => (message.includes('\n') ? `:\n${message}` : `: ${stopped(message)}`);

/** `, at the terminal` or `, on Signal and at the terminal` */
const places = (reminder: Reminder, {texts}: Here): string => {
  const named = [...new Set(ringsAt(reminder).map(address => texts.place(channelOf(address))))];
  if (named.length === 0) return '';
  return `, ${named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} ${texts.and} ${named.at(-1)}`}`;
};

const LISTED = 20;
