// `rooster reach`: how people are reached, and a test of it.

import {counted} from '../../../shared/text/sentences.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, Noun, Run, Verb} from '../arguments.ts';
import {askAndPrint} from '../ask.ts';
import {listReach} from '../commands/channels/reach.ts';
import {answerReach, testReach} from '../commands/channels/reach-test.ts';
import {formatPerson} from '../format/format-status.ts';
import {JSON_OUT} from './specs.ts';

const PERSON: ArgumentSpec = {name: 'NAME', of: 'person', help: 'a person (default: you)', optional: true};

const setQuiet: Run = (world, args) => {
  const {user, span} = readWords(args.words);
  return askAndPrint(world, args, 'reach.quiet', {user: user || undefined, span: span || undefined}, person => [
    `${person.name}: ${formatPerson(person, world.clock.now())}`,
  ]);
};

/** A first word that begins no time is a name. */
const readWords = (words: readonly string[]): {readonly user: string; readonly span: string} => {
  const [first = '', ...rest] = words;
  const isSpan = first === '' || SPAN.test(first);
  return {user: isSpan ? '' : first, span: (isSpan ? words : rest).join(' ')};
};

const SPAN = /^(?:\d|off$|until$|till$|for$)/iu;

export const QUIET: Verb = {
  name: 'quiet',
  help: COMMAND_HELP.quiet,
  arguments: [
    {name: 'NAME', of: 'person', help: 'a person (default: you)', optional: true},
    {name: 'SPAN', help: '2h, 90m, until 07:00, or off', optional: true, rest: true},
  ],
  options: [JSON_OUT],
  run: setQuiet,
};

/** The daemon has counted what it sends now. */
const askDigest: Run = (world, args) =>
  askAndPrint(world, args, 'reach.digest', {user: args.words[0]}, ({waiting}) =>
    waiting === 0 ? 'No messages are held back.' : `Sending ${counted(waiting, 'held-back message')} now.`,
  );

export const DIGEST: Verb = {
  name: 'digest',
  help: COMMAND_HELP.digest,
  arguments: [PERSON],
  options: [JSON_OUT],
  run: askDigest,
};

export const REACH: Noun = {
  name: 'reach',
  help: "show people's addresses and test them",
  otherwise: 'list',
  verbs: [
    {
      name: 'list',
      help: "list everybody's addresses, their state and their last test",
      options: [JSON_OUT],
      reads: true,
      run: listReach,
    },
    {
      name: 'test',
      help: 'send a test message to each address of a person and ask which arrived',
      arguments: [PERSON],
      options: [JSON_OUT],
      notes: ['Exit code 1 if a message was not accepted or did not arrive. rooster doctor shows the answers.'],
      run: testReach,
    },
    {
      name: 'answer',
      help: 'record whether a test message arrived at an address',
      arguments: [
        {name: 'ADDRESS', help: 'such as ntfy:default'},
        {name: 'ANSWER', help: 'yes or no'},
      ],
      options: [JSON_OUT],
      run: answerReach,
    },
  ],
};
