// Resolves short names: the beginning or end of an id, a word of a reminder, a conversation's title. A single match is used; several are an
// error that lists them, never a guess.
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {IdPrefix} from '../../shared/records/ids.ts';
import {isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {UsageError} from './arguments.ts';
import {ask} from './ask.ts';
import type {CommandWorld} from './command.ts';

type Candidate<I extends string> = {readonly id: I; readonly label: string};

export type Named<P extends IdPrefix> = {
  readonly prefix: P;
  /** The possible records in order: a later list is searched only if no earlier one matches. */
  readonly lists: readonly (() => Promise<readonly Candidate<`${P}_${string}`>[]>)[];
};

/** Runs `use` with the record that `text` names. A whole id is tried first; only an unknown one counts as a part of an id. */
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

/** The key of the conversation that `text` names: by key, or by its name in lists and the terminal UI. Archived ones come last. */
export const sessionNamed = async (world: CommandWorld, text: string): Promise<SessionKey> => {
  if (isSessionKey(text)) return text;
  const name = text.toLowerCase();
  for (const archived of [false, true]) {
    const {sessions} = await ask(world, 'session.list', archived ? {archived} : {});
    const known = sessions.map(({key, title}) => ({id: key, label: title}));
    const found = narrowed(text, known, [
      ({id, label}) => label.toLowerCase() === name || id.toLowerCase().endsWith(`:${name}`),
      ({label}) => label.toLowerCase().startsWith(name),
      ({id, label}) => hasWord(label, name) || hasWord(id, name),
    ]);
    if (found !== undefined) return found.id;
  }
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
      ({label}) => label.toLowerCase() === name,
      ({label}) => hasWord(label, name),
    ]);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The candidates that pass the first test with any match. */
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
  const shown = found
    .slice(0, MOST_SHOWN)
    .map(({id, label}) => (label === '' ? id : `${id} (${shortened(label, LONGEST_WORDS)})`));
  const rest = found.length > shown.length ? `, and ${found.length - shown.length} more` : '';
  return new GatewayError(
    'invalid',
    `"${text}" matches ${found.length}: ${shown.join(', ')}${rest}. Use an ID or a unique word.`,
  );
};

/** Whether the text contains `name` as whole words. */
const hasWord = (text: string, name: string): boolean => {
  const label = (one: string): string => ` ${one.toLowerCase().split(APART).filter(Boolean).join(' ')} `;
  return label(name).trim() !== '' && label(text).includes(label(name));
};

const hasPrefix = <P extends IdPrefix>(text: string, prefix: P): text is `${P}_${string}` =>
  text.startsWith(`${prefix}_`) && text.length > prefix.length + 1;

const ANY_ID = /^(?:msg|turn|run|rem|dlv|alm)_/u;
/** ASCII separators only, so that words of every script stay whole. */
const APART = /[\s!-/:-@[-`{-~]+/u;
/** A shorter part of an id would match by accident. */
const SHORTEST_PART = 3;
const MOST_SHOWN = 5;
const LONGEST_WORDS = 40;
