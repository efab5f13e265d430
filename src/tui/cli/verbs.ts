// The table of verbs. Parsing, help and completion are all drawn from it, and each verb loads only its own file.
import {DELIVERY_STATES} from '../../shared/delivery.ts';
import {TRUST_LEVELS} from '../../shared/trust.ts';
import type {ArgumentSpec, Entry, OptionSpec, Verb} from './arguments.ts';
import {REMINDER_STATES, RUN_KINDS} from './choices.ts';

const JSON_OUT: OptionSpec = {flag: 'json', words: 'print exactly the result, as one JSON document'};
const JSON_LINES: OptionSpec = {flag: 'json', words: 'print one JSON object a line'};
const LIMIT: OptionSpec = {flag: 'limit', value: 'N', words: 'at most N of them'};
const SESSION: OptionSpec = {flag: 'session', value: 'KEY', words: 'the conversation, by its key'};
const KEY: ArgumentSpec = {name: 'KEY', words: 'a session key such as rooster:main (rooster sessions lists them)'};
const NAME: ArgumentSpec = {name: 'NAME', words: 'the name of a cron job (rooster cron lists them)'};
const WHEN: ArgumentSpec = {name: 'WHEN', words: '20m, "in 2 hours", "tomorrow 9am", 2026-12-01T09:00, …'};
const TEXT: ArgumentSpec = {name: 'TEXT', words: 'the words', rest: true};
const WHEN_NOTE = 'A WHEN without a zone is meant in the zone of the user.';

/** An id of a kind, as an argument. */
const id = (prefix: string, where: string): ArgumentSpec => ({name: 'ID', words: `${prefix}_… (${where} lists them)`});
const REMINDER = id('rem', 'rooster reminders');
const RUN = id('run', 'rooster runs');
const DELIVERY = id('dlv', 'rooster outbox');

const CHAT: Verb = {
  name: 'chat',
  words: 'talk to the agent: one message, or line by line',
  arguments: [{...TEXT, optional: true, words: 'the message; without it each line of stdin is one'}],
  options: [SESSION, JSON_OUT],
  notes: [
    'With TEXT it prints the reply and ends. Without, each line is a message, replies and whatever fires',
    'meanwhile are printed as lines, and it ends with its input, once the turns it started have ended.',
  ],
  load: async () => (await import('./conversation/chat.ts')).chat,
};

const TALK: readonly Entry[] = [
  CHAT,
  {
    name: 'remind',
    words: 'set a reminder, delivered word for word',
    arguments: [WHEN, {name: 'TEXT', words: 'what to be reminded of (in quotes)'}],
    options: [
      {flag: 'agent', words: 'let the agent answer it when it is due, instead of delivering the words'},
      {flag: 'user', value: 'U', words: 'whom to remind, by their name in the configuration'},
      {flag: 'to', value: 'ADDRESS', words: 'where to, such as signal:2222… or terminal:default'},
      JSON_OUT,
    ],
    notes: [WHEN_NOTE, 'Example: rooster remind "tomorrow 9am" "call Bob"'],
    load: async () => (await import('./nouns/remind.ts')).remind,
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
          JSON_OUT,
        ],
        load: async () => (await import('./nouns/reminders.ts')).listReminders,
      },
      {
        name: 'show',
        words: 'one reminder, with its words',
        arguments: [REMINDER],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/reminders.ts')).showReminder,
      },
      {
        name: 'cancel',
        words: 'take one back before it fires',
        arguments: [REMINDER],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/reminders.ts')).cancelReminder,
      },
      {
        name: 'snooze',
        words: 'be reminded again later',
        arguments: [REMINDER, WHEN],
        options: [JSON_OUT],
        notes: [WHEN_NOTE],
        load: async () => (await import('./nouns/reminders.ts')).snoozeReminder,
      },
      {
        name: 'done',
        words: 'say that it is done',
        arguments: [REMINDER],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/reminders.ts')).finishReminder,
      },
    ],
  },
  {
    name: 'sessions',
    words: 'the conversations',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'all of them, last active first',
        options: [JSON_OUT],
        load: async () => (await import('./conversation/sessions.ts')).listSessions,
      },
      {
        name: 'show',
        words: 'what was said',
        arguments: [KEY],
        options: [{...LIMIT, words: 'the newest N messages'}, JSON_OUT],
        load: async () => (await import('./conversation/sessions.ts')).showSession,
      },
      {
        name: 'stop',
        words: 'abort the turn that is running; what waits behind it goes on',
        arguments: [KEY],
        options: [JSON_OUT],
        load: async () => (await import('./conversation/sessions.ts')).stopSession,
      },
      {
        name: 'reset',
        words: 'start afresh; what was said stays on disk',
        arguments: [KEY],
        options: [JSON_OUT],
        load: async () => (await import('./conversation/sessions.ts')).resetSession,
      },
      {
        name: 'compact',
        words: 'replace what was said, for the model, by a summary',
        arguments: [KEY],
        options: [JSON_OUT],
        load: async () => (await import('./conversation/sessions.ts')).compactSession,
      },
    ],
  },
  {
    name: 'inject',
    words: 'put an internal message into a conversation, as its operator',
    arguments: [KEY, TEXT],
    options: [
      {flag: 'trust', value: 'T', choices: TRUST_LEVELS, words: `the trust of its turn: ${TRUST_LEVELS.join(', ')}`},
      {flag: 'channel', value: 'C', words: 'whose formatting rules the prompt carries'},
      {flag: 'deliver', words: "send the reply on to the session's own address"},
      JSON_OUT,
    ],
    load: async () => (await import('./conversation/inject.ts')).inject,
  },
];

const TIME: readonly Entry[] = [
  {
    name: 'cron',
    words: 'jobs that come back',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'all jobs, and what is wrong with those that cannot be used',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).listCron,
      },
      {
        name: 'show',
        words: 'one job',
        arguments: [NAME],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).showCron,
      },
      {
        name: 'run',
        words: 'run a job now, besides its schedule',
        arguments: [NAME],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).runCron,
      },
      {
        name: 'pause',
        words: 'skip it until it is resumed',
        arguments: [NAME],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).pauseCron,
      },
      {
        name: 'resume',
        words: 'go on with it',
        arguments: [NAME],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).resumeCron,
      },
      {
        name: 'check',
        words: 'check every job, without a daemon: file, line, reason',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/cron.ts')).checkCron,
      },
      {
        name: 'preview',
        words: 'the next instants of a schedule',
        arguments: [{name: 'EXPR', words: 'five fields in quotes, such as "0 8 * * 1-5"'}],
        options: [
          {flag: 'tz', value: 'ZONE', words: 'the zone it is meant in, such as Europe/Berlin (else UTC)'},
          {flag: 'count', short: 'n', value: 'N', words: 'how many instants'},
          JSON_OUT,
        ],
        load: async () => (await import('./nouns/cron.ts')).previewCron,
      },
    ],
  },
  {
    name: 'runs',
    words: 'every firing of anything scheduled',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'newest first',
        options: [
          {
            flag: 'kind',
            value: 'K',
            choices: RUN_KINDS,
            words: `of one kind: ${RUN_KINDS.join(', ')}`,
          },
          {flag: 'name', value: 'N', words: 'of one job or reminder'},
          LIMIT,
          JSON_OUT,
        ],
        load: async () => (await import('./nouns/runs.ts')).listRuns,
      },
      {
        name: 'show',
        words: 'one run, with its transcript',
        arguments: [RUN],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/runs.ts')).showRun,
      },
    ],
  },
  {
    name: 'outbox',
    words: 'what is on its way to people',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'newest first',
        options: [
          {flag: 'state', value: 'S', choices: DELIVERY_STATES, words: `in one state: ${DELIVERY_STATES.join(', ')}`},
          LIMIT,
          JSON_OUT,
        ],
        load: async () => (await import('./nouns/outbox.ts')).listOutbox,
      },
      {
        name: 'show',
        words: 'one delivery, with its words',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/outbox.ts')).showDelivery,
      },
      {
        name: 'retry',
        words: 'send one again that was given up',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/outbox.ts')).retryDelivery,
      },
      {
        name: 'discard',
        words: 'give one up',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/outbox.ts')).discardDelivery,
      },
    ],
  },
  {
    name: 'why',
    words: 'the whole story behind a message, delivery, run or reminder',
    arguments: [{name: 'ID', words: 'any id that Rooster has shown'}],
    options: [JSON_OUT],
    load: async () => (await import('./nouns/why.ts')).why,
  },
  {
    name: 'watch',
    words: 'the events as they happen, until Ctrl+C',
    options: [
      {flag: 'since', value: 'SEQ', words: 'begin after the event of that number'},
      {...SESSION, words: 'only those of one conversation'},
      JSON_LINES,
    ],
    load: async () => (await import('./conversation/watch.ts')).watch,
  },
];

const MACHINE: readonly Entry[] = [
  {
    name: 'status',
    words: 'daemon, model, channels, sessions, next wake',
    options: [JSON_OUT],
    load: async () => (await import('./nouns/status.ts')).status,
  },
  {
    name: 'signal',
    words: 'the bridge to Signal',
    verbs: [
      {
        name: 'status',
        words: 'whether it is up',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/signal.ts')).signalStatus,
      },
      {
        name: 'link',
        words: 'link this machine to a Signal account',
        options: [{flag: 'name', value: 'N', words: 'what the phone calls this device'}, JSON_OUT],
        load: async () => (await import('./nouns/signal.ts')).linkSignal,
      },
    ],
  },
  {
    name: 'config',
    words: 'the configuration',
    verbs: [
      {
        name: 'path',
        words: 'where its file is',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/config.ts')).configPath,
      },
      {
        name: 'show',
        words: 'what is in force; secrets are shown as ••••',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/config.ts')).showConfig,
      },
      {
        name: 'check',
        words: 'what is wrong with it; exit code 1 if anything is',
        options: [JSON_OUT],
        load: async () => (await import('./nouns/config.ts')).checkConfig,
      },
      {
        name: 'get',
        words: 'one value that is in force',
        arguments: [{name: 'KEY', words: 'such as agent.model'}],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/config.ts')).getConfig,
      },
      {
        name: 'set',
        words: 'change one value; a running daemon takes it up by itself',
        arguments: [
          {name: 'KEY', words: 'such as agent.model'},
          {name: 'VALUE', words: 'JSON, or a text as it is'},
        ],
        options: [JSON_OUT],
        load: async () => (await import('./nouns/config.ts')).setConfig,
      },
    ],
  },
  {
    name: 'daemon',
    words: 'the daemon as a process',
    verbs: [
      {
        name: 'run',
        words: 'run it in the foreground',
        load: async () => (await import('./machine/daemon.ts')).runDaemon,
      },
      {
        name: 'start',
        words: 'run it in the background',
        options: [JSON_OUT],
        load: async () => (await import('./machine/daemon.ts')).startDaemon,
      },
      {
        name: 'stop',
        words: 'let it finish what it does and end',
        options: [JSON_OUT],
        load: async () => (await import('./machine/daemon.ts')).stopDaemon,
      },
      {
        name: 'restart',
        words: 'end it and start it again',
        options: [JSON_OUT],
        load: async () => (await import('./machine/daemon.ts')).restartDaemon,
      },
      {
        name: 'status',
        words: 'like rooster status; exit code 3 where none runs',
        options: [JSON_OUT],
        load: async () => (await import('./machine/daemon.ts')).daemonStatus,
      },
      {
        name: 'logs',
        words: 'what it wrote into its log',
        options: [
          {flag: 'follow', short: 'f', words: 'go on with what it writes from now on'},
          {flag: 'lines', short: 'n', value: 'N', words: 'begin with the last N lines'},
          JSON_LINES,
        ],
        load: async () => (await import('./machine/logs.ts')).showLogs,
      },
      {
        name: 'install',
        words: 'have it started at login, by systemd or launchd',
        options: [{flag: 'print', words: 'only show the unit that would be written'}, JSON_OUT],
        load: async () => (await import('./machine/service.ts')).installService,
      },
      {
        name: 'uninstall',
        words: 'undo install',
        options: [JSON_OUT],
        load: async () => (await import('./machine/service.ts')).uninstallService,
      },
    ],
  },
  {
    name: 'doctor',
    words: 'check everything that can be wrong, each with its mend',
    options: [JSON_OUT],
    load: async () => (await import('./machine/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    words: 'a completion script for a shell',
    arguments: [{name: 'SHELL', words: 'bash, zsh or fish'}],
    notes: ['Example: rooster completion bash > ~/.local/share/bash-completion/completions/rooster'],
    load: async () => (await import('./nouns/completion.ts')).completion,
  },
];

export const GROUPS: readonly {readonly title: string; readonly entries: readonly Entry[]}[] = [
  {title: 'Talk', entries: TALK},
  {title: 'Follow', entries: TIME},
  {title: 'Set up', entries: MACHINE},
];

export const ENTRIES: readonly Entry[] = GROUPS.flatMap(({entries}) => entries);

/** What `rooster` itself takes where no verb is named. */
export const ROOT_OPTIONS: readonly OptionSpec[] = [
  {...SESSION, words: 'open on that conversation'},
  {flag: 'plain', words: 'line by line (also with ACCESSIBLE=1 or TERM=dumb)'},
];

/** What a plain `rooster` is where there is no terminal to draw on. */
export const LINE_BY_LINE: Verb = CHAT;
