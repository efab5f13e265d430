// Parses a command line into a verb and its arguments. Pure: the table of verbs is a parameter, and misuse is a value
// with a sentence.

import type {Host} from '../../shared/records/host.ts';
import {nearestWord} from '../../shared/text/nearest-word.ts';
import type {CommandWorld, ExitCode, RunAt} from './command.ts';

/** Kinds of values for completion; the daemon knows the values. */
export type ValueKind =
  | 'reminder'
  | 'alarm'
  | 'run'
  | 'delivery'
  | 'approval'
  | 'rule'
  | 'record'
  | 'job'
  | 'session'
  | 'person'
  | 'config-key'
  | 'theme';

export type OptionSpec = {
  readonly flag: string;
  readonly short?: string;
  /** The name of the option's value; a switch has none. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Its values, for completion. */
  readonly of?: ValueKind;
  readonly help: string;
};

export type ArgumentSpec = {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  /** Its values, for completion. */
  readonly of?: ValueKind;
  /** The words that it usually is, for completion. */
  readonly choices?: readonly string[];
  /** Takes all remaining words; only the last argument may. */
  readonly rest?: true;
};

export type Verb = {
  readonly name: string;
  readonly help: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Details for the verb's own help, beyond its summary. */
  readonly notes?: readonly string[];
  /** It changes nothing, so it starts no daemon. A function: with these arguments. */
  readonly reads?: true | ((args: Args) => boolean);
  /**
   * `host`: it needs the machine of the daemon, so with another host it runs there. `here`: it concerns this machine
   * only. @default it speaks to the daemon, wherever that is
   */
  readonly place?: 'host' | 'here';
  /**
   * The daemons to which it lets a daemon send it that stands by. `none`: it is about the daemon of its machine.
   * `sockets`: to others of that machine. @default to all
   */
  readonly follows?: 'none' | 'sockets';
  /** The part of a verb of the host that is on this machine, such as a file. Resolves with the exit code. */
  readonly fromHere?: FromHere;
  readonly run: Run;
};

/**
 * Several verbs about one thing; `otherwise` is the default verb, and `takesWords`: also with words that are no verb.
 * `alias`: another word for the same noun.
 */
export type Noun = {
  readonly name: string;
  readonly alias?: string;
  readonly help: string;
  readonly verbs: readonly Verb[];
  readonly otherwise?: string;
  readonly takesWords?: true;
};

export type VerbOrNoun = Verb | Noun;

export type Args = {
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
};

export type Parsed =
  | {readonly kind: 'run'; readonly verb: Verb; readonly args: Args; readonly path: readonly string[]}
  | {readonly kind: 'open'; readonly args: Args}
  | {readonly kind: 'help'; readonly path: readonly string[]}
  | {readonly kind: 'version'}
  | {readonly kind: 'misuse'; readonly sentence: string; readonly path: readonly string[]};

/** Wrong usage that only the verb can detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** True if this call of the verb changes nothing. */
export const onlyReads = ({reads}: Verb, args: Args): boolean =>
  typeof reads === 'function' ? reads(args) : reads === true;

export const isNoun = (entry: VerbOrNoun): entry is Noun => 'verbs' in entry;

/** The verb or noun with this name or alias. */
export const entryCalled = (name: string, entries: readonly VerbOrNoun[]): VerbOrNoun | undefined =>
  entries.find(entry => entry.name === name || (isNoun(entry) && entry.alias === name));

export const parseArguments = (
  argv: readonly string[],
  entries: readonly VerbOrNoun[],
  rootOptions: readonly OptionSpec[],
): Parsed => {
  const first = firstWord(argv, rootOptions);
  if (first === undefined) return parseRoot(argv, rootOptions);
  const name = argv[first] ?? '';
  const others = [...argv.slice(0, first), ...argv.slice(first + 1)];
  if (name === 'help') return parseHelp(others, entries);
  const entry = entryCalled(name, entries);
  if (entry === undefined) return misuse([], `unknown verb "${name}"${meantOf(name, entries)}`);
  return isNoun(entry) ? parseNoun(others, entry) : parseVerb(others, entry, [entry.name]);
};

const parseRoot = (argv: readonly string[], options: readonly OptionSpec[]): Parsed => {
  if (argv.some(word => ['--version', '-V', '-v'].includes(word))) return {kind: 'version'};
  const read = readWords(argv, options, []);
  return read.kind === 'read' ? {kind: 'open', args: read.args} : read;
};

const parseHelp = (words: readonly string[], entries: readonly VerbOrNoun[]): Parsed => {
  const [name, verb] = words.filter(word => !word.startsWith('-'));
  if (name === undefined) return {kind: 'help', path: []};
  const entry = entryCalled(name, entries);
  if (entry === undefined) return misuse([], `unknown verb "${name}"${meant(name, entries)}`);
  if (verb === undefined || !isNoun(entry)) return {kind: 'help', path: [entry.name]};
  if (entry.verbs.some(candidate => candidate.name === verb)) return {kind: 'help', path: [entry.name, verb]};
  return misuse([entry.name], `unknown verb "${name} ${verb}"${meant(verb, entry.verbs)}`);
};

const parseNoun = (words: readonly string[], noun: Noun): Parsed => {
  const at = firstWord(
    words,
    noun.verbs.flatMap(verb => verb.options ?? []),
  );
  const name = at === undefined ? undefined : words[at];
  const otherwise = noun.verbs.find(verb => verb.name === noun.otherwise);
  if (name === undefined) {
    if (asksForHelp(words)) return {kind: 'help', path: [noun.name]};
    if (otherwise !== undefined) return parseVerb(words, otherwise, [noun.name]);
    return misuse([noun.name], `"${noun.name}" needs one of: ${noun.verbs.map(verb => verb.name).join(', ')}`);
  }
  const verb = noun.verbs.find(candidate => candidate.name === name);
  if (verb === undefined && otherwise !== undefined && noun.takesWords === true)
    return parseVerb(words, otherwise, [noun.name]);
  if (verb === undefined) return misuse([noun.name], `unknown verb "${noun.name} ${name}"${meant(name, noun.verbs)}`);
  return parseVerb(
    words.filter((_, index) => index !== at),
    verb,
    [noun.name, verb.name],
  );
};

const parseVerb = (words: readonly string[], verb: Verb, path: readonly string[]): Parsed => {
  const read = readWords(words, verb.options ?? [], path);
  if (read.kind !== 'read') return read;
  const wanted = verb.arguments ?? [];
  const missing = wanted.find((argument, index) => argument.optional !== true && index >= read.args.words.length);
  if (missing !== undefined) return misuse(path, `missing ${missing.name}: ${missing.help}`);
  const unwanted = read.args.words[wanted.length];
  if (unwanted !== undefined && wanted.at(-1)?.rest !== true) {
    return misuse(path, `unexpected "${unwanted}" (put quotes around text with spaces)`);
  }
  return {kind: 'run', verb, args: read.args, path};
};

type ReadArguments = {readonly kind: 'read'; readonly args: Args} | Exclude<Parsed, {kind: 'run' | 'open' | 'version'}>;

/** Separates options from the other words; `--` ends the options. */
const readWords = (argv: readonly string[], options: readonly OptionSpec[], path: readonly string[]): ReadArguments => {
  const words: string[] = [];
  const values: Record<string, string> = {};
  const switches = new Set<string>();
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') {
      for (const left of argv.slice(index + 1)) words.push(left);
      break;
    }
    if (!isOption(word)) {
      words.push(word);
      continue;
    }
    if (word === '--help' || word === '-h') return {kind: 'help', path};
    const {name, attached} = splitOption(word);
    const option = optionNamed(name, options);
    if (option === undefined) {
      const known = [...options.map(({flag}) => ({name: `--${flag}`})), {name: '--help'}];
      return misuse(path, `unknown option "${name}"${meant(name, known)}`);
    }
    if (option.value === undefined) {
      if (attached !== undefined) return misuse(path, `option "${name}" takes no value`);
      switches.add(option.flag);
      continue;
    }
    const value = attached ?? argv[index + 1];
    if (value === undefined) return misuse(path, `option "${name}" needs a value: ${option.value}`);
    if (attached === undefined) index += 1;
    if (value.trim() === '') return misuse(path, `option "${name}" is empty`);
    if (option.choices !== undefined && !option.choices.includes(value)) {
      return misuse(path, `option "${name}" takes one of ${option.choices.join(', ')}, not "${value}"`);
    }
    values[option.flag] = value;
  }
  return {kind: 'read', args: {words, values, switches}};
};

/** The first word that is neither an option nor an option's value. */
const firstWord = (argv: readonly string[], options: readonly OptionSpec[]): number | undefined => {
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return undefined;
    if (!isOption(word)) return index;
    const {name, attached} = splitOption(word);
    if (attached === undefined && optionNamed(name, options)?.value !== undefined) index += 1;
  }
  return undefined;
};

/** A lone `-` is an argument, not an option. */
const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';

/** Splits `--name=value`, `-n5` and `-n`. */
const splitOption = (word: string): {readonly name: string; readonly attached?: string} => {
  if (!word.startsWith('--')) {
    return word.length > 2 ? {name: word.slice(0, 2), attached: word.slice(2)} : {name: word};
  }
  const equals = word.indexOf('=');
  return equals < 0 ? {name: word} : {name: word.slice(0, equals), attached: word.slice(equals + 1)};
};

const optionNamed = (name: string, options: readonly OptionSpec[]): OptionSpec | undefined =>
  options.find(option => name === `--${option.flag}` || (option.short !== undefined && name === `-${option.short}`));

const asksForHelp = (words: readonly string[]): boolean => words.some(word => word === '--help' || word === '-h');

const misuse = (path: readonly string[], sentence: string): Extract<Parsed, {kind: 'misuse'}> => ({
  kind: 'misuse',
  sentence,
  path,
});

/** A verb of a noun, such as `undo` of `reminders`, or a verb with a similar name. */
const meantOf = (word: string, entries: readonly VerbOrNoun[]): string => {
  const nouns = entries.filter(isNoun).filter(({verbs}) => verbs.some(({name}) => name === word));
  if (nouns.length === 0 || nouns.length > MOST_MEANT) return meant(word, entries);
  return ` (did you mean ${nouns.map(({name}) => `${name} ${word}`).join(' or ')}?)`;
};

const meant = (word: string, known: readonly {readonly name: string}[]): string => {
  const found = nearestWord(
    word,
    known.map(({name}) => name),
  );
  return found === undefined ? '' : ` (did you mean ${found}?)`;
};

/** `list` and `show` are verbs of almost every noun. */
const MOST_MEANT = 2;

export type There = {readonly host: Host; readonly runAt: RunAt};

type FromHere = (world: CommandWorld, args: Args, there: There) => Promise<number>;

/** Prints its result, and resolves with an exit code or rejects with an error whose message is a sentence. */
export type Run = (world: CommandWorld, args: Args) => Promise<ExitCode>;
