// Verbs that follow events: cron jobs, runs, the outbox, why, watch.

import {RUN_KINDS} from '../../../shared/records/jobs/run-kinds.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Entry, OptionSpec} from '../arguments.ts';
import {checkCron, listCron, pauseCron, previewCron, resumeCron, runCron, showCron} from '../commands/schedule/cron.ts';
import {addCron, disableCron, editCron, enableCron, removeCron} from '../commands/schedule/cron-edit.ts';
import {listRuns, showRun} from '../commands/schedule/runs.ts';
import {keepTime, showStats} from '../commands/stats.ts';
import {why} from '../commands/why.ts';
import {lazy} from './lazy.ts';
import {OUTBOX} from './outbox-verbs.ts';
import {ALL, id, JSON_LINES, JSON_OUT, LIMIT, SESSION} from './specs.ts';

const NAME: ArgumentSpec = {name: 'NAME', of: 'job', words: 'the name of a job (see rooster cron)'};
const RUN: ArgumentSpec = {name: 'ID', of: 'run', words: 'the ID or a part of it (see rooster runs)'};

/** The keys of a job's file that the command sets. */
const JOB_FIELDS: readonly OptionSpec[] = [
  {flag: 'schedule', value: 'WHEN', words: 'five cron fields, or words: "every weekday at 8"'},
  {flag: 'start', value: 'DATE', words: 'the first day of a schedule in words: 2026-12-01'},
  {flag: 'at', value: 'TIME', words: 'once, at a date and time: "2026-12-24 18:00"'},
  {flag: 'after', value: 'JOB', of: 'job', words: 'after each success of this job'},
  {flag: 'prompt', value: 'TEXT', words: 'the task for the agent'},
  {flag: 'run', value: 'COMMAND', words: 'a command whose output is the result; no model'},
  {flag: 'gate', value: 'COMMAND', words: 'run only if this command prints something and exits with 0'},
  {flag: 'tz', value: 'ZONE', words: 'time zone (default: yours)'},
  {flag: 'user', value: 'NAME', of: 'person', words: 'the user that the job belongs to'},
  {flag: 'deliver', value: 'ADDRESS', words: 'where to send the result; separate several with commas'},
  {flag: 'announce', value: 'HOW', words: 'rephrase, direct or none'},
  {flag: 'missed', value: 'HOW', words: 'skip or once'},
  {flag: 'retry', value: 'HOW', words: 'auto or never'},
  {flag: 'model', value: 'MODEL', words: 'the model for this job'},
  {flag: 'timeout', value: 'TIME', words: 'such as 90s or 10m'},
];

export const TIME: readonly Entry[] = [
  {
    name: 'next',
    words: 'print the next event, for a status bar',
    options: [
      {flag: 'format', value: 'TEMPLATE', words: 'such as "{sign} {what:20} {in}"'},
      {flag: 'follow', words: 'print a line whenever it changes, until Ctrl+C'},
      JSON_OUT,
    ],
    notes: [
      'Fields: what, in, left, time, when, kind, sign, letter, name, seconds. {what:20} is cut to 20.',
      'Exit codes: 0 something is planned, 1 nothing is planned, 3 the daemon is not running.',
      'Example: rooster next --format "{what:20} {in}"',
    ],
    reads: true,
    run: lazy(async () => (await import('../commands/schedule/next.ts')).next),
  },
  {
    name: 'cron',
    words: COMMAND_WORDS.cron,
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: "list all jobs, and why invalid ones don't run",
        options: [JSON_OUT],
        reads: true,
        run: listCron,
      },
      {
        name: 'show',
        words: 'show a job',
        arguments: [NAME],
        options: [JSON_OUT],
        reads: true,
        run: showCron,
      },
      {
        name: 'add',
        words: 'make a job; its file is checked before it is saved',
        arguments: [{name: 'NAME', words: 'the name of the new job'}],
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
        words: 'change a job: with options, or its file in your editor',
        arguments: [NAME],
        options: [
          ...JOB_FIELDS,
          {flag: 'unset', value: 'KEYS', words: 'remove these keys, such as model,gate'},
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
        words: 'delete the file of a job',
        arguments: [NAME],
        options: [{flag: 'yes', words: 'skip the question'}, JSON_OUT],
        run: removeCron,
      },
      {
        name: 'run',
        words: 'run a job now; its schedule stays the same',
        arguments: [NAME],
        options: [
          {flag: 'dry', words: 'only show what a run would do'},
          {flag: 'force', words: 'ignore its limits for today'},
          JSON_OUT,
        ],
        run: runCron,
      },
      {
        name: 'enable',
        words: 'switch a job on in its file',
        arguments: [NAME],
        options: [JSON_OUT],
        run: enableCron,
      },
      {
        name: 'disable',
        words: 'switch a job off in its file',
        arguments: [NAME],
        options: [JSON_OUT],
        run: disableCron,
      },
      {
        name: 'pause',
        words: 'pause a job until you resume it',
        arguments: [NAME],
        options: [JSON_OUT],
        run: pauseCron,
      },
      {
        name: 'resume',
        words: 'resume a paused job',
        arguments: [NAME],
        options: [JSON_OUT],
        run: resumeCron,
      },
      {
        name: 'check',
        words: 'check every job without a daemon: file, line, reason',
        options: [JSON_OUT],
        reads: true,
        run: checkCron,
      },
      {
        name: 'preview',
        words: 'show the next times of a schedule',
        arguments: [{name: 'EXPR', words: 'five fields in quotes, such as "0 8 * * 1-5"'}],
        options: [
          {
            flag: 'tz',
            value: 'ZONE',
            words: "time zone, such as Europe/Berlin (default: this machine's)",
          },
          {flag: 'count', short: 'n', value: 'N', words: 'how many times'},
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
    words: 'list runs of jobs, reminders, alarms and heartbeats',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'list runs, newest first',
        options: [
          {
            flag: 'kind',
            value: 'K',
            choices: RUN_KINDS,
            words: `only of this kind: ${RUN_KINDS.join(', ')}`,
          },
          {flag: 'name', value: 'N', of: 'job', words: 'only of this job or reminder'},
          LIMIT,
          ALL,
          JSON_OUT,
        ],
        reads: true,
        run: listRuns,
      },
      {
        name: 'show',
        words: 'show a run with its transcript',
        arguments: [RUN],
        options: [JSON_OUT],
        reads: true,
        run: showRun,
      },
    ],
  },
  OUTBOX,
  {
    name: 'why',
    words: COMMAND_WORDS.why,
    arguments: [{name: 'ID', of: 'record', words: 'any ID or a part of it, a job name, or a word from a reminder'}],
    options: [JSON_OUT],
    reads: true,
    run: why,
  },
  {
    name: 'stats',
    words: COMMAND_WORDS.stats,
    otherwise: 'show',
    verbs: [
      {
        name: 'show',
        words: 'show snoozes, answer times, failed runs, and tokens by day',
        options: [JSON_OUT],
        reads: true,
        run: showStats,
      },
      {
        name: 'keep',
        words: 'keep the time of a reminder that you often snooze; stops the suggestion',
        arguments: [id('reminder', 'rooster stats')],
        options: [JSON_OUT],
        run: keepTime,
      },
    ],
  },
  {
    name: 'watch',
    words: 'print events as they happen, until Ctrl+C',
    options: [
      {flag: 'since', value: 'SEQ', words: 'start after event number SEQ'},
      {...SESSION, words: 'only events of this conversation'},
      JSON_LINES,
    ],
    reads: true,
    run: lazy(async () => (await import('../conversation/watch.ts')).watch),
  },
];
