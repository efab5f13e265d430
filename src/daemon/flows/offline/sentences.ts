// Formats the offline assistant's answers from typed results. Pure.
import {type CronJob, formatSchedule} from '../../../shared/records/cron-job.ts';
import type {Reminder, TimedReminder} from '../../../shared/records/jobs.ts';
import type {Recurrence} from '../../../shared/records/recurrence.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {formatDuration, formatMoment} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {zoneName} from '../../../shared/time/zone.ts';
import type {Change, PlainQuestion} from './intent.ts';
import {plainName} from './read-question.ts';

type Here = {readonly now: EpochMs; readonly zone: string};

/** `today at 15:00 CET`, `on Fri 27 Nov at 09:00 CET` */
export const spokenTime = (at: EpochMs, {now, zone}: Here): string => {
  const words = formatMoment(at, now, zone).replace(/ (?=\d{1,2}:\d{2})/u, ' at ');
  return `${/^[A-Z]/u.test(words) ? 'on ' : ''}${words} ${zoneName(at, zone)}`;
};

/** Capitalizes the first letter, unless the first word is a name such as iPhone. */
export const capitalized = (text: string): string => {
  const [first = ''] = text.split(/[\s,.:;!?]/u);
  return /^\p{Ll}+$/u.test(first.replace(/['’-]/gu, '')) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

/** Adds a full stop, unless the stop would break a link. */
export const stopped = (text: string): string => {
  const trimmed = text.trim();
  const lastWord = trimmed.split(/\s/u).at(-1) ?? '';
  return /[\p{L}\p{N})\]"'”’]$/u.test(lastWord) && !/.:\/\/./u.test(lastWord) ? `${trimmed}.` : trimmed;
};

/** `1. today 15:00: tea`, one reminder per line. */
export const numbered = (reminders: readonly Reminder[], {now, zone}: Here): string =>
  reminders
    .slice(0, LISTED)
    .map(
      ({fireAt, message, state}, index) =>
        `${index + 1}. ${state === 'fired' ? 'fired ' : ''}${formatMoment(fireAt, now, zone)}: ${oneLine(message)}`,
    )
    .concat(reminders.length > LISTED ? [`… and ${reminders.length - LISTED} more.`] : [])
    .join('\n');

export const questionText = (question: PlainQuestion): string => {
  switch (question.kind) {
    case 'when':
      return `When should I remind you? "${question.message}"`;
    case 'what':
      return `What should I remind you about ${question.moment.words}?`;
    case 'what-and-when':
      return 'What should I remind you about, and when?';
    case 'offer':
      return `Should I remind you ${question.order.moment.words}? "${question.order.message}" Say yes or no.`;
    default:
      return question satisfies never;
  }
};

/** The target is ambiguous or uncertain. */
export const whichText = (change: Change, found: readonly Reminder[], here: Here): string =>
  found.length === 1
    ? `${capitalized(verb(change, ' this one'))}? Say yes, or name another.\n${numbered(found, here)}`
    : `Which one should I ${verb(change)}?\n${numbered(found, here)}`;

export const allText = (change: Change, found: readonly Reminder[], here: Here): string =>
  `${numbered(found, here)}\n${capitalized(verb(change, ` all ${found.length}`))}? Say yes or no.`;

const setText = (reminder: TimedReminder, here: Here): string =>
  reminder.repeat === undefined ? setOnceText(reminder, here) : setSeriesText(reminder, reminder.repeat, here);

/** Includes the next dates, so that the person notices a misunderstanding immediately. */
const setSeriesText = (reminder: TimedReminder, {words}: Recurrence, here: Here): string => {
  const {next = [], note} = reminder;
  const dates = next
    .slice(0, 3)
    .map(at => formatMoment(at, here.now, here.zone))
    .join(', ');
  const often = `${words} ${zoneName(reminder.fireAt, here.zone)}${note === undefined ? '' : ` (${note})`}`;
  return `I will remind you ${often}${places(reminder)}${colon(reminder.message)}\nNext: ${dates}.`;
};

const setOnceText = (reminder: TimedReminder, here: Here): string =>
  `I will remind you ${timeOf(reminder, here)}${places(reminder)}${colon(reminder.message)}`;

/** Describes a change. `action` is an action of the reminder tool. */
export const changedText = (action: string, reminder: TimedReminder, here: Here): string => {
  const about = colon(reminder.message);
  switch (action) {
    case 'set':
      return setText(reminder, here);
    case 'cancel':
      return `Cancelled${about}`;
    case 'done':
      return `Done${about}`;
    case 'skip':
      return `Skipped one. I will remind you ${timeOf(reminder, here)}${about}`;
    case 'pause':
      return `Paused${about}`;
    case 'resume':
      return `Resumed. I will remind you ${timeOf(reminder, here)}${about}`;
    case 'undo':
      return reminder.state === 'pending'
        ? `Undone. I will remind you ${timeOf(reminder, here)}${about}`
        : `Undone${about}`;
    case 'snooze':
      return `Snoozed until ${timeOf(reminder, here).replace(/^on /u, '')}${about}`;
    default:
      return `Changed. I will remind you ${timeOf(reminder, here)}${about}`;
  }
};

export const nextText = (next: Reminder | undefined, fired: readonly Reminder[], here: Here): string =>
  next === undefined
    ? `No reminder is coming up.${notDone(fired)}`
    : `Next, ${spokenTime(next.fireAt, here)}${colon(next.message)}`;

export const listedText = (name: string, isOver: boolean, found: readonly Reminder[], here: Here): string =>
  `${capitalized(name)}${isOver ? ', not done yet' : ''}:\n${numbered(found, here)}`;

export const noneBetweenText = (name: string, next: Reminder | undefined, here: Here): string =>
  `You have no reminder ${name}.${next === undefined ? '' : ` The next one is ${spokenTime(next.fireAt, here)}${colon(next.message)}`}`;

export const foundText = ({state, fireAt, message}: Reminder, here: Here): string =>
  state === 'fired'
    ? `That one fired ${spokenTime(fireAt, here)}${colon(message)}`
    : `${capitalized(spokenTime(fireAt, here))}, in ${formatDuration(fireAt - here.now)}${colon(message)}`;

export const allRemindersText = (pending: readonly Reminder[], fired: readonly Reminder[], here: Here): string => {
  if (pending.length === 0) return `You have no pending reminders.${notDone(fired)}`;
  const head = pending.length === 1 ? 'You have one reminder:' : `You have ${pending.length} reminders:`;
  return `${head}\n${numbered(pending, here)}${notDone(fired)}`;
};

/** The next run of a named job. */
export const namedJobText = (asked: string, jobs: readonly CronJob[], here: Here): string => {
  const job = jobs.find(({name}) => plainName(name) === plainName(asked));
  if (job !== undefined) {
    return job.nextAt === undefined
      ? `${job.name} ${whyNot(job) === NEVER ? 'never runs' : `is ${whyNot(job)}`}.`
      : `${job.name} runs next ${spokenTime(job.nextAt, here)}.`;
  }
  const names = jobs.map(({name}) => name).join(', ');
  return `There is no job "${asked}".${names === '' ? '' : ` Your jobs: ${names}.`}`;
};

/** Jobs and reminders together, earliest first. Jobs without a next run are at the end. */
/** What was created, with its next time and its file. */
export const newJobText = ({name, origin, nextAt, message, ...job}: CronJob, here: Here): string => {
  const next = nextAt === undefined ? '' : ` It runs next ${spokenTime(nextAt, here)}.`;
  return `Created the job ${name}: ${formatSchedule(job)}.${next} Its file: ${origin}`;
};

export const scheduleText = (jobs: readonly CronJob[], reminders: readonly Reminder[], here: Here): string => {
  const lines = [
    ...jobs.map(job => ({at: job.nextAt, what: `${job.name} (job, ${formatSchedule(job)})`, still: whyNot(job)})),
    ...reminders.map(({fireAt, message}) => ({at: fireAt, what: oneLine(message), still: ''})),
  ].toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
  return lines
    .map(
      ({at, what, still}) =>
        `- ${capitalized(at === undefined ? still : spokenTime(at, here).replace(/^on /u, ''))}: ${what}`,
    )
    .join('\n');
};

const whyNot = ({enabled, paused}: CronJob): string => (!enabled ? 'disabled' : paused ? 'paused' : NEVER);

const timeOf = ({fireAt, note}: TimedReminder, here: Here): string =>
  `${spokenTime(fireAt, here)}${note === undefined ? '' : ` (${note})`}`;

/** `: stretch.`, or several lines below. */
const colon = (message: string): string => (message.includes('\n') ? `:\n${message}` : `: ${stopped(message)}`);

/** `, in the terminal` or `, on Signal and in the terminal` */
const places = ({delivery}: Reminder): string => {
  const named = [...new Set(delivery.map(placeOf))];
  return `, ${named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`}`;
};

const placeOf = (address: string): string => {
  const [channel = ''] = address.split(':');
  return channel === 'terminal' ? 'in the terminal' : `on ${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
};

const notDone = (fired: readonly Reminder[]): string =>
  fired.length === 0
    ? ''
    : `\nFired lately and not done: ${fired
        .slice(-FIRED_NAMED)
        .map(({message}) => oneLine(message))
        .join('; ')}.`;

const verb = ({kind}: Change, what = ''): string => (kind === 'done' ? `mark${what} as done` : `${VERBS[kind]}${what}`);

const VERBS = {
  cancel: 'cancel',
  skip: 'skip',
  pause: 'pause',
  resume: 'resume',
  snooze: 'snooze',
  move: 'move',
  shift: 'move',
  reword: 'change',
} as const;
const NEVER = 'never';
const LISTED = 20;
const FIRED_NAMED = 5;
