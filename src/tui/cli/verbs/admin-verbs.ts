// Verbs for setup and administration: status, Signal, configuration, daemon.

import {COMMAND_HELP} from '../../format/format-command.ts';
import {restartDaemon, runInForeground, startInBackground, stopDaemon} from '../admin/daemon.ts';
import {doctor, doctorOfHost} from '../admin/doctor/doctor.ts';
import {installUnit, uninstallUnit} from '../admin/install.ts';
import {showLogs} from '../admin/logs.ts';
import type {VerbOrNoun} from '../arguments.ts';
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
import {showPolicy} from '../commands/policy.ts';
import {setUp} from '../commands/setup/setup.ts';
import {status} from '../commands/status.ts';
import {listThemes, tryTheme, useTheme} from '../commands/theme.ts';
import {demo} from '../demo/demo.ts';
import {BACKUP_VERBS} from './backup-verbs.ts';
import {MAIL} from './mail-verbs.ts';
import {DIGEST, QUIET, REACH} from './reach-verbs.ts';
import {SIGNAL} from './signal-verbs.ts';
import {JSON_LINES, JSON_OUT} from './specs.ts';

const SETUP: VerbOrNoun = {
  name: 'setup',
  help: COMMAND_HELP.setup,
  arguments: [{name: 'WHAT', help: 'model or signal (default: ask)', optional: true}],
  options: [
    {flag: 'provider', value: 'NAME', help: 'such as anthropic, openrouter, ollama, or a name in "providers"'},
    {flag: 'url', value: 'URL', help: 'the URL of another server, such as http://127.0.0.1:11434/v1'},
    {flag: 'model', value: 'NAME', help: 'the model, as the provider calls it'},
    {flag: 'context', value: 'TOKENS', help: 'how much it reads at once, such as 32k (default: ask its server)'},
    {flag: 'key-env', value: 'NAME', help: 'the environment variable of the daemon that holds the key'},
    JSON_OUT,
  ],
  notes: [
    'The key goes into a file that only you can read, never into the configuration.',
    'In scripts: rooster setup model --provider openai --model gpt-5 < file-with-the-key',
  ],
  place: 'host',
  run: setUp,
};

export const ADMIN_VERBS: readonly VerbOrNoun[] = [
  {
    name: 'status',
    help: COMMAND_HELP.status,
    options: [JSON_OUT],
    reads: true,
    run: status,
  },
  SETUP,
  SIGNAL,
  MAIL,
  REACH,
  QUIET,
  DIGEST,
  {
    name: 'policy',
    help: COMMAND_HELP.policy,
    arguments: [{name: 'KIND=TIME', help: 'tries a change: own=never, messages=always', optional: true, rest: true}],
    options: [{flag: 'days', value: 'N', help: 'the days to look back (default: 7)'}, JSON_OUT],
    notes: ['Nothing is changed. A dry run counts what each turn had read in the end.'],
    reads: true,
    run: showPolicy,
  },
  {
    name: 'config',
    help: 'show, check and change the configuration',
    otherwise: 'show',
    verbs: [
      {
        name: 'path',
        help: 'print the path of config.json',
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: configPath,
      },
      {
        name: 'show',
        help: 'show the values in use, with secrets as ••••',
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: showConfig,
      },
      {
        name: 'check',
        help: 'check the configuration; exit code 1 if it has problems',
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: checkConfig,
      },
      {
        name: 'keys',
        help: 'list every key with its meaning, format and default',
        arguments: [
          {name: 'KEY', of: 'config-key', optional: true, help: 'only this key and those below it, such as signal'},
        ],
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: configKeys,
      },
      {
        name: 'get',
        help: 'show the value of a key',
        arguments: [{name: 'KEY', of: 'config-key', help: 'such as agent.model'}],
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        run: getConfig,
      },
      {
        name: 'set',
        help: 'change a value; a running daemon applies it at once',
        arguments: [
          {name: 'KEY', of: 'config-key', help: 'such as agent.model'},
          {name: 'VALUE', help: 'JSON or plain text'},
        ],
        options: [JSON_OUT],
        notes: [
          'Examples: rooster config set agent.model offline',
          `          rooster config set heartbeat '{"idleMinutes": 10}'`,
        ],
        place: 'host',
        run: setConfig,
      },
      {
        name: 'unset',
        help: 'remove a key from the file, so that its default applies',
        arguments: [{name: 'KEY', of: 'config-key', help: 'such as signal.account'}],
        options: [JSON_OUT],
        place: 'host',
        run: unsetConfig,
      },
    ],
  },
  {
    name: 'daemon',
    help: 'start, stop and install the daemon',
    otherwise: 'status',
    verbs: [
      {
        name: 'run',
        help: 'run the daemon in the foreground',
        place: 'host',
        follows: 'none',
        run: runInForeground,
      },
      {
        name: 'start',
        help: 'start the daemon in the background',
        options: [JSON_OUT],
        place: 'host',
        follows: 'none',
        run: startInBackground,
      },
      {
        name: 'stop',
        help: 'stop the daemon after its current work',
        options: [JSON_OUT],
        place: 'host',
        follows: 'none',
        run: stopDaemon,
      },
      {
        name: 'restart',
        help: 'stop the daemon and start it again',
        options: [JSON_OUT],
        place: 'host',
        follows: 'none',
        run: restartDaemon,
      },
      {
        name: 'status',
        help: 'status of the daemon of this machine; exit code 3 if it is not running',
        options: [JSON_OUT],
        reads: true,
        place: 'host',
        follows: 'none',
        run: status,
      },
      {
        name: 'logs',
        help: "show the daemon's log",
        options: [
          {flag: 'follow', short: 'f', help: 'keep printing new lines'},
          {flag: 'lines', short: 'n', value: 'N', help: 'start with the last N lines'},
          JSON_LINES,
        ],
        reads: true,
        place: 'host',
        follows: 'none',
        run: showLogs,
      },
      {
        name: 'dismiss',
        help: 'stop reporting an unreadable database entry, or a failed update (update)',
        arguments: [{name: 'ID', help: 'the ID from rooster status'}],
        options: [JSON_OUT],
        run: dismiss,
      },
      {
        name: 'install',
        help: 'start the daemon at login, through systemd or launchd',
        options: [{flag: 'print', help: 'only print the unit file'}, JSON_OUT],
        place: 'host',
        follows: 'none',
        reads: args => args.switches.has('print'),
        run: installUnit,
      },
      {
        name: 'uninstall',
        help: 'remove the start at login',
        options: [JSON_OUT],
        place: 'host',
        follows: 'none',
        run: uninstallUnit,
      },
    ],
  },
  {
    name: 'doctor',
    help: 'diagnose problems and suggest fixes',
    options: [JSON_OUT],
    reads: true,
    place: 'host',
    fromHere: doctorOfHost,
    follows: 'none',
    run: doctor,
  },
  ...BACKUP_VERBS,
  {
    name: 'demo',
    help: 'show a sample day in 30 seconds, in a temporary home',
    notes: ['It runs a second daemon, without model or network.', 'It deletes everything afterwards. Ctrl+C ends it.'],
    place: 'here',
    run: demo,
  },
  {
    name: 'theme',
    help: COMMAND_HELP.theme,
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list the themes',
        options: [JSON_OUT],
        reads: true,
        place: 'here',
        run: listThemes,
      },
      {
        name: 'try',
        help: 'show one theme or all, without choosing it',
        arguments: [{name: 'NAME', help: 'a theme', of: 'theme', optional: true}],
        reads: true,
        place: 'here',
        run: tryTheme,
      },
      {
        name: 'use',
        help: 'start the terminal UI with a theme',
        arguments: [{name: 'NAME', help: 'a theme', of: 'theme'}],
        place: 'here',
        run: useTheme,
      },
    ],
  },
];
