// The verbs with which one talks: chat, what comes later, conversations, and putting something into one.
import {TRUST_LEVELS} from '../../../shared/trust.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Entry, Verb} from '../arguments.ts';
import {inject} from '../commands/inject.ts';
import {
  compactSession,
  listSessions,
  renameSession,
  resetSession,
  showSession,
  stopSession,
} from '../commands/sessions.ts';
import {REMINDERS_AND_ALARMS} from './hour-verbs.ts';
import {live} from './later.ts';
import {JSON_OUT, LIMIT, SESSION, TEXT} from './specs.ts';

const KEY: ArgumentSpec = {
  name: 'KEY',
  words: 'a session key such as rooster:main, or its title (rooster sessions lists them)',
};

export const CHAT: Verb = {
  name: 'chat',
  words: 'talk to the agent: one message, or line by line',
  arguments: [{...TEXT, optional: true, words: 'the message; without it each line of stdin is one'}],
  options: [SESSION, JSON_OUT],
  notes: [
    'With TEXT it prints the reply and ends. Without, each line is a message, replies and whatever fires',
    'meanwhile are printed as lines, and it ends with its input, once the turns it started have ended.',
    'Example: rooster chat "what is next?"',
  ],
  run: live('chat'),
};

export const TALK: readonly Entry[] = [
  CHAT,
  ...REMINDERS_AND_ALARMS,
  {
    name: 'sessions',
    words: 'the conversations',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'all of them, last active first',
        options: [JSON_OUT],
        run: listSessions,
      },
      {
        name: 'show',
        words: 'what was said',
        arguments: [KEY],
        options: [{...LIMIT, words: 'the newest N messages'}, JSON_OUT],
        run: showSession,
      },
      {
        name: 'stop',
        words: 'abort the turn that is running; what waits behind it goes on',
        arguments: [KEY],
        options: [JSON_OUT],
        run: stopSession,
      },
      {
        name: 'reset',
        words: 'start afresh; what was said stays on disk',
        arguments: [KEY],
        options: [JSON_OUT],
        run: resetSession,
      },
      {
        name: 'compact',
        words: 'replace what was said, for the model, by a summary',
        arguments: [KEY],
        options: [JSON_OUT],
        run: compactSession,
      },
      {
        name: 'rename',
        words: 'what it is called in lists and at the top of the screen',
        arguments: [
          KEY,
          {name: 'TITLE', words: 'a few words; without them it has its own title again', optional: true, rest: true},
        ],
        options: [JSON_OUT],
        run: renameSession,
      },
    ],
  },
  {
    name: 'inject',
    words: COMMAND_WORDS.inject,
    arguments: [KEY, TEXT],
    options: [
      {flag: 'trust', value: 'T', choices: TRUST_LEVELS, words: `the trust of its turn: ${TRUST_LEVELS.join(', ')}`},
      {flag: 'channel', value: 'C', words: 'whose formatting rules the prompt carries'},
      {flag: 'deliver', words: "send the reply on to the session's own address"},
      JSON_OUT,
    ],
    notes: ['Example: rooster inject main "Bob\'s train is late." --deliver'],
    run: inject,
  },
];
