// `rooster reach`: how people are reached, and a test of it.

import {counted} from '../../../shared/text/sentences.ts';
import {whenOf} from '../../../shared/time/format-time.ts';
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
    ...(person.planned ?? []).map(
      ({fromAt, untilAt}, index) =>
        `${index + 1}. quiet from ${whenOf(fromAt, world.clock.now())} to ${whenOf(untilAt, world.clock.now())}`,
    ),
  ]);
};

/** A first word that begins no time is a name. In quotes, the span is one word. */
const readWords = (words: readonly string[]): {readonly user: string; readonly span: string} => {
  const [first = '', ...rest] = words;
  const isSpan = first === '' || SPAN.test(first) || (DAY.test(first) && /\d/u.test(words.join(' ')));
  return {user: isSpan ? '' : first, span: (isSpan ? words : rest).join(' ')};
};

const SPAN = /^(?:\d|(?:off|until|till|for)\b)|\s/iu;
/** The first word of a planned span, in English or German. */
const DAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|today|tonight|tomorrow|next|on|from|mo|di|mi|do|fr|sa|so|heute|morgen|am|von)\p{L}*$/iu;

export const QUIET: Verb = {
  name: 'quiet',
  help: COMMAND_HELP.quiet,
  arguments: [
    {name: 'NAME', of: 'person', help: 'a person (default: you)', optional: true},
    {name: 'SPAN', help: '2h, until 07:00, off, or "saturday 8 to 18"', optional: true, rest: true},
  ],
  options: [JSON_OUT],
  notes: [
    'Without SPAN it shows the quiet hours, and those that are planned, each with its number.',
    'Examples: rooster quiet "saturday 8 to 18", rooster quiet bob "24 dec to 2 jan", rooster quiet off 1',
  ],
  reads: ({words}) => readWords(words).span === '',
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
