// Verbs for reminders (for the person) and alarms (for the agent).

import {ALARM_STATES} from '../../../shared/records/jobs/alarm.ts';
import {REMINDER_STATES} from '../../../shared/records/jobs/jobs.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Entry} from '../arguments.ts';
import {cancelAlarm, listAlarms, setAlarm, showAlarm, wakeAlarm} from '../commands/schedule/alarms.ts';
import {
  cancelReminder,
  editReminder,
  finishReminder,
  listReminders,
  pauseReminder,
  previewReminder,
  resumeReminder,
  showReminder,
  skipReminder,
  snoozeReminder,
  undoReminder,
} from '../commands/schedule/reminders.ts';
import {lazy} from './lazy.ts';
import {ALL, id, JSON_OUT, LIMIT, SESSION, TEXT} from './specs.ts';

const WHEN: ArgumentSpec = {name: 'WHEN', words: '20m, "tomorrow 9am", "every weekday at 8", 2026-12-01T09:00, …'};
const WHEN_NOTE = "WHEN is in the user's time zone unless it names another.";
const REMINDER = id('reminder', 'rooster reminders');
const ALARM = id('alarm', 'rooster alarms');

export const REMINDERS_AND_ALARMS: readonly Entry[] = [
  {
    name: 'remind',
    words: COMMAND_WORDS.remind,
    arguments: [WHEN, {...TEXT, optional: true, words: 'the text of the reminder'}],
    options: [
      {flag: 'agent', words: 'let the agent answer when it is due, instead of delivering the text'},
      {flag: 'user', value: 'U', of: 'person', words: 'the user to remind, by name in the configuration'},
      {flag: 'to', value: 'ADDRESS', words: 'the address to deliver to, such as signal:2222… or terminal:default'},
      {flag: 'nag', value: '15m', words: 'repeat this often until it is done or snoozed, at most 8 times a day'},
      {flag: 'urgent', words: 'ring in quiet hours too'},
      {flag: 'yes', words: 'skip the question'},
      JSON_OUT,
    ],
    notes: [
      WHEN_NOTE,
      'WHEN and TEXT may be one sentence, quoted or not. To mark where WHEN ends, quote it.',
      'Examples: rooster remind 20m tea',
      '          rooster remind "tomorrow 9am" "call Bob & Carol"',
      '          rooster remind every weekday at 8 standup',
    ],
    run: lazy(async () => (await import('../commands/schedule/remind.ts')).remind),
  },
  {
    name: 'calendar',
    words: 'exchange reminders with other calendars, as .ics files',
    verbs: [
      {
        name: 'export',
        words: 'write reminders and the jobs of the next 30 days as an .ics file',
        arguments: [{name: 'FILE', optional: true, words: 'the file to write (default: standard output)'}],
        options: [{flag: 'force', words: 'overwrite FILE if it exists'}, JSON_OUT],
        run: lazy(async () => (await import('../commands/schedule/calendar.ts')).exportCalendar),
      },
      {
        name: 'import',
        words: 'set reminders from the events and tasks of an .ics file',
        arguments: [{name: 'FILE', words: 'the file, or - for standard input'}],
        options: [JSON_OUT],
        notes: [
          'Each alarm becomes a reminder; otherwise the start of an event or the due time of a task.',
          'Importing a file again changes only the entries that changed.',
        ],
        run: lazy(async () => (await import('../commands/schedule/calendar.ts')).importCalendar),
      },
    ],
  },
  {
    name: 'reminders',
    words: 'list and manage reminders',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'list pending reminders, earliest first',
        options: [
          {flag: 'user', value: 'U', of: 'person', words: 'only for this user'},
          {
            flag: 'state',
            value: 'STATE',
            choices: REMINDER_STATES,
            words: `only in this state: ${REMINDER_STATES.join(', ')}`,
          },
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        reads: true,
        run: listReminders,
      },
      {
        name: 'show',
        words: 'show a reminder and its text',
        arguments: [REMINDER],
        options: [JSON_OUT],
        reads: true,
        run: showReminder,
      },
      {
        name: 'cancel',
        words: 'cancel a reminder, with all its repeats',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: cancelReminder,
      },
      {
        name: 'snooze',
        words: 'move a reminder to a later time',
        arguments: [
          REMINDER,
          {...WHEN, rest: true, words: '20m (counted from now), "tomorrow 9am", 2026-12-01T09:00, …'},
        ],
        options: [JSON_OUT],
        notes: [WHEN_NOTE, 'Example: rooster reminders snooze tea "tomorrow 9am"'],
        run: snoozeReminder,
      },
      {
        name: 'done',
        words: 'mark a reminder as done',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: finishReminder,
      },
      {
        name: 'skip',
        words: 'skip one occurrence of a repeating reminder',
        arguments: [REMINDER],
        options: [
          {flag: 'at', value: 'INSTANT', words: 'the occurrence at this instant (default: the next one)'},
          JSON_OUT,
        ],
        run: skipReminder,
      },
      {
        name: 'pause',
        words: 'pause a repeating reminder until you resume it',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: pauseReminder,
      },
      {
        name: 'resume',
        words: 'resume a paused reminder',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: resumeReminder,
      },
      {
        name: 'edit',
        words: 'change the text or the time of a reminder',
        arguments: [REMINDER],
        options: [
          {flag: 'text', value: 'TEXT', words: 'the new text'},
          {flag: 'when', value: 'WHEN', words: 'the new time or recurrence'},
          {flag: 'nag', value: '15m', words: 'repeat this often until it is done'},
          {flag: 'urgent', words: 'ring in quiet hours too'},
          {flag: 'not-urgent', words: 'hold it back in quiet hours'},
          {flag: 'this', words: 'only one occurrence: the open one, else the next'},
          {flag: 'series', words: 'all occurrences from now on'},
          JSON_OUT,
        ],
        notes: [WHEN_NOTE, 'Example: rooster reminders edit pills --when "every day at 9 and 21"'],
        run: editReminder,
      },
      {
        name: 'undo',
        words: 'undo your last cancel, done, skip, snooze or edit of the last 10 minutes',
        options: [JSON_OUT],
        run: undoReminder,
      },
      {
        name: 'preview',
        words: 'show what a time or a whole sentence means, without setting anything',
        arguments: [{...WHEN, rest: true}],
        options: [{flag: 'tz', value: 'ZONE', words: "time zone of WHEN (default: the user's)"}, JSON_OUT],
        reads: true,
        run: previewReminder,
      },
    ],
  },
  {
    name: 'alarms',
    words: 'list and manage alarms, which wake the agent',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'list active alarms, earliest first',
        options: [
          {
            flag: 'state',
            value: 'STATE',
            choices: ALARM_STATES,
            words: `only in this state: ${ALARM_STATES.join(', ')}`,
          },
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        reads: true,
        run: listAlarms,
      },
      {
        name: 'show',
        words: 'show an alarm with its message and payload',
        arguments: [ALARM],
        options: [JSON_OUT],
        reads: true,
        run: showAlarm,
      },
      {
        name: 'set',
        words: 'wake the agent in a conversation, once or on a cron schedule',
        arguments: [
          {...WHEN, words: `${WHEN.words}, or "0 9 * * 1-5"`},
          {...TEXT, words: 'the message for the agent'},
        ],
        options: [
          {...SESSION, words: 'key of the conversation to wake (default: the main one)'},
          {flag: 'payload', value: 'JSON', words: 'data for the agent, passed on byte for byte'},
          {
            flag: 'tz',
            value: 'ZONE',
            words: "time zone of WHEN, such as Europe/Berlin (default: the user's)",
          },
          {flag: 'deliver', value: 'hook:NAME', words: 'wake a program instead, by its name in "targets"'},
          {flag: 'conversation', value: 'ID', words: "the program's conversation"},
          {flag: 'key', value: 'K', words: 'makes repeated calls safe: same key and content, same alarm'},
          {flag: 'urgent', words: 'let the answer ring in quiet hours'},
          JSON_OUT,
        ],
        notes: [WHEN_NOTE, 'Example: rooster alarms set 2h "Look at the build again." --payload \'{"build": 4711}\''],
        run: setAlarm,
      },
      {
        name: 'cancel',
        words: 'cancel an alarm',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: cancelAlarm,
      },
      {
        name: 'wake',
        words: 'run an alarm now, also a failed one; its schedule stays',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: wakeAlarm,
      },
    ],
  },
];
