// The verbs with which one follows what happens: cron jobs, runs, the outbox, why, the events.
import {DELIVERY_STATES} from '../../../shared/delivery.ts';
import {RUN_KINDS} from '../../../shared/jobs.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Entry} from '../arguments.ts';
import {checkCron, listCron, pauseCron, previewCron, resumeCron, runCron, showCron} from '../commands/cron.ts';
import {discardDelivery, listOutbox, retryDelivery, showDelivery} from '../commands/outbox.ts';
import {listRuns, showRun} from '../commands/runs.ts';
import {why} from '../commands/why.ts';
import {live} from './later.ts';
import {ALL, id, JSON_LINES, JSON_OUT, LIMIT, SESSION} from './specs.ts';

const NAME: ArgumentSpec = {name: 'NAME', words: 'the name of a cron job (rooster cron lists them)'};
const RUN: ArgumentSpec = {name: 'ID', words: 'run_… or its last letters (rooster runs lists them)'};
const DELIVERY = id('dlv', 'rooster outbox');

export const TIME: readonly Entry[] = [
  {
    name: 'cron',
    words: COMMAND_WORDS.cron,
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
          ALL,
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
    words: COMMAND_WORDS.outbox,
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        words: 'newest first',
        options: [
          {flag: 'state', value: 'S', choices: DELIVERY_STATES, words: `in one state: ${DELIVERY_STATES.join(', ')}`},
          LIMIT,
          ALL,
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
    words: COMMAND_WORDS.why,
    arguments: [{name: 'ID', words: 'any id that Rooster has shown, its last letters, a job, or a word of a reminder'}],
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
