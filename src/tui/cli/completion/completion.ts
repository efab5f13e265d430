// `rooster completion SHELL`: prints a completion script. The script asks `rooster completion words` at each Tab, so
// that every shell offers the same: verbs, options and their choices, ids, names, configuration keys.

import {wordAt} from '../args.ts';
import {type Args, type OptionSpec, UsageError, type VerbOrNoun} from '../arguments.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import {nextWords, type Offer} from './next-words.ts';
import {SCRIPTS} from './scripts.ts';
import {valuesOf} from './values.ts';

type Table = {readonly entries: readonly VerbOrNoun[]; readonly rootOptions: readonly OptionSpec[]};

export const completion = async (world: CommandWorld, args: Args, table: Table): Promise<ExitCode> => {
  const shell = wordAt(args, 0);
  if (shell === 'words') return await offerWords(world, args, table);
  const script = SCRIPTS.get(shell);
  if (script === undefined)
    throw new UsageError(`no completion for "${shell}"; use one of ${[...SCRIPTS.keys()].join(', ')}`);
  if (args.words.length > 1) throw new UsageError(`unexpected "${args.words[1]}"`);
  world.print.raw(script);
  return 0;
};

/** Prints candidates for the last word, one per line: the word, a tab, and its meaning. */
const offerWords = async (world: CommandWorld, {words}: Args, {entries, rootOptions}: Table): Promise<ExitCode> => {
  const typed = words.slice(1).map(unquoted);
  const next = nextWords(typed.slice(0, -1), typed.at(-1) ?? '', entries, rootOptions);
  const offers = next.kind === 'offers' ? next.offers : await valuesOf(world, next.of);
  const begun = (typed.at(-1) ?? '').toLowerCase();
  for (const {word, about} of offers.filter((offer: Offer) => offer.word.toLowerCase().startsWith(begun)))
    world.print.line(`${word}\t${about}`);
  return 0;
};

/** As the shell would read it. A word that is still open has one quote only. */
const unquoted = (word: string): string => word.replace(/^["']/u, '').replace(/["']$/u, '').replaceAll(/\\(.)/gu, '$1');
