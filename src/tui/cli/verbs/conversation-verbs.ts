// Verbs for conversations: chat, sessions, injected messages, delegations, broadcasts. The help lists reminders among
// them.

import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, Verb, VerbOrNoun} from '../arguments.ts';
import {
  archiveSession,
  deleteSession,
  forkSession,
  modelOfSession,
  newSession,
  restoreSession,
} from '../commands/conversations.ts';
import {broadcastText, delegateTask, listDelegations, stopDelegation} from '../commands/cross-session.ts';
import {inject} from '../commands/inject.ts';
import {
  compactSession,
  findMessages,
  listSessions,
  renameSession,
  resetSession,
  showSession,
  stopSession,
  trustSession,
} from '../commands/sessions.ts';
import {chat} from '../conversation/chat.ts';
import {REMINDER_VERBS} from './reminder-verbs.ts';
import {JSON_OUT, LIMIT, SESSION, TEXT, TRUST_NOTES} from './specs.ts';

const CONVERSATION: ArgumentSpec = {
  name: 'NAME',
  of: 'session',
  help: "a conversation's title, or its key such as rooster:main (see rooster sessions)",
};

export const CHAT: Verb = {
  name: 'chat',
  help: 'send the agent one message, or chat line by line',
  arguments: [{...TEXT, optional: true, help: 'the message (default: each line of stdin is a message)'}],
  options: [SESSION, JSON_OUT],
  notes: [
    'With TEXT, it prints the reply and exits. Without TEXT, each line is a message: it prints replies,',
    'reminders and job results as lines. At the end of input it waits for the replies, then exits.',
    'Example: rooster chat "what is next?"',
  ],
  run: chat,
};

export const CONVERSATION_VERBS: readonly VerbOrNoun[] = [
  CHAT,
  ...REMINDER_VERBS,
  {
    name: 'find',
    help: COMMAND_HELP.find,
    arguments: [{name: 'WORDS', help: 'the words; the last one may be the beginning of a word', rest: true}],
    options: [SESSION, LIMIT, JSON_OUT],
    notes: ['Prints messages with all the words, newest first. Example: rooster find garage code'],
    reads: true,
    run: findMessages,
  },
  {
    name: 'sessions',
    help: 'list and manage conversations',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list conversations, last active first',
        options: [{flag: 'archived', help: 'list the archived ones'}, JSON_OUT],
        reads: true,
        run: listSessions,
      },
      {
        name: 'show',
        help: 'show the messages',
        arguments: [CONVERSATION],
        options: [{...LIMIT, help: 'show the newest N messages'}, JSON_OUT],
        reads: true,
        run: showSession,
      },
      {
        name: 'new',
        help: 'start another conversation; without TITLE, its first words become the title',
        arguments: [{name: 'TITLE', help: 'the title', optional: true, rest: true}],
        options: [JSON_OUT],
        run: newSession,
      },
      {
        name: 'fork',
        help: 'start another conversation with a copy of the messages',
        arguments: [CONVERSATION, {name: 'TITLE', help: 'the title of the new one', optional: true, rest: true}],
        options: [{flag: 'from', value: 'MSG', help: 'copy up to and including this message'}, JSON_OUT],
        run: forkSession,
      },
      {
        name: 'archive',
        help: 'archive a conversation; archiving "main" starts it over',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: archiveSession,
      },
      {
        name: 'restore',
        help: 'restore an archived conversation',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: restoreSession,
      },
      {
        name: 'delete',
        help: 'delete a conversation for good; asks for its title',
        arguments: [CONVERSATION],
        options: [{flag: 'yes', help: 'delete without asking'}, JSON_OUT],
        run: deleteSession,
      },
      {
        name: 'model',
        help: 'show or set the model of one conversation',
        arguments: [
          CONVERSATION,
          {name: 'MODEL', help: 'such as anthropic/claude-opus-4-5, or "default"', optional: true},
        ],
        options: [JSON_OUT],
        reads: ({words}) => words.length < 2,
        run: modelOfSession,
      },
      {
        name: 'stop',
        help: 'abort the running turn; queued messages continue',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: stopSession,
      },
      {
        name: 'reset',
        help: 'start over; earlier messages stay searchable',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: resetSession,
      },
      {
        name: 'compact',
        help: 'replace older messages with a summary for the model',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: compactSession,
      },
      {
        name: 'trust',
        help: 'let the agent act on messages from programs so far',
        arguments: [CONVERSATION],
        options: [JSON_OUT],
        run: trustSession,
      },
      {
        name: 'rename',
        help: 'change the title',
        arguments: [
          CONVERSATION,
          {name: 'TITLE', help: 'the new title (default: an automatic title)', optional: true, rest: true},
        ],
        options: [JSON_OUT],
        run: renameSession,
      },
    ],
  },
  {
    name: 'inject',
    help: COMMAND_HELP.inject,
    arguments: [CONVERSATION, TEXT],
    options: [
      {flag: 'trust', value: 'TRUST', choices: TRUST_LEVELS, help: `trust of the turn: ${TRUST_LEVELS.join(', ')}`},
      {flag: 'channel', value: 'CHANNEL', help: 'format the reply for this channel'},
      {flag: 'deliver', help: "also send the reply to the conversation's address"},
      {flag: 'reply-to', value: 'ADDRESS', help: 'send the reply to this address instead, such as signal:2222…'},
      {flag: 'dry', help: 'only show what the model would get and what would follow'},
      JSON_OUT,
    ],
    notes: [
      'Example: rooster inject main "Bob\'s train is late." --deliver',
      'The message is always marked as from the operator. --dry stores nothing.',
      ...TRUST_NOTES,
    ],
    reads: args => args.switches.has('dry'),
    run: inject,
  },
  {
    name: 'delegate',
    help: COMMAND_HELP.delegate,
    arguments: [{name: 'TASK', help: 'the task, self-contained', rest: true}],
    options: [
      {...SESSION, help: 'key of the conversation that gets the result (default: the main one)'},
      {flag: 'model', value: 'MODEL', help: 'another model for this task'},
      {flag: 'time', value: 'SPAN', help: 'time limit, such as 10m (default: 15m)'},
      {flag: 'key', value: 'KEY', help: 'makes repeated calls safe: same key, same task'},
      JSON_OUT,
    ],
    run: delegateTask,
  },
  {
    name: 'delegations',
    help: COMMAND_HELP.delegations,
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list delegated tasks, newest first',
        options: [LIMIT, JSON_OUT],
        reads: true,
        run: listDelegations,
      },
      {
        name: 'stop',
        help: 'end a delegated task',
        arguments: [{name: 'ID', of: 'run', help: 'the ID or a part of it (see rooster delegations)'}],
        options: [JSON_OUT],
        run: stopDelegation,
      },
    ],
  },
  {
    name: 'broadcast',
    help: COMMAND_HELP.broadcast,
    arguments: [{name: 'TO', help: 'names of people or addresses of groups, separated by commas'}, TEXT],
    options: [
      {
        flag: 'mode',
        value: 'MODE',
        choices: ['verbatim', 'rephrase'],
        help: 'verbatim (default), or rephrase: in the words of the agent',
      },
      {flag: 'key', value: 'KEY', help: 'makes repeated calls safe: same key, sent once'},
      JSON_OUT,
    ],
    notes: ['Example: rooster broadcast alice,bob "Dinner is at eight."'],
    run: broadcastText,
  },
];
