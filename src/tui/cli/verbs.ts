// The table of verbs. Parsing, help and completion are drawn from it. What is served by calls to the daemon is imported at
// once, because one file loads faster than many; what needs more of Node (files, processes) is loaded when it is run.
import {DELIVERY_STATES} from '../../shared/delivery.ts';
import {TRUST_LEVELS} from '../../shared/trust.ts';
import type {ArgumentSpec, Entry, OptionSpec, Verb} from './arguments.ts';
import {REMINDER_STATES, RUN_KINDS} from './choices.ts';
import type {Run} from './command.ts';
import type {LIVE} from './conversation/live.ts';
import type {HEAVY} from './machine/heavy.ts';
import {checkConfig, configPath, getConfig, setConfig, showConfig, unsetConfig} from './nouns/config.ts';
import {checkCron, listCron, pauseCron, previewCron, resumeCron, runCron, showCron} from './nouns/cron.ts';
import {inject} from './nouns/inject.ts';
import {discardDelivery, listOutbox, retryDelivery, showDelivery} from './nouns/outbox.ts';
import {
  cancelReminder,
  finishReminder,
  listReminders,
  remind,
  showReminder,
  snoozeReminder,
} from './nouns/reminders.ts';
import {listRuns, showRun} from './nouns/runs.ts';
import {compactSession, listSessions, resetSession, showSession, stopSession} from './nouns/sessions.ts';
import {allowSignal, needsReply, proveSignal, sendSignal, signalStatus, trustSignal} from './nouns/signal.ts';
import {status} from './nouns/status.ts';
import {why} from './nouns/why.ts';

type HeavyVerb = Exclude<keyof typeof HEAVY, 'openPrompt' | 'createDaemonProgram'>;

/** A verb that is loaded when it is run. */
const later =
  (name: HeavyVerb): Run =>
  async (world, given) => {
    const {HEAVY: heavy} = await import('./machine/heavy.ts');
    return await heavy[name](world, given);
  };

/** The same for one that follows events. */
const live =
  (name: keyof typeof LIVE): Run =>
  async (world, given) => {
    const {LIVE: verbs} = await import('./conversation/live.ts');
    return await verbs[name](world, given);
  };

const JSON_OUT: OptionSpec = {flag: 'json', words: 'print exactly the result, as one JSON document'};
const JSON_LINES: OptionSpec = {flag: 'json', words: 'print one JSON object a line'};
const LIMIT: OptionSpec = {flag: 'limit', value: 'N', words: 'at most N of them'};
const SESSION: OptionSpec = {flag: 'session', value: 'KEY', words: 'the conversation, by its key'};
const KEY: ArgumentSpec = {
  name: 'KEY',
  words: 'a session key such as rooster:main, or its title (rooster sessions lists them)',
};
const NAME: ArgumentSpec = {name: 'NAME', words: 'the name of a cron job (rooster cron lists them)'};
const WHEN: ArgumentSpec = {name: 'WHEN', words: '20m, "in 2 hours", "tomorrow 9am", 2026-12-01T09:00, …'};
const TEXT: ArgumentSpec = {name: 'TEXT', words: 'the words', rest: true};
const WHEN_NOTE = 'A WHEN without a zone is meant in the zone of the user.';

/** An id of a kind, as an argument. */
const id = (prefix: string, where: string): ArgumentSpec => ({
  name: 'ID',
  words: `${prefix}_…, its first letters or a word it has (${where} lists them)`,
});
const REMINDER = id('rem', 'rooster reminders');
const RUN: ArgumentSpec = {name: 'ID', words: 'run_… or its first letters (rooster runs lists them)'};
const DELIVERY = id('dlv', 'rooster outbox');
const CONTACT: ArgumentSpec = {name: 'CONTACT', words: 'the name of a user, a number, an id or an address'};

const CHAT: Verb = {
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

const TALK: readonly Entry[] = [
  CHAT,
  {
    name: 'remind',
    words: 'set a reminder, delivered word for word',
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
    notes: ['Example: rooster inject main "Bob\'s train is late." --deliver'],
    run: inject,
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
        run: listCron,
      },
      {
        name: 'show',
        words: 'one job',
        arguments: [NAME],
        options: [JSON_OUT],
        run: showCron,
      },
      {
        name: 'run',
        words: 'run a job now, besides its schedule',
        arguments: [NAME],
        options: [JSON_OUT],
        run: runCron,
      },
      {
        name: 'pause',
        words: 'skip it until it is resumed',
        arguments: [NAME],
        options: [JSON_OUT],
        run: pauseCron,
      },
      {
        name: 'resume',
        words: 'go on with it',
        arguments: [NAME],
        options: [JSON_OUT],
        run: resumeCron,
      },
      {
        name: 'check',
        words: 'check every job, without a daemon: file, line, reason',
        options: [JSON_OUT],
        run: checkCron,
      },
      {
        name: 'preview',
        words: 'the next instants of a schedule',
        arguments: [{name: 'EXPR', words: 'five fields in quotes, such as "0 8 * * 1-5"'}],
        options: [
          {
            flag: 'tz',
            value: 'ZONE',
            words: 'the zone it is meant in, such as Europe/Berlin (else that of this machine)',
          },
          {flag: 'count', short: 'n', value: 'N', words: 'how many instants'},
          JSON_OUT,
        ],
        notes: [
          'A file in the cron folder is read in UTC unless it names a zone.',
          'Example: rooster cron preview "0 8 * * 1-5" --tz Europe/Berlin -n 10',
        ],
        run: previewCron,
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
        run: listRuns,
      },
      {
        name: 'show',
        words: 'one run, with its transcript',
        arguments: [RUN],
        options: [JSON_OUT],
        run: showRun,
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
        run: listOutbox,
      },
      {
        name: 'show',
        words: 'one delivery, with its words',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        run: showDelivery,
      },
      {
        name: 'retry',
        words: 'send one again that was given up',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        run: retryDelivery,
      },
      {
        name: 'discard',
        words: 'give one up',
        arguments: [DELIVERY],
        options: [JSON_OUT],
        run: discardDelivery,
      },
    ],
  },
  {
    name: 'why',
    words: 'the whole story behind a message, delivery, run or reminder',
    arguments: [{name: 'ID', words: 'any id that Rooster has shown'}],
    options: [JSON_OUT],
    run: why,
  },
  {
    name: 'watch',
    words: 'the events as they happen, until Ctrl+C',
    options: [
      {flag: 'since', value: 'SEQ', words: 'begin after the event of that number'},
      {...SESSION, words: 'only those of one conversation'},
      JSON_LINES,
    ],
    run: live('watch'),
  },
];

const MACHINE: readonly Entry[] = [
  {
    name: 'status',
    words: 'daemon, model, channels, sessions, next wake',
    options: [JSON_OUT],
    run: status,
  },
  {
    name: 'signal',
    words: 'the bridge to Signal',
    otherwise: 'status',
    verbs: [
      {
        name: 'status',
        words: 'each way by itself, the account, the last messages, who knocked',
        options: [JSON_OUT],
        run: signalStatus,
      },
      {
        name: 'link',
        words: 'link this machine to a Signal account, by a QR code',
        options: [
          {flag: 'name', value: 'DEVICE', words: 'what the phone calls this device (else Rooster)'},
          {flag: 'yes', short: 'y', words: 'the account is your own: be met in its Note to Self, without being asked'},
          {flag: 'light', words: 'draw the code for a light terminal, where there is no colour to draw it with'},
          {flag: 'json', words: 'print {"uri"} as one JSON document; the exit code says whether it was linked'},
        ],
        notes: [
          'It ends when the phone has agreed and a first message has gone out; Ctrl+C gives the code up.',
          'A code that nobody scans in time is followed by a new one.',
        ],
        run: later('linkSignal'),
      },
      {
        name: 'send',
        words: 'send a message, and wait until Signal has accepted it',
        arguments: [{...CONTACT, name: 'ADDRESS'}, TEXT],
        options: [
          {flag: 'no-wait', words: 'only put it into the outbox'},
          {flag: 'key', value: 'KEY', words: 'sending with the same key again is the same message'},
          JSON_OUT,
        ],
        notes: ['Exit code 1 if it is not accepted within 30 seconds; it stays in the outbox until it is.'],
        run: sendSignal,
      },
      {
        name: 'needs-reply',
        words: 'exit code 0 if a contact is owed a reply, else 1',
        // One that is missing is no reply owed, too.
        arguments: [{...CONTACT, optional: true}],
        notes: ['A reply is owed while the newest message between you is theirs. Nothing is printed on stdout.'],
        run: needsReply,
      },
      {
        name: 'allow',
        words: 'let in who knocked: add their address to the configuration',
        arguments: [{name: 'ADDRESS', words: 'a number, an id or an address, as rooster signal status shows it'}],
        options: [
          {flag: 'user', value: 'NAME', words: 'whose it is; a user of that name is made where there is none'},
          {
            flag: 'trust',
            value: 'T',
            choices: TRUST_LEVELS,
            words: `the trust of a new user: ${TRUST_LEVELS.join(', ')} (else familiar)`,
          },
          JSON_OUT,
        ],
        notes: ['Example: rooster signal allow +15555550100 --user carol', 'signal:group:ID has the group served.'],
        run: allowSignal,
      },
      {
        name: 'trust',
        words: 'show the safety number with somebody; with NUMBER, trust it',
        arguments: [
          CONTACT,
          {name: 'NUMBER', words: 'the 60 digits that their phone shows too', optional: true, rest: true},
        ],
        options: [JSON_OUT],
        notes: ['Messages to somebody whose number changed wait until it is trusted, and then leave at once.'],
        run: trustSignal,
      },
      {
        name: 'captcha',
        words: 'give the answer of the captcha that Signal wants',
        arguments: [{name: 'ANSWER', words: 'what the page gave: signalcaptcha://…'}],
        options: [JSON_OUT],
        notes: ['rooster signal status says whether one is wanted, and where it is solved.'],
        run: proveSignal,
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
        run: configPath,
      },
      {
        name: 'show',
        words: 'what is in force; secrets are shown as ••••',
        options: [JSON_OUT],
        run: showConfig,
      },
      {
        name: 'check',
        words: 'what is wrong with it; exit code 1 if anything is',
        options: [JSON_OUT],
        run: checkConfig,
      },
      {
        name: 'get',
        words: 'one value that is in force',
        arguments: [{name: 'KEY', words: 'such as agent.model'}],
        options: [JSON_OUT],
        run: getConfig,
      },
      {
        name: 'set',
        words: 'change one value; a running daemon takes it up by itself',
        arguments: [
          {name: 'KEY', words: 'such as agent.model'},
          {name: 'VALUE', words: 'JSON, or a text as it is'},
        ],
        options: [JSON_OUT],
        notes: [
          'Examples: rooster config set agent.model offline',
          `          rooster config set heartbeat '{"idleMinutes": 10}'`,
        ],
        run: setConfig,
      },
      {
        name: 'unset',
        words: 'take one value out of the file, so that its default holds',
        arguments: [{name: 'KEY', words: 'such as signal.account'}],
        options: [JSON_OUT],
        run: unsetConfig,
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
        run: later('runDaemon'),
      },
      {
        name: 'start',
        words: 'run it in the background',
        options: [JSON_OUT],
        run: later('startDaemon'),
      },
      {
        name: 'stop',
        words: 'let it finish what it does and end',
        options: [JSON_OUT],
        run: later('stopDaemon'),
      },
      {
        name: 'restart',
        words: 'end it and start it again',
        options: [JSON_OUT],
        run: later('restartDaemon'),
      },
      {
        name: 'status',
        words: 'like rooster status; exit code 3 where none runs',
        options: [JSON_OUT],
        run: later('daemonStatus'),
      },
      {
        name: 'logs',
        words: 'what it wrote into its log',
        options: [
          {flag: 'follow', short: 'f', words: 'go on with what it writes from now on'},
          {flag: 'lines', short: 'n', value: 'N', words: 'begin with the last N lines'},
          JSON_LINES,
        ],
        run: later('showLogs'),
      },
      {
        name: 'install',
        words: 'have it started at login, by systemd or launchd',
        options: [{flag: 'print', words: 'only show the unit that would be written'}, JSON_OUT],
        run: later('installUnit'),
      },
      {
        name: 'uninstall',
        words: 'undo install',
        options: [JSON_OUT],
        run: later('uninstallUnit'),
      },
    ],
  },
  {
    name: 'doctor',
    words: 'check everything that can be wrong, each with its mend',
    options: [JSON_OUT],
    run: later('doctor'),
  },
  {
    name: 'completion',
    words: 'a completion script for a shell',
    arguments: [{name: 'SHELL', words: 'bash, zsh or fish'}],
    notes: ['Example: rooster completion bash > ~/.local/share/bash-completion/completions/rooster'],
    run: later('completion'),
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
  {flag: 'ascii', words: 'ASCII signs only (also where the locale is no UTF-8)'},
  {flag: 'plain', words: 'in sentences, line by line (also ACCESSIBLE=1, TERM=dumb)'},
];

/** What `rooster` alone is where there is no terminal to draw on: for programs; for people that is `--plain`. */
export const LINE_BY_LINE: Verb = CHAT;
