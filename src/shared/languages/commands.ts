// The commands, questions and answers that the offline assistant understands. English has every word. Another language
// translates most of its commands to English ones, and adds patterns of its own where that would lose meaning.
import {ENGLISH_COMMANDS} from './en/commands/commands.ts';

export type CommandWords = {
  readonly [Group in keyof typeof ENGLISH_COMMANDS]: Readonly<(typeof ENGLISH_COMMANDS)[Group]>;
};

/** The part that a language fills. */
export type OwnCommands = {readonly [Group in keyof CommandWords]?: Partial<CommandWords[Group]>};

type Speaker = {readonly commands: OwnCommands};

/** The words of all these languages. English is always understood. */
export const commandWords = (languages: readonly Speaker[]): CommandWords => {
  const others = () => languages.map(({commands}) => commands).filter(commands => commands !== ENGLISH_COMMANDS);
  const words = merged.get(languages) ?? (mergeWords([ENGLISH_COMMANDS, ...others()]) as CommandWords);
  merged.set(languages, words);
  return words;
};

const merged = new WeakMap<readonly Speaker[], CommandWords>();

/** Builds something from the words of all languages, once. */
export const perWords = <Built>(build: (words: CommandWords) => Built): ((words: CommandWords) => Built) => {
  const known = new WeakMap<CommandWords, Built>();
  return words => {
    const built = known.get(words) ?? build(words);
    known.set(words, built);
    return built;
  };
};

/**
 * Patterns and strings are alternatives, and lists are joined. Patterns of one name have the same flags, and the same
 * names of parts. A sentence that Rooster reads itself stays English.
 */
const mergeWords = (words: readonly unknown[]): unknown => {
  const [english] = words;
  if (words.length === 1 || typeof english === 'function') return english;
  if (Array.isArray(english)) return words.flat();
  if (typeof english === 'string') return words.join('|');
  if (english instanceof RegExp)
    return new RegExp((words as readonly RegExp[]).map(({source}) => source).join('|'), english.flags);
  const groups = words as readonly Readonly<Record<string, unknown>>[];
  const merge = (name: string) => mergeWords(groups.flatMap(group => (name in group ? [group[name]] : [])));
  return Object.fromEntries(Object.keys(english as object).map(name => [name, merge(name)]));
};
