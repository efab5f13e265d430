// `rooster quiet`: shows or changes a person's quiet hours.
import type {Run} from '../../arguments.ts';
import {askAndPrint} from '../../ask.ts';
import {formatPerson} from '../../format/format-status.ts';

export const setQuiet: Run = (world, args) => {
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
