// Verbs for jobs and what they did: the next event, cron jobs, runs, the outbox, why, stats, watch.

import {DELIVERY_STATES} from '../../../shared/records/delivery/delivery.ts';
import {RUN_KINDS} from '../../../shared/records/jobs/run-kinds.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, OptionSpec, VerbOrNoun} from '../arguments.ts';
import {listOutbox, releaseDelivery, showDelivery} from '../commands/channels/outbox.ts';
import {operationVerb, operationVerbs} from '../commands/operate.ts';
import {checkCron, listCron, previewCron, runCron, showCron} from '../commands/schedule/cron.ts';
import {addCron, disableCron, editCron, enableCron, removeCron} from '../commands/schedule/cron-edit.ts';
import {next} from '../commands/schedule/next.ts';
import {listRuns, showRun} from '../commands/schedule/runs.ts';
import {keepTime, showStats} from '../commands/stats.ts';
import {why} from '../commands/why.ts';
import {watch} from '../conversation/watch.ts';
import {APPROVALS} from './approval-verbs.ts';
import {ALL, id, JSON_LINES, JSON_OUT, LIMIT, SESSION} from './specs.ts';

const NAME: ArgumentSpec = {name: 'NAME', of: 'job', help: 'the name of a job (see rooster cron)'};

const RUN: ArgumentSpec = {name: 'ID', of: 'run', help: 'the ID or a part of it (see rooster runs)'};

/** The keys of a job's file that the command sets. */
const JOB_FIELDS: readonly OptionSpec[] = [
  {flag: 'schedule', value: 'WHEN', help: 'five cron fields, or words: "every weekday at 8"'},
  {flag: 'start', value: 'DATE', help: 'the first day of a schedule in words: 2026-12-01'},
  {flag: 'at', value: 'TIME', help: 'once: "2026-12-24 18:00", or exact: 2026-12-24T17:00:00Z'},
  {flag: 'after', value: 'JOB', of: 'job', help: 'after each success of this job'},
  {flag: 'prompt', value: 'TEXT', help: 'the task for the agent'},
  {flag: 'run', value: 'COMMAND', help: 'a command whose output is the result; no model'},
  {flag: 'gate', value: 'COMMAND', help: 'run only if this command prints something and exits with 0'},
  {flag: 'sandbox', value: 'HOW', help: 'of run and gate: workspace or read-only (default: none)'},
  {flag: 'tz', value: 'ZONE', help: 'time zone (default: yours)'},
  {flag: 'user', value: 'NAME', of: 'person', help: 'the user that the job belongs to'},
  {flag: 'deliver', value: 'ADDRESS', help: 'where to send the result; separate several with commas'},
  {flag: 'announce', value: 'HOW', help: 'rephrase, direct or none'},
  {flag: 'missed', value: 'HOW', help: 'skip or once'},
  {flag: 'retry', value: 'HOW', help: 'auto or never'},
  {flag: 'model', value: 'MODEL', help: 'the model for this job'},
  {flag: 'timeout', value: 'TIME', help: 'such as 90s or 10m'},
];

const DELIVERY = id('delivery', 'rooster outbox');

const OUTBOX: VerbOrNoun = {
  name: 'outbox',
  help: COMMAND_HELP.outbox,
  otherwise: 'list',
  verbs: [
    {
      name: 'list',
      help: 'list deliveries, newest first',
      options: [
        {
          flag: 'state',
          value: 'STATE',
          choices: DELIVERY_STATES,
          help: `only in this state: ${DELIVERY_STATES.join(', ')}`,
        },
        LIMIT,
        ALL,
        JSON_OUT,
      ],
      reads: true,
      run: listOutbox,
    },
    {
      name: 'show',
      help: 'show a delivery and its text',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      reads: true,
      run: showDelivery,
    },
    ...operationVerbs('delivery', DELIVERY).map(verb =>
      verb.name === 'release' ? {...verb, run: releaseDelivery} : verb,
    ),
  ],
};

export const JOB_VERBS: readonly VerbOrNoun[] = [
  {
    name: 'next',
    help: 'print the next event, for a status bar',
    options: [
      {flag: 'format', value: 'TEMPLATE', help: 'such as "{sign} {what:20} {in}"'},
      {flag: 'follow', help: 'print a line whenever it changes, until Ctrl+C'},
      JSON_OUT,
    ],
    notes: [
      'Fields: what, in, left, time, when, kind, sign, letter, name, seconds. {what:20} is cut to 20.',
      '--format day draws today as a line of blocks, day:48 in 48 cells: ┃ now, ! unanswered, ✗ failed.',
      'Exit codes: 0 something is planned, 1 nothing is planned, 3 the daemon is not running.',
      'Example: rooster next --format "{what:20} {in}"',
    ],
    reads: true,
    run: next,
  },
  {
    name: 'cron',
    alias: 'jobs',
    help: COMMAND_HELP.cron,
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: "list all jobs, and why invalid ones don't run",
        options: [JSON_OUT],
        reads: true,
        run: listCron,
      },
      {
        name: 'show',
        help: 'show a job',
        arguments: [NAME],
        options: [JSON_OUT],
        reads: true,
        run: showCron,
      },
      {
        name: 'add',
        help: 'make a job; its file is checked before it is saved',
        arguments: [{name: 'NAME', help: 'the name of the new job'}],
        options: [...JOB_FIELDS, JSON_OUT],
        notes: [
          'Give --prompt or --run, and one of --schedule, --at and --after.',
          'Example: rooster cron add standup --schedule "0 9 * * 1-5" --prompt "What did I do yesterday?"',
          'Example: rooster cron add disk --schedule @daily --run "df -h / | tail -1"',
        ],
        run: addCron,
      },
      {
        name: 'edit',
        help: 'change a job: with options, or its file in your editor',
        arguments: [NAME],
        options: [
          ...JOB_FIELDS,
          {flag: 'unset', value: 'KEYS', help: 'remove these keys, such as model,gate'},
          JSON_OUT,
        ],
        notes: [
          'Without options it opens $VISUAL or $EDITOR, and checks the file when you save it.',
          'Nothing you typed is lost.',
        ],
        run: editCron,
      },
      {
        name: 'rm',
        help: 'delete the file of a job',
        arguments: [NAME],
        options: [{flag: 'yes', help: 'skip the question'}, JSON_OUT],
        run: removeCron,
      },
      {
        name: 'run',
        help: 'run a job now; its schedule stays the same',
        arguments: [NAME],
        options: [
          {flag: 'dry', help: 'only show what a run would do'},
          {flag: 'force', help: 'ignore its limits for today'},
          JSON_OUT,
        ],
        reads: args => args.switches.has('dry'),
        run: runCron,
      },
      {
        name: 'enable',
        help: 'switch a job on in its file',
        arguments: [NAME],
        options: [JSON_OUT],
        run: enableCron,
      },
      {
        name: 'disable',
        help: 'switch a job off in its file',
        arguments: [NAME],
        options: [JSON_OUT],
        run: disableCron,
      },
      operationVerb('cron.pause', NAME),
      operationVerb('cron.resume', NAME),
      {
        name: 'check',
        help: 'check every job without a daemon: file, line, reason',
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: checkCron,
      },
      {
        name: 'preview',
        help: 'show the next times of a schedule',
        arguments: [{name: 'EXPR', help: 'five fields in quotes, such as "0 8 * * 1-5"'}],
        options: [
          {
            flag: 'tz',
            value: 'ZONE',
            help: "time zone, such as Europe/Berlin (default: this machine's)",
          },
          {flag: 'count', short: 'n', value: 'N', help: 'how many times'},
          JSON_OUT,
        ],
        notes: [
          'Files in the cron folder use UTC unless they name a time zone.',
          'Example: rooster cron preview "0 8 * * 1-5" --tz Europe/Berlin -n 10',
        ],
        reads: true,
        run: previewCron,
      },
    ],
  },
  {
    name: 'runs',
    help: 'list runs: jobs, reminders, alarms, heartbeats, tasks',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list runs, newest first',
        options: [
          {
            flag: 'kind',
            value: 'KIND',
            choices: RUN_KINDS,
            help: `only of this kind: ${RUN_KINDS.join(', ')}`,
          },
          {flag: 'name', value: 'NAME', of: 'job', help: 'only of this job or reminder'},
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        reads: true,
        run: listRuns,
      },
      {
        name: 'show',
        help: 'show a run with its transcript',
        arguments: [RUN],
        options: [JSON_OUT],
        reads: true,
        run: showRun,
      },
    ],
  },
  OUTBOX,
  APPROVALS,
  {
    name: 'why',
    help: COMMAND_HELP.why,
    arguments: [{name: 'ID', of: 'record', help: 'any ID or a part of it, a job name, or a word from a reminder'}],
    options: [JSON_OUT],
    reads: true,
    run: why,
  },
  {
    name: 'stats',
    help: COMMAND_HELP.stats,
    otherwise: 'show',
    verbs: [
      {
        name: 'show',
        help: 'show snoozes, answer times, failed runs, and tokens by day',
        options: [JSON_OUT],
        reads: true,
        run: showStats,
      },
      {
        name: 'keep',
        help: 'keep the time of a reminder that you often snooze; stops the suggestion',
        arguments: [id('reminder', 'rooster stats')],
        options: [JSON_OUT],
        run: keepTime,
      },
    ],
  },
  {
    name: 'watch',
    help: 'print events as they happen, until Ctrl+C',
    options: [
      {flag: 'since', value: 'SEQ', help: 'start after event number SEQ'},
      {...SESSION, help: 'only events of this conversation'},
      JSON_LINES,
    ],
    reads: true,
    run: watch,
  },
];
