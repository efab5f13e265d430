// Verbs for reminders (for the person), their calendar, and alarms (for the agent).

import {ALARM_STATES} from '../../../shared/records/jobs/alarm.ts';
import {FOLLOWS, REMINDER_STATES} from '../../../shared/records/jobs/jobs.ts';
import {RUN_ENDINGS} from '../../../shared/records/jobs/starting-event.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, OptionSpec, VerbOrNoun} from '../arguments.ts';
import {operationVerb} from '../commands/operate.ts';
import {listAlarms, setAlarm, showAlarm, wakeAlarm} from '../commands/schedule/alarms.ts';
import {exportCalendar, importCalendar} from '../commands/schedule/calendar.ts';
import {remind, timer} from '../commands/schedule/remind.ts';
import {
  editReminder,
  listReminders,
  moveZone,
  previewReminder,
  showReminder,
  skipReminder,
  snoozeReminder,
  undoReminder,
} from '../commands/schedule/reminders.ts';
import {ALL, id, JSON_OUT, LIMIT, SESSION, TEXT} from './specs.ts';

const WHEN: ArgumentSpec = {name: 'WHEN', help: '20m, "tomorrow 9am", "every weekday at 8", 2026-12-01T09:00, …'};
const WHEN_NOTE = "WHEN is in the user's time zone unless it names another.";
const FOLLOWING: OptionSpec = {
  flag: 'follows',
  value: 'WHOM',
  choices: FOLLOWS,
  help: 'person: its time of day wherever you are; place: the clocks there',
};
const REMINDER = id('reminder', 'rooster reminders');
const ALARM = id('alarm', 'rooster alarms');

export const REMINDER_VERBS: readonly VerbOrNoun[] = [
  {
    name: 'remind',
    help: COMMAND_HELP.remind,
    arguments: [WHEN, {...TEXT, optional: true, help: 'the text of the reminder'}],
    options: [
      {flag: 'agent', help: 'let the agent answer when it is due, instead of delivering the text'},
      {flag: 'user', value: 'NAME', of: 'person', help: 'the person to remind, by name in the configuration'},
      {flag: 'to', value: 'ADDRESS', help: 'the address to deliver to, such as signal:2222… or terminal:default'},
      {
        flag: 'nag',
        value: '15m',
        help: 'repeat this often until it is done, at most 8 times, or "until answered"',
      },
      {flag: 'urgent', help: 'ring in quiet hours too'},
      {flag: 'when-from', value: 'NAME', of: 'person', help: 'instead of WHEN: when this person writes'},
      {flag: 'when-words', value: 'WORDS', help: 'instead of WHEN: when a message has these words'},
      {flag: 'when-job', value: 'JOB', help: 'instead of WHEN: when a run of this job ends'},
      {flag: 'status', value: 'STATUS', choices: RUN_ENDINGS, help: `with --when-job: ${RUN_ENDINGS.join(', ')}`},
      {flag: 'each-time', help: 'not only the first time'},
      FOLLOWING,
      {flag: 'yes', help: 'skip the question'},
      JSON_OUT,
    ],
    notes: [
      WHEN_NOTE,
      'WHEN and TEXT may be one sentence, quoted or not. To mark where WHEN ends, quote it.',
      'Examples: rooster remind 20m tea',
      '          rooster remind "tomorrow 9am" "call Bob & Carol"',
      '          rooster remind every weekday at 8 standup',
      '          rooster remind "when alice writes: call her back"',
      '          rooster remind --when-job backup --status failed look at it',
    ],
    run: remind,
  },
  {
    name: 'timer',
    help: COMMAND_HELP.timer,
    arguments: [
      {name: 'LENGTH', optional: true, help: '10m, "an hour and a half", …; without it, the running timers are listed'},
      {name: 'NAME', rest: true, optional: true, help: 'what the timer is for'},
    ],
    options: [
      {flag: 'user', value: 'NAME', of: 'person', help: 'the person to call, by name in the configuration'},
      {flag: 'to', value: 'ADDRESS', help: 'the address to deliver to, such as signal:2222… or terminal:default'},
      {flag: 'nag', value: '1m', help: 'repeat this often until it is done or snoozed'},
      {flag: 'urgent', help: 'ring in quiet hours too'},
      JSON_OUT,
    ],
    notes: [
      'Examples: rooster timer 10m pasta',
      '          rooster timer',
      'To add 5 minutes: rooster reminders edit pasta --by 5m. To end it: rooster reminders cancel pasta',
    ],
    reads: ({words}) => words.length === 0,
    run: timer,
  },
  {
    name: 'calendar',
    help: 'exchange reminders with other calendars, as .ics files',
    verbs: [
      {
        name: 'export',
        help: 'write reminders and the jobs of the next 30 days as an .ics file',
        arguments: [{name: 'FILE', optional: true, help: 'the file to write (default: standard output)'}],
        options: [{flag: 'force', help: 'overwrite FILE if it exists'}, JSON_OUT],
        reads: true,
        run: exportCalendar,
      },
      {
        name: 'import',
        help: 'set reminders from the events and tasks of an .ics file',
        arguments: [{name: 'FILE', help: 'the file, or - for standard input'}],
        options: [{flag: 'yes', help: 'set more than 500 reminders without asking'}, JSON_OUT],
        notes: [
          'Each alarm becomes a reminder; otherwise the start of an event or the due time of a task.',
          'Importing a file again changes only the entries that changed.',
        ],
        run: importCalendar,
      },
    ],
  },
  {
    name: 'reminders',
    help: 'list and manage reminders',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list pending reminders, earliest first',
        options: [
          {flag: 'user', value: 'NAME', of: 'person', help: 'only for this person'},
          {
            flag: 'state',
            value: 'STATE',
            choices: REMINDER_STATES,
            help: `only in this state: ${REMINDER_STATES.join(', ')}`,
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
        help: 'show a reminder and its text',
        arguments: [REMINDER],
        options: [JSON_OUT],
        reads: true,
        run: showReminder,
      },
      operationVerb('reminder.cancel', REMINDER),
      {
        name: 'snooze',
        help: 'move a reminder to a later time',
        arguments: [
          REMINDER,
          {...WHEN, rest: true, help: '20m (counted from now), "tomorrow 9am", 2026-12-01T09:00, …'},
        ],
        options: [JSON_OUT],
        notes: [WHEN_NOTE, 'Example: rooster reminders snooze tea "tomorrow 9am"'],
        run: snoozeReminder,
      },
      operationVerb('reminder.done', REMINDER),
      {
        name: 'skip',
        help: 'skip one occurrence of a repeating reminder',
        arguments: [REMINDER],
        options: [
          {flag: 'at', value: 'INSTANT', help: 'the occurrence at this instant (default: the next one)'},
          JSON_OUT,
        ],
        run: skipReminder,
      },
      operationVerb('reminder.pause', REMINDER),
      operationVerb('reminder.resume', REMINDER),
      {
        name: 'edit',
        help: 'change the text or the time of a reminder',
        arguments: [REMINDER],
        options: [
          {flag: 'text', value: 'TEXT', help: 'the new text'},
          {flag: 'when', value: 'WHEN', help: 'the new time or recurrence'},
          {flag: 'by', value: '5m', help: 'this much later; --by=-5m is earlier'},
          {flag: 'nag', value: '15m', help: 'repeat this often until it is done, or "until answered"'},
          {flag: 'urgent', help: 'ring in quiet hours too'},
          {flag: 'not-urgent', help: 'hold it back in quiet hours'},
          FOLLOWING,
          {flag: 'this', help: 'only one occurrence: the open one, else the next'},
          {flag: 'series', help: 'all occurrences from now on'},
          JSON_OUT,
        ],
        notes: [WHEN_NOTE, 'Example: rooster reminders edit pills --when "every day at 9 and 21"'],
        run: editReminder,
      },
      {
        name: 'move-zone',
        help: 'move pending reminders to another time zone: the time of day stays',
        arguments: [{name: 'ZONE', optional: true, help: "such as Europe/Berlin (default: the person's zone)"}],
        options: [
          {flag: 'from', value: 'ZONE', help: 'only those in this zone'},
          {flag: 'user', value: 'NAME', of: 'person', help: "this person's reminders"},
          {flag: 'yes', help: 'move them; without it they are only listed'},
          JSON_OUT,
        ],
        notes: ['Timers, and reminders that follow the person or stay with a place, are not moved.'],
        run: moveZone,
      },
      {
        name: 'undo',
        help: 'undo your last cancel, done, skip, snooze or edit of the last 10 minutes',
        options: [JSON_OUT],
        run: undoReminder,
      },
      {
        name: 'preview',
        help: 'show what a time or a whole sentence means, without setting anything',
        arguments: [{...WHEN, rest: true}],
        options: [{flag: 'tz', value: 'ZONE', help: "time zone of WHEN (default: the person's)"}, JSON_OUT],
        reads: true,
        run: previewReminder,
      },
    ],
  },
  {
    name: 'alarms',
    help: 'list and manage alarms, which wake the agent',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list active alarms, earliest first',
        options: [
          {
            flag: 'state',
            value: 'STATE',
            choices: ALARM_STATES,
            help: `only in this state: ${ALARM_STATES.join(', ')}`,
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
        help: 'show an alarm with its message and payload',
        arguments: [ALARM],
        options: [JSON_OUT],
        reads: true,
        run: showAlarm,
      },
      {
        name: 'set',
        help: 'wake the agent in a conversation, once or on a cron schedule',
        arguments: [
          {...WHEN, help: `${WHEN.help}, or "0 9 * * 1-5"`},
          {...TEXT, help: 'the message for the agent'},
        ],
        options: [
          {...SESSION, help: 'key of the conversation to wake (default: the main one)'},
          {flag: 'payload', value: 'JSON', help: 'data for the agent, passed on byte for byte'},
          {
            flag: 'tz',
            value: 'ZONE',
            help: "time zone of WHEN, such as Europe/Berlin (default: the person's)",
          },
          {flag: 'deliver', value: 'hook:NAME', help: 'wake a program instead, by its name in "targets"'},
          {flag: 'conversation', value: 'ID', help: "the program's conversation"},
          {flag: 'key', value: 'KEY', help: 'makes repeated calls safe: same key and content, same alarm'},
          {flag: 'urgent', help: 'let the answer ring in quiet hours'},
          JSON_OUT,
        ],
        notes: [WHEN_NOTE, 'Example: rooster alarms set 2h "Look at the build again." --payload \'{"build": 4711}\''],
        run: setAlarm,
      },
      operationVerb('alarm.cancel', ALARM),
      {
        name: 'wake',
        help: 'run an alarm now, also a failed one; its schedule stays',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: wakeAlarm,
      },
    ],
  },
];
