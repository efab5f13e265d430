// Finds words that may follow the typed ones. Pure: the table of verbs is a parameter.
import {entryCalled, isNoun, type OptionSpec, type ValueKind, type Verb, type VerbOrNoun} from '../arguments.ts';

export type Offer = {readonly word: string; readonly about: string};

/** `values`: of a kind that only the daemon knows. */
type NextWords =
  | {readonly kind: 'offers'; readonly offers: readonly Offer[]}
  | {readonly kind: 'values'; readonly of: ValueKind};

/** `before`: the finished words after `rooster`; `current`: the word that is typed. */
export const nextWords = (
  before: readonly string[],
  current: string,
  entries: readonly VerbOrNoun[],
  rootOptions: readonly OptionSpec[],
): NextWords => {
  const [name, ...rest] = before;
  if (name === undefined)
    return current.startsWith('-')
      ? flags([...rootOptions, VERSION])
      : offers([...named(entries), ...aliases(entries), HELP_VERB]);
  if (name === 'help') return rest.length === 0 ? offers(named(entries)) : afterHelp(rest, entries);
  const entry = entryCalled(name, entries);
  if (entry === undefined) return NOTHING;
  if (!isNoun(entry)) return inVerb(entry, rest, current);
  const [verbName, ...more] = rest;
  const verb = entry.verbs.find(item => item.name === verbName);
  if (verb !== undefined) return inVerb(verb, more, current);
  const otherwise = entry.verbs.find(item => item.name === entry.otherwise);
  if (verbName === undefined && !current.startsWith('-')) return offers(named(entry.verbs));
  return otherwise === undefined ? NOTHING : inVerb(otherwise, rest, current);
};

const inVerb = ({arguments: wanted = [], options = []}: Verb, words: readonly string[], current: string): NextWords => {
  const valued = (word: string | undefined): OptionSpec | undefined =>
    options.find(({flag, short, value}) => value !== undefined && (word === `--${flag}` || word === `-${short}`));
  // Some shells take the sign in `--name=value` as a word of its own.
  const plain = words.filter(word => word !== '=');
  const option = valued(plain.at(-1));
  if (option !== undefined) {
    const {choices, of} = option;
    return choices === undefined ? valuesOr(of) : offers(choices.map(word => ({word, about: ''})));
  }
  if (current.startsWith('-')) return flags(options);
  const args = plain.filter((word, index) => !word.startsWith('-') && valued(plain[index - 1]) === undefined).length;
  const last = wanted.at(-1);
  const argument = wanted[args] ?? (last?.rest === true ? last : undefined);
  return argument?.choices === undefined
    ? valuesOr(argument?.of)
    : offers(argument.choices.map(word => ({word, about: ''})));
};

const afterHelp = ([name, ...rest]: readonly string[], entries: readonly VerbOrNoun[]): NextWords => {
  const entry = name === undefined ? undefined : entryCalled(name, entries);
  return entry === undefined || !isNoun(entry) || rest.length > 0 ? NOTHING : offers(named(entry.verbs));
};

const offers = (all: readonly Offer[]): NextWords => ({kind: 'offers', offers: all});

const valuesOr = (of: ValueKind | undefined): NextWords => (of === undefined ? NOTHING : {kind: 'values', of});

const flags = (options: readonly OptionSpec[]): NextWords =>
  offers([...options, HELP].map(({flag, help}) => ({word: `--${flag}`, about: help})));

const named = (all: readonly {readonly name: string; readonly help: string}[]): readonly Offer[] =>
  all.map(({name, help}) => ({word: name, about: help}));

const aliases = (entries: readonly VerbOrNoun[]): readonly Offer[] =>
  entries.filter(isNoun).flatMap(({alias, help}) => (alias === undefined ? [] : [{word: alias, about: help}]));

const NOTHING: NextWords = {kind: 'offers', offers: []};
const HELP: OptionSpec = {flag: 'help', help: 'print the help'};
const VERSION: OptionSpec = {flag: 'version', help: 'print the version'};
const HELP_VERB: Offer = {word: 'help', about: 'print the help'};
