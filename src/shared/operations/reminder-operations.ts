// The operations on a reminder, and on an alarm, which wakes the agent. Skipping has a parameter, snoozing and editing
// have a form, and waking the agent at once has another result: they aren't operations.
import type {Wire} from '../fields/wire.ts';
import {dateOfSeries, nextLine} from '../record-text/series-dates.ts';
import {waitingFor} from '../record-text/waiting-for.ts';
import type {Reminder, ReminderState} from '../records/jobs/jobs.ts';
import {printableLine} from '../text/sanitize.ts';
import {stopped} from '../text/sentences.ts';
import {shortId} from '../text/short-id.ts';
import {type EpochMs, instantOfIso} from '../time/time.ts';
import {inQuestion, type KnownReminder, operations} from './operation.ts';

const OPEN: readonly (ReminderState | undefined)[] = [undefined, 'fired'];

/** The rows of reminders with keys of their own, as the help names them. */
export const REMINDER_ROWS = {
  'on-reminder': 'reminder',
  'on-series': 'repeating reminder',
  'on-paused-series': 'repeating reminder',
  'on-fired': 'reminder',
} as const;

export const REMINDER_OPERATIONS = operations('reminder', {
  'reminder.done': {
    about: 'Marks it as done; of a series, the open occurrence.',
    help: 'mark a reminder as done',
    printed: (reminder, {now}) => [
      `Done with ${shortId(reminder.id)}: ${printableLine(reminder.message)}`,
      ...(reminder.repeat === undefined || reminder.state === 'done' ? [] : [nextLine(reminder, now)]),
    ],
    states: OPEN,
    key: 'done',
    rows: [
      {on: 'on-reminder', hint: 'done', help: 'mark as done', rank: 2},
      {on: 'on-fired', hint: 'done', help: 'mark as done', rank: 2},
    ],
    label: 'mark as done',
    refusal: ({repeat, occurrence, state}, keyFor) =>
      repeat !== undefined && repeat.from === undefined && state === 'pending' && occurrence === undefined
        ? `it hasn't rung yet; ${keyFor('skip')} skips the next one`
        : undefined,
    done: (reminder, now) =>
      reminder.repeat?.from === 'done' && reminder.state === 'pending'
        ? `Done: ${reminder.message}, ${nextDate(reminder, now)}.`
        : `Done: ${stopped(reminder.message)}`,
    hasUndo: true,
  },
  'reminder.cancel': {
    help: 'cancel a reminder, with all its repeats',
    printed: ({id, message}) => `Cancelled ${shortId(id)}: ${printableLine(message)}`,
    states: [undefined],
    dismisses: true,
    key: 'cancel',
    rows: [{on: 'on-reminder', hint: 'cancel', help: 'cancel the reminder…', rank: 3}],
    label: 'cancel the reminder',
    refusal: ({state}) => (isUpcoming(state) ? undefined : 'the reminder has already fired'),
    done: ({message, repeat}) =>
      repeat === undefined
        ? `Cancelled: ${stopped(message)}`
        : `Cancelled: ${message}, ${repeat.words}, with all its repeats. S skips one occurrence.`,
    hasUndo: true,
  },
  'reminder.pause': {
    about:
      'Pauses a reminder that repeats or waits for an event until it is resumed, or until a time, at which it goes on by itself.',
    help: 'pause a repeating reminder until you resume it, or until a time',
    printed: (reminder, {now}) => [
      ...changedLines('Paused', reminder, now),
      ...(reminder.pausedUntil === undefined ? [] : [`It goes on ${pauseEnd(reminder, now)}.`]),
      `Resume it${reminder.pausedUntil === undefined ? '' : ' earlier'}: rooster reminders resume ${shortId(reminder.id)}`,
    ],
    states: [undefined],
    key: 'pause',
    rows: [{on: 'on-series', hint: 'pause', rank: 2.6}],
    label: 'pause',
    refusal: item => whyNoSeries(item),
    done: (reminder, now) =>
      reminder.pausedUntil === undefined
        ? `Paused: ${stopped(reminder.message)}`
        : `Paused until ${pauseEnd(reminder, now)}: ${stopped(reminder.message)}`,
    hasUndo: true,
  },
  'reminder.resume': {
    help: 'resume a paused reminder',
    printed: (reminder, {now}) => changedLines('Resumed', reminder, now),
    states: [undefined],
    key: 'pause',
    rows: [{on: 'on-paused-series', hint: 'resume', rank: 2.6}],
    label: 'resume',
    applies: ({paused}) => paused === true,
    refusal: item => whyNoSeries(item),
    done: (resumed, now) => `Resumed: ${resumed.message}, ${nextDate(resumed, now)}.`,
    hasUndo: true,
  },
});

export const isUpcoming = (state: ReminderState): boolean => state === 'pending' || state === 'firing';

/** The lines of the command after a change of a series: the reminder, and its next dates. */
export const changedLines = (verb: string, reminder: Wire<Reminder>, now: EpochMs): readonly string[] => [
  `${verb} ${shortId(reminder.id)}: ${printableLine(reminder.message)}`,
  ...(reminder.paused === true || reminder.repeat === undefined ? [] : [nextLine(reminder, now)]),
  ...(reminder.paused === true || reminder.on === undefined ? [] : [`It rings ${waitingFor(reminder)}.`]),
];

/** `next Tue 1 Dec 12:00`, or that nothing follows. */
export const nextDate = (reminder: Wire<Reminder>, now: EpochMs): string => {
  const {next = [], repeat, zone} = reminder;
  const at = instantOfIso(next[0] ?? '');
  if (at === undefined && reminder.on !== undefined) return waitingFor(reminder);
  if (at === undefined && repeat?.from === 'done') return 'next when it is done';
  return at === undefined ? 'no further dates' : `next ${dateOfSeries(at, now, repeat?.zone ?? zone)}`;
};

/** When a pause ends, on the clock of the series: `Mon 30 Nov 09:00`. */
const pauseEnd = ({pausedUntil = '', repeat, zone}: Wire<Reminder>, now: EpochMs): string =>
  dateOfSeries(instantOfIso(pausedUntil) ?? now, now, repeat?.zone ?? zone);

const whyNoSeries = ({repeat, on}: KnownReminder): string | undefined =>
  repeat === undefined && on === undefined ? 'the reminder does not repeat' : undefined;

export const ALARM_OPERATIONS = operations('alarm', {
  'alarm.cancel': {
    help: 'cancel an alarm',
    printed: ({id, message}) => `Cancelled ${shortId(id)}: ${printableLine(message)}`,
    states: ['active'],
    dismisses: true,
    key: 'cancel',
    rows: [{on: 'on-alarm', hint: 'cancel', help: 'cancel the alarm…', rank: 3}],
    label: 'cancel the alarm',
    question: ({message}) => ({
      title: 'cancel alarm',
      text: `Cancel the alarm "${inQuestion(message)}"? It will not wake the agent.`,
      yes: 'cancel alarm',
      no: 'keep it',
    }),
    done: ({message}) => `Cancelled: ${stopped(message)}`,
  },
});
