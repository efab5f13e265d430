// The verbs of what comes at its hour in a conversation: reminders, which are for the person, and alarms, which are for the agent.
import {ALARM_STATES} from '../../../shared/alarm.ts';
import {REMINDER_STATES} from '../../../shared/jobs.ts';
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
const WHEN_NOTE = 'A WHEN without a zone is meant in the zone of the user.';
const REMINDER = id('rem', 'rooster reminders');
const ALARM = id('alm', 'rooster alarms');

export const REMINDERS_AND_ALARMS: readonly Entry[] = [
  {
    name: 'remind',
    words: COMMAND_WORDS.remind,
    arguments: [WHEN, {...TEXT, words: 'what to be reminded of'}],
    options: [
      {flag: 'agent', words: 'let the agent answer it when it is due, instead of delivering the words'},
      {flag: 'user', value: 'U', words: 'whom to remind, by their name in the configuration'},
      {flag: 'to', value: 'ADDRESS', words: 'where to, such as signal:2222… or terminal:default'},
      {flag: 'nag', value: '15m', words: 'say it again so often until it is done or snoozed, at most 8 times in a day'},
      JSON_OUT,
    ],
    notes: [
      WHEN_NOTE,
      'Quotes make sure which words are WHEN; without them the longest beginning that is a time is.',
      'Examples: rooster remind 20m tea',
      '          rooster remind "tomorrow 9am" "call Bob & Carol"',
    ],
    run: remind,
  },
  {
    name: 'reminders',
    words: 'reminders that are waiting, and your word on them',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'what is waiting, earliest first',
        options: [
          {flag: 'user', value: 'U', words: 'of one user'},
          {
            flag: 'state',
            value: 'STATE',
            choices: REMINDER_STATES,
            words: `in one state: ${REMINDER_STATES.join(', ')}`,
          },
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        run: listReminders,
      },
      {
        name: 'show',
        words: 'one reminder, with its words',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: showReminder,
      },
      {
        name: 'cancel',
        words: 'take one back before it fires',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: cancelReminder,
      },
      {
        name: 'snooze',
        words: 'be reminded again later',
        arguments: [REMINDER, {...WHEN, rest: true, words: `${WHEN.words} (from now on)`}],
        options: [JSON_OUT],
        notes: [WHEN_NOTE, 'Example: rooster reminders snooze tea "tomorrow 9am"'],
        run: snoozeReminder,
      },
      {
        name: 'done',
        words: 'say that it is done',
        arguments: [REMINDER],
        options: [JSON_OUT],
        run: finishReminder,
      },
    ],
  },
  {
    name: 'alarms',
    words: 'wake-ups that the agent sets for itself',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'what is to come, earliest first',
        options: [
          {flag: 'state', value: 'STATE', choices: ALARM_STATES, words: `in one state: ${ALARM_STATES.join(', ')}`},
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        run: listAlarms,
      },
      {
        name: 'show',
        words: 'one alarm, with its message and payload',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: showAlarm,
      },
      {
        name: 'set',
        words: 'wake the agent in a conversation, once or by a cron expression',
        arguments: [
          {...WHEN, words: `${WHEN.words}, or "0 9 * * 1-5"`},
          {...TEXT, words: 'what the agent is told then'},
        ],
        options: [
          {...SESSION, words: 'the conversation to wake, by its key (else the main one)'},
          {flag: 'payload', value: 'JSON', words: 'data that the agent gets with it, byte for byte'},
          {
            flag: 'tz',
            value: 'ZONE',
            words: 'the zone WHEN is meant in, such as Europe/Berlin (else that of the user)',
          },
          {flag: 'key', value: 'K', words: 'the same key and content again is the same alarm'},
          JSON_OUT,
        ],
        notes: [WHEN_NOTE, 'Example: rooster alarms set 2h "Look at the build again." --payload \'{"build": 4711}\''],
        run: setAlarm,
      },
      {name: 'cancel', words: 'it does not wake any more', arguments: [ALARM], options: [JSON_OUT], run: cancelAlarm},
      {
        name: 'wake',
        words: 'wake now, besides its timetable; one that was given up is tried again',
        arguments: [ALARM],
        options: [JSON_OUT],
        run: wakeAlarm,
      },
    ],
  },
];
