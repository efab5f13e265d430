// The short names people give to things with long ones: the beginning or the end of an id, a word of a reminder, the title of
// a conversation. One thing that fits is meant; several are told apart by whoever asked, never guessed.
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {IdPrefix} from '../../shared/records/ids.ts';
import {isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import {UsageError} from './arguments.ts';
import {ask} from './ask.ts';
import type {CommandWorld} from './command.ts';

type Candidate<I extends string> = {readonly id: I; readonly words: string};

export type Named<P extends IdPrefix> = {
  readonly prefix: P;
  /** What it may be, in the order in which it is looked for: a later list counts only where no earlier one has it. */
  readonly lists: readonly (() => Promise<readonly Candidate<`${P}_${string}`>[]>)[];
};

/** Uses the thing that `text` names. A whole id costs no question; only one that is not there is taken for a part of one. */
export const withNamed = async <P extends IdPrefix, T>(
  {prefix, lists}: Named<P>,
  text: string,
  use: (id: `${P}_${string}`) => Promise<T>,
): Promise<T> => {
  if (!hasPrefix(text, prefix)) {
    if (ANY_ID.test(text))
      throw new UsageError(`"${text}" is the wrong kind of ID (use one that starts with ${prefix}_)`);
    const found = await oneOf(lists, text, prefix);
    if (found !== undefined) return await use(found.id);
    throw new GatewayError('not_found', `No match for "${text}". Use an ID or a unique word.`);
  }
  try {
    return await use(text);
  } catch (thrown) {
    if (!(thrown instanceof GatewayError) || thrown.code !== 'not_found') throw thrown;
    const found = await oneOf(lists, text, prefix);
    if (found === undefined || found.id === text) throw thrown;
    return await use(found.id);
  }
};

/** The key of the conversation that `text` names: its key, or what lists and the terminal UI call it. */
export const sessionNamed = async (world: CommandWorld, text: string): Promise<SessionKey> => {
  if (isSessionKey(text)) return text;
  const {sessions} = await ask(world, 'session.list', {});
  const known = sessions.map(({key, title}) => ({id: key, words: title}));
  const name = text.toLowerCase();
  const found = narrowed(text, known, [
    ({id, words}) => words.toLowerCase() === name || id.toLowerCase().endsWith(`:${name}`),
    ({words}) => words.toLowerCase().startsWith(name),
    ({id, words}) => hasWord(words, name) || hasWord(id, name),
  ]);
  if (found !== undefined) return found.id;
  throw new GatewayError('not_found', `No conversation "${text}". To list them: rooster sessions`);
};

const oneOf = async <I extends string>(
  lists: readonly (() => Promise<readonly Candidate<I>[]>)[],
  text: string,
  prefix: IdPrefix,
): Promise<Candidate<I> | undefined> => {
  const name = text.toLowerCase();
  const part = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : name;
  for (const list of lists) {
    const found = narrowed(text, await list(), [
      ({id}) => part.length >= SHORTEST_PART && id.startsWith(`${prefix}_${part}`),
      ({id}) => part.length >= SHORTEST_PART && id.endsWith(part),
      ({words}) => words.toLowerCase() === name,
      ({words}) => hasWord(words, name),
    ]);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What fits the first test that anything fits. */
const narrowed = <I extends string>(
  text: string,
  known: readonly Candidate<I>[],
  tests: readonly ((one: Candidate<I>) => boolean)[],
): Candidate<I> | undefined => {
  for (const fits of tests) {
    const [found, another, ...more] = known.filter(fits);
    if (another === undefined && found !== undefined) return found;
    if (found !== undefined && another !== undefined) throw ambiguous(text, [found, another, ...more]);
  }
  return undefined;
};

const ambiguous = (text: string, found: readonly Candidate<string>[]): GatewayError => {
  const shown = found.slice(0, MOST_SHOWN).map(({id, words}) => (words === '' ? id : `${id} (${shortened(words)})`));
  const rest = found.length > shown.length ? `, and ${found.length - shown.length} more` : '';
  return new GatewayError(
    'invalid',
    `"${text}" matches ${found.length}: ${shown.join(', ')}${rest}. Use an ID or a unique word.`,
  );
};

const shortened = (words: string): string => {
  const line = words.replaceAll(/\s+/gu, ' ').trim();
  return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line;
};

/** Whether `name` stands in the text as a word or several, and not inside of one. */
const hasWord = (text: string, name: string): boolean => {
  const words = (one: string): string => ` ${one.toLowerCase().split(APART).filter(Boolean).join(' ')} `;
  return words(name).trim() !== '' && words(text).includes(words(name));
};

const hasPrefix = <P extends IdPrefix>(text: string, prefix: P): text is `${P}_${string}` =>
  text.startsWith(`${prefix}_`) && text.length > prefix.length + 1;

const ANY_ID = /^(?:msg|turn|run|rem|dlv|alm)_/u;
/** ASCII's own signs: words of every script stay whole. */
const APART = /[\s!-/:-@[-`{-~]+/u;
/** Fewer letters of an id are an accident. */
const SHORTEST_PART = 3;
const MOST_SHOWN = 5;
const LONGEST_WORDS = 40;
