// `node scripts/man-page.ts`: writes into dist/ the files that package managers install beside the program: the man page, made from the table of
// verbs, and the completion scripts. A part of every build.
import {mkdirSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import manifest from '../package.json' with {type: 'json'};
import {type ArgumentSpec, isNoun, type OptionSpec, type Verb} from '../src/tui/cli/arguments.ts';
import {SCRIPTS} from '../src/tui/cli/completion/scripts.ts';
import {GROUPS, ROOT_OPTIONS} from '../src/tui/cli/verbs.ts';

/** The page rooster(1), as roff with the macros of man(7). */
export const manPage = (version: string): string =>
  [
    `.TH ROOSTER 1 "" "Rooster ${version}" "User Commands"`,
    '.SH NAME',
    'rooster \\- a personal agent that keeps time',
    '.SH SYNOPSIS',
    '.B rooster',
    `.RI [ ${roff('OPTIONS')} ]`,
    '.br',
    '.B rooster',
    '.I VERB',
    '[...]',
    '.SH DESCRIPTION',
    paragraph('Without a verb, Rooster opens its terminal UI. With one, it runs a single command and exits.'),
    '.PP',
    paragraph('A daemon in the background keeps the time. Commands that change something start it when none runs.'),
    '.PP',
    paragraph('Each command explains itself: rooster VERB --help. Commands that print data take --json.'),
    '.SH OPTIONS',
    ...[...ROOT_OPTIONS, VERSION_OPTION].flatMap(optionLines),
    '.SH COMMANDS',
    ...GROUPS.flatMap(({title, entries}) => [
      `.SS ${roff(title)}`,
      ...entries.flatMap(entry =>
        isNoun(entry)
          ? entry.verbs.flatMap(verb => verbLines(`rooster ${entry.name} ${verb.name}`, verb))
          : verbLines(`rooster ${entry.name}`, entry),
      ),
    ]),
    '.SH "EXIT STATUS"',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, paragraph(meaning)]),
    '.SH ENVIRONMENT',
    ...VARIABLES.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, paragraph(meaning)]),
    '.SH FILES',
    ...FILES.flatMap(([path, meaning]) => ['.TP', `.I ${roff(path)}`, paragraph(meaning)]),
    '.PP',
    paragraph('With ROOSTER_HOME, all of them are in that folder.'),
    '',
  ].join('\n');

const verbLines = (name: string, {help, arguments: wanted = [], options = []}: Verb): readonly string[] => [
  '.TP',
  [`\\fB${roff(name)}\\fR`, ...wanted.map(synopsis)].join(' '),
  paragraph(`${help}.`),
  ...(options.length === 0 ? [] : ['.RS', ...options.flatMap(optionLines), '.RE']),
];

const synopsis = ({name, optional}: ArgumentSpec): string =>
  optional === true ? `[\\fI${roff(name)}\\fR]` : `\\fI${roff(name)}\\fR`;

const optionLines = ({flag, short, value, help}: OptionSpec): readonly string[] => {
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${flag}`].map(name => `\\fB${roff(name)}\\fR`);
  return ['.TP', `${names.join(', ')}${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}`, paragraph(help)];
};

/** One line of text. A control character of roff at its start would make it a request. */
const paragraph = (text: string): string => roff(text).replace(/^(?=[.'])/u, '\\&');

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll('"', '\\(dq')
    // A page in ASCII needs no encoding to be guessed.
    .replaceAll(
      /[^ -~]/gu,
      letter => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

const VERSION_OPTION: OptionSpec = {flag: 'version', short: 'v', help: 'print the version'};
const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'Success.'],
  ['1', 'Failure.'],
  ['2', 'Wrong usage.'],
  ['3', 'No daemon could be reached or started.'],
];
const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ['ROOSTER_HOME', 'The folder of everything: configuration, conversations, state and socket.'],
  ['NO_COLOR', 'Print without colors.'],
  ['ACCESSIBLE', 'Print lines for screen readers, as --plain does.'],
];
const FILES: readonly (readonly [path: string, meaning: string])[] = [
  ['~/.config/rooster/config.json', 'The configuration.'],
  ['~/.local/share/rooster', 'Conversations, notes and jobs.'],
  ['~/.local/state/rooster', 'The database and the log.'],
];

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
/** The names that each shell looks for. */
const NAMES: Readonly<Record<string, string>> = {bash: 'rooster.bash', zsh: '_rooster', fish: 'rooster.fish'};

if (import.meta.main) {
  mkdirSync(`${DIST}/completions`, {recursive: true});
  writeFileSync(`${DIST}/rooster.1`, manPage(manifest.version));
  for (const [shell, script] of SCRIPTS) writeFileSync(`${DIST}/completions/${NAMES[shell] ?? shell}`, script);
}
