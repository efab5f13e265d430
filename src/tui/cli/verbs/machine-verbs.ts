// The verbs with which Rooster is set up and looked after: status, Signal, configuration, daemon.

import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {Entry} from '../arguments.ts';
import {
  checkConfig,
  configKeys,
  configPath,
  getConfig,
  setConfig,
  showConfig,
  unsetConfig,
} from '../commands/config.ts';
import {dismiss} from '../commands/damaged.ts';
import {status} from '../commands/status.ts';
import {later} from './later.ts';
import {SIGNAL} from './signal-verbs.ts';
import {JSON_LINES, JSON_OUT} from './specs.ts';

export const MACHINE: readonly Entry[] = [
  {
    name: 'status',
    words: COMMAND_WORDS.status,
    options: [JSON_OUT],
    run: status,
  },
  SIGNAL,
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
        name: 'keys',
        words: 'every key there is: what it means, how it is written, what holds without it',
        arguments: [{name: 'KEY', optional: true, words: 'only this one and what is below it, such as signal'}],
        options: [JSON_OUT],
        run: configKeys,
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
        name: 'dismiss',
        words: 'stop reporting an entry of the database that could not be read',
        arguments: [{name: 'ID', words: 'the id that rooster status names'}],
        options: [JSON_OUT],
        run: dismiss,
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
    name: 'backup',
    words: 'copy the database, also while the daemon runs',
    arguments: [{name: 'FILE', optional: true, words: 'where to; without it beside the daily backups'}],
    options: [{flag: 'force', words: 'replace FILE if it exists'}, JSON_OUT],
    notes: ['The daemon makes a backup each day and keeps 7 daily and 4 weekly ones.'],
    run: later('backUp'),
  },
  {
    name: 'restore',
    words: 'put a backup in the place of the database',
    arguments: [{name: 'FILE', words: 'a file that rooster backup or the daemon made'}],
    options: [{flag: 'yes', words: 'do it without a question'}, JSON_OUT],
    notes: [
      'The replaced database is kept beside the new one. A running daemon is stopped and started again.',
      'Reminders that came due since the backup fire late. Messages that may have left are not sent again.',
    ],
    run: later('restore'),
  },
  {
    name: 'completion',
    words: 'a completion script for a shell',
    arguments: [{name: 'SHELL', words: 'bash, zsh or fish'}],
    notes: ['Example: rooster completion bash > ~/.local/share/bash-completion/completions/rooster'],
    run: later('completion'),
  },
];
