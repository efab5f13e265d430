// Verbs for another version, and for the daemon of another machine.
import type {VerbOrNoun} from '../arguments.ts';
import {addHost, listHosts, removeHost, useHost} from '../host/hosts.ts';
import {follow, takeOver} from '../host/second-machine.ts';
import {stdio} from '../host/stdio.ts';
import {update} from '../update/update.ts';
import {JSON_OUT} from './specs.ts';

export const HOST_VERBS: readonly VerbOrNoun[] = [
  {
    name: 'update',
    help: 'use a newer version, after trying it on a copy',
    arguments: [{name: 'VERSION', help: 'a version such as 1.2.3 (default: the newest)', optional: true}],
    options: [
      {flag: 'check', help: 'only say whether there is a newer one'},
      {flag: 'back', help: 'use the version before it again'},
      {flag: 'yes', help: 'with --back: lose what the version before cannot read, without a question'},
      JSON_OUT,
    ],
    notes: [
      'The old version stays in use until the new one has found the same in a copy of the database.',
      'New versions come from "update.source": a registry of npm, or a folder of packages.',
    ],
    place: 'host',
    follows: 'none',
    reads: args => args.switches.has('check'),
    run: update,
  },
  {
    name: 'host',
    help: 'use the daemon of another machine, over ssh',
    otherwise: 'list',
    verbs: [
      {
        name: 'list',
        help: 'list the machines; * is the one in use',
        options: [JSON_OUT],
        reads: true,
        place: 'here',
        run: listHosts,
      },
      {
        name: 'add',
        help: 'name a machine',
        arguments: [
          {name: 'NAME', help: 'a short name'},
          {name: 'ADDRESS', help: 'such as ssh://me@server, or a name of ~/.ssh/config'},
        ],
        options: [{flag: 'command', value: 'PATH', help: 'the program there (default: rooster)'}, JSON_OUT],
        place: 'here',
        run: addHost,
      },
      {
        name: 'use',
        help: 'use a machine for all commands from now on',
        arguments: [{name: 'NAME', help: 'a name, an address, or "local" for this machine'}],
        options: [JSON_OUT],
        place: 'here',
        run: useHost,
      },
      {
        name: 'remove',
        help: 'forget a machine',
        arguments: [{name: 'NAME', help: 'its name'}],
        options: [JSON_OUT],
        place: 'here',
        run: removeHost,
      },
    ],
  },
  {
    name: 'follow',
    help: 'keep a copy of another machine here, ready to take over',
    arguments: [{name: 'HOST', help: 'such as ssh://me@server (default: show how far it is)', optional: true}],
    options: [
      {flag: 'replace', help: 'put reminders and conversations of this machine aside'},
      {flag: 'end', help: 'stop following, and delete the copy'},
      JSON_OUT,
    ],
    notes: ['The daemon of this machine then only keeps the copy: nothing rings here until you take over.'],
    place: 'here',
    follows: 'none',
    run: follow,
  },
  {
    name: 'takeover',
    help: 'take the place of the machine that this one follows',
    options: [JSON_OUT],
    notes: ['It is refused while the other machine answers.'],
    place: 'here',
    follows: 'none',
    run: takeOver,
  },
  {
    name: 'stdio',
    help: "the daemon's socket on stdin and stdout, for --host",
    options: [{flag: 'no-start', help: 'start no daemon; exit code 3 if none runs, 4 if it has crashed'}],
    place: 'here',
    follows: 'sockets',
    run: stdio,
  },
];
