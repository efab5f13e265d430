// `rooster completion SHELL`: prints a completion script, generated from the table of verbs.
import {type Entry, isNoun, type OptionSpec, UsageError} from '../arguments.ts';
import type {Run} from '../command.ts';
import {wordAt} from '../given.ts';
import {ENTRIES, ROOT_OPTIONS} from '../verbs.ts';

export const completion: Run = async ({print}, given) => {
  const shell = wordAt(given, 0);
  const script = SCRIPTS.get(shell);
  if (script === undefined)
    throw new UsageError(`no completion for "${shell}"; use one of ${[...SCRIPTS.keys()].join(', ')}`);
  print.raw(script());
  return 0;
};

/** The possible next words after each path: `''` → all verbs, `sessions` → its verbs and options, … */
export const formatNext = (entries: readonly Entry[] = ENTRIES): ReadonlyMap<string, readonly string[]> => {
  const next = new Map<string, readonly string[]>();
  next.set('', [...entries.map(({name}) => name), ...flags(ROOT_OPTIONS), '--version']);
  for (const entry of entries) {
    if (!isNoun(entry)) {
      next.set(entry.name, flags(entry.options));
      continue;
    }
    const otherwise = entry.verbs.find(({name}) => name === entry.otherwise);
    next.set(entry.name, [...entry.verbs.map(({name}) => name), ...flags(otherwise?.options)]);
    for (const verb of entry.verbs) next.set(`${entry.name} ${verb.name}`, flags(verb.options));
  }
  return next;
};

const flags = (options: readonly OptionSpec[] = []): readonly string[] => [
  ...options.map(({flag}) => `--${flag}`),
  '--help',
];

/** Matches the longest known path of words. bash and zsh share this script through bash's completion interface. */
const bash = (): string => `_rooster() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) if [ -z "$first" ]; then first="$word"; elif [ -z "$second" ]; then second="$word"; fi ;;
    esac
  done
  case "$first $second" in
${cases()
  .map(({pattern, words}) => `    ${pattern}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`)
  .join('\n')}
  esac
}
complete -o default -F _rooster rooster
`;

const zsh = (): string => ['autoload -U +X bashcompinit && bashcompinit', bash()].join('\n');

const fish = (): string =>
  [
    'complete -c rooster -f',
    ...[...formatNext()].flatMap(([path, words]) => {
      const [first, second] = path.split(' ');
      const condition =
        path === ''
          ? '__fish_use_subcommand'
          : second === undefined
            ? `__fish_seen_subcommand_from ${first}`
            : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
      return words.map(word =>
        word.startsWith('--')
          ? `complete -c rooster -n '${condition}' -l ${word.slice(2)}`
          : `complete -c rooster -n '${condition}' -a ${word}`,
      );
    }),
    '',
  ].join('\n');

/** Patterns of `first second`, most specific first. */
const cases = (): readonly {readonly pattern: string; readonly words: readonly string[]}[] => {
  const all = [...formatNext()].map(([path, words]) => ({path, words}));
  const depth = (path: string): number => (path === '' ? 0 : path.split(' ').length);
  return all
    .toSorted((a, b) => depth(b.path) - depth(a.path))
    .map(({path, words}) => ({
      pattern: depth(path) === 0 ? '" "' : depth(path) === 1 ? `"${path} "*` : `"${path}"`,
      words,
    }));
};

const SCRIPTS: ReadonlyMap<string, () => string> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);
