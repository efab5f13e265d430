// The verbs of what comes at its hour in a conversation: reminders, which are for the person, and alarms, which are for the agent.

import {ALARM_STATES} from '../../../shared/records/alarm.ts';
import {REMINDER_STATES} from '../../../shared/records/jobs.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Entry} from '../arguments.ts';
import {cancelAlarm, listAlarms, setAlarm, showAlarm, wakeAlarm} from '../commands/alarms.ts';
import {
  cancelReminder,
  finishReminder,
  listReminders,
  remind,
  showReminder,
  snoozeReminder,
} from '../commands/reminders.ts';
import {ALL, id, JSON_OUT, LIMIT, SESSION, TEXT} from './specs.ts';

const WHEN: ArgumentSpec = {name: 'WHEN', words: '20m, "in 2 hours", "tomorrow 9am", 2026-12-01T09:00, …'};
const WHEN_NOTE = "WHEN is in the user's time zone unless it names another.";
const REMINDER = id('rem', 'rooster reminders');
const ALARM = id('alm', 'rooster alarms');

export const REMINDERS_AND_ALARMS: readonly Entry[] = [
  {
    name: 'remind',
    words: COMMAND_WORDS.remind,
    arguments: [WHEN, {...TEXT, words: 'the text of the reminder'}],
    options: [
      {flag: 'agent', words: 'let the agent answer when it is due, instead of delivering the text'},
      {flag: 'user', value: 'U', words: 'the user to remind, by name in the configuration'},
      {flag: 'to', value: 'ADDRESS', words: 'the address to deliver to, such as signal:2222… or terminal:default'},
      {flag: 'nag', value: '15m', words: 'repeat this often until it is done or snoozed, at most 8 times a day'},
      JSON_OUT,
    ],
    notes: [
      WHEN_NOTE,
      'Quote WHEN if it has several words. Without quotes, WHEN is the longest start that reads as a time.',
      'Examples: rooster remind 20m tea',
      '          rooster remind "tomorrow 9am" "call Bob & Carol"',
    ],
    run: remind,
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
          {flag: 'user', value: 'U', words: 'only for this user'},
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
        run: listReminders,
      },
      {
        name: 'show',
        words: 'show a reminder and its text',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: showReminder,
      },
      {
        name: 'cancel',
        words: 'cancel a reminder before it fires',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: cancelReminder,
      },
      {
        name: 'snooze',
        words: 'move a reminder to a later time',
        arguments: [REMINDER, {...WHEN, rest: true, words: `${WHEN.words} (counted from now)`}],
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
        run: listAlarms,
      },
      {
        name: 'show',
        words: 'show an alarm with its message and payload',
        arguments: [ALARM],
        options: [JSON_OUT],
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
          {flag: 'key', value: 'K', words: 'makes repeated calls safe: same key and content, same alarm'},
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
        words: 'wake now in addition to the schedule; also retries a failed alarm',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: wakeAlarm,
      },
    ],
  },
];
