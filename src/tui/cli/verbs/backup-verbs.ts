// Verbs for copies of the database.
import type {VerbOrNoun} from '../arguments.ts';
import {backUp, restore, verifyBackup} from '../commands/backup.ts';
import {backUpHere, restoreFromHere} from '../host/carry-backup.ts';
import {JSON_OUT} from './specs.ts';

export const BACKUP_VERBS: readonly VerbOrNoun[] = [
  {
    name: 'backup',
    help: 'copy the database, even while the daemon runs',
    otherwise: 'create',
    takesWords: true,
    verbs: [
      {
        name: 'create',
        help: 'make a copy',
        arguments: [
          {
            name: 'FILE',
            optional: true,
            help: 'the file to write, or - for a pipe (default: beside the daily backups)',
          },
        ],
        options: [{flag: 'force', help: 'overwrite FILE if it exists'}, JSON_OUT],
        notes: [
          'The daemon makes a backup each day and keeps 7 daily and 4 weekly backups.',
          'With --host den, FILE is a file of this machine, and den:FILE one of den.',
        ],
        place: 'host',
        fromHere: backUpHere,
        run: backUp,
      },
      {
        name: 'verify',
        help: 'start a daemon with a copy of a backup, and say what it finds',
        arguments: [{name: 'FILE', optional: true, help: 'a backup (default: the newest)'}],
        options: [JSON_OUT],
        notes: ['It runs beside yours, sends nothing, and is deleted afterwards.'],
        reads: true,
        place: 'host',
        run: verifyBackup,
      },
    ],
  },
  {
    name: 'restore',
    help: 'replace the database with a backup',
    arguments: [{name: 'FILE', help: 'a backup made by rooster backup or the daemon, or - for a pipe'}],
    options: [
      {flag: 'check', help: 'only say what the backup holds'},
      {flag: 'yes', help: 'skip the question'},
      JSON_OUT,
    ],
    notes: [
      'With --host den, FILE is a file of this machine, and den:FILE one of den.',
      'The replaced database is kept beside the new one. A running daemon is restarted.',
      'Reminders that came due since the backup fire late. Messages that may have been sent are not resent.',
    ],
    reads: args => args.switches.has('check'),
    place: 'host',
    fromHere: restoreFromHere,
    run: restore,
  },
];
