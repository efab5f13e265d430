// Help text from the table of verbs: for everything, a noun, or one verb.
import {type ArgumentSpec, isNoun, type Noun, type OptionSpec, type Verb} from './arguments.ts';
import {ENTRIES, GROUPS, ROOT_OPTIONS} from './verbs.ts';

/** The help for a path in the table (`[]`, `['cron']`, `['cron', 'preview']`). */
export const helpFor = (path: readonly string[]): string => {
  const [first, second] = path;
  const entry = ENTRIES.find(({name}) => name === first);
  if (entry === undefined) return rootHelp();
  if (!isNoun(entry)) return verbHelp(`rooster ${entry.name}`, entry);
  const verb = entry.verbs.find(({name}) => name === second);
  return verb === undefined ? nounHelp(entry) : verbHelp(`rooster ${entry.name} ${verb.name}`, verb);
};

const rootHelp = (): string => {
  const rows = GROUPS.flatMap(({entries}) => entries.map(entry => [synopsis(entry), entry.help] as const));
  const widest = Math.max(...rows.map(([name]) => name.length));
  return lines(
    'Rooster, a personal agent that keeps time.',
    '',
    'Usage: rooster              open the terminal UI',
    '       rooster --plain      the same as lines of text, for screen readers',
    '       rooster VERB …       run one command and exit',
    '',
    ...GROUPS.flatMap(({title, entries}) => [
      `${title}:`,
      ...entries.map(entry => `  ${synopsis(entry).padEnd(widest)}  ${entry.help}`),
      '',
    ]),
    'Options:',
    ...optionLines([...ROOT_OPTIONS, {flag: 'version', short: 'v', help: 'print the version'}]),
    '',
    'Details: rooster VERB --help. Commands that print data take --json.',
    "Commands that only read don't start the daemon; their help says so.",
    'Exit codes: 0 success, 1 failure, 2 wrong usage,',
    '            3 no daemon could be reached or started.',
  );
};

const nounHelp = (noun: Noun): string => {
  const rows = noun.verbs.map(
    verb => [[verb.name, ...(verb.arguments ?? []).map(shown)].join(' '), verb.help] as const,
  );
  const widest = Math.max(...rows.map(([name]) => name.length));
  const otherwise =
    noun.otherwise === undefined
      ? []
      : ['', `rooster ${noun.name} without a verb runs rooster ${noun.name} ${noun.otherwise}.`];
  return lines(
    `rooster ${noun.name}: ${noun.help}`,
    '',
    `Usage: rooster ${noun.name} ${noun.otherwise === undefined ? 'VERB' : '[VERB]'} …`,
    '',
    ...rows.map(([name, help]) => `  ${name.padEnd(widest)}  ${help}`),
    ...otherwise,
    ...(noun.alias === undefined ? [] : ['', `rooster ${noun.alias} is the same.`]),
    '',
    `Details: rooster ${noun.name} VERB --help`,
  );
};

const verbHelp = (name: string, verb: Verb): string => {
  const {arguments: wanted = [], options = [], reads} = verb;
  const notes = [...(reads === true ? [ONLY_READS] : []), ...(verb.notes ?? [])];
  const usage = [name, ...wanted.map(shown), ...(options.length === 0 ? [] : ['[OPTIONS]'])].join(' ');
  const widest = Math.max(0, ...wanted.map(argument => argument.name.length));
  return lines(
    `${name}: ${verb.help}`,
    '',
    `Usage: ${usage}`,
    ...(wanted.length === 0
      ? []
      : ['', ...wanted.map(argument => `  ${argument.name.padEnd(widest)}  ${argument.help}`)]),
    '',
    'Options:',
    ...optionLines(options),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  );
};

const ONLY_READS = "Only reads: it changes nothing and doesn't start the daemon.";

const synopsis = (entry: Verb | Noun): string =>
  isNoun(entry) ? entry.name : [entry.name, ...(entry.arguments ?? []).map(shown)].join(' ');

const shown = ({name, optional}: ArgumentSpec): string => (optional === true ? `[${name}]` : name);

const optionLines = (options: readonly OptionSpec[]): readonly string[] => {
  const all = [...options, {flag: 'help', short: 'h', help: 'print this help'} satisfies OptionSpec];
  const names = all.map(({flag, short, value}: OptionSpec) => {
    const long = value === undefined ? `--${flag}` : `--${flag} ${value}`;
    return short === undefined ? `    ${long}` : `-${short}, ${long}`;
  });
  const widest = Math.max(...names.map(name => name.length));
  return all.map(({help}, index) => `  ${(names[index] ?? '').padEnd(widest)}  ${help}`);
};

const lines = (...texts: readonly string[]): string => texts.join('\n');
