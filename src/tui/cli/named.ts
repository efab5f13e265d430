// Resolves short names: the beginning or the end of an id, a word of a reminder, a conversation's title. A single match
// is used; several are an error that lists them, never a guess.

import {RECORD_PREFIXES, type RecordPrefix} from '../../shared/records/ids.ts';
import {isSessionKey, mainSession, type SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {isIdPart, SHORT, shortId} from '../../shared/text/short-id.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {UsageError} from './arguments.ts';
import {ask} from './ask.ts';
import type {CommandWorld} from './command.ts';

export type Candidate<I extends string> = {readonly id: I; readonly label: string};

/** The records of which a part may name one. */
export type Named<P extends RecordPrefix> = {
  /** The prefixes that its ids can have. */
  readonly prefixes: readonly P[];
  /** The records with this part of an id, of any age. */
  readonly byPart: (part: string, kind: P | undefined) => Promise<Candidates<`${P}_${string}`>>;
  /** The records that a word may name, in order: a later list is searched only if no earlier one matches. */
  readonly lists: readonly (() => Promise<readonly Candidate<`${P}_${string}`>[]>)[];
};

type Candidates<I extends string> = {readonly records: readonly Candidate<I>[]; readonly more: boolean};

/**
 * Runs `use` with the record that `text` names. A whole id is tried first; only an unknown one counts as a part of an
 * id.
 */
export const withNamed = async <P extends RecordPrefix, T>(
  named: Named<P>,
  text: string,
  use: (id: `${P}_${string}`) => Promise<T>,
): Promise<T> => {
  const kind = named.prefixes.find(prefix => text.startsWith(`${prefix}_`) && text.length > prefix.length + 1);
  if (kind === undefined) {
    if (RECORD_PREFIXES.some(prefix => text.startsWith(`${prefix}_`)))
      throw new UsageError(`"${text}" is the wrong kind of ID (use one that starts with ${named.prefixes[0]}_)`);
    const found = await namedBy(named, text.toLowerCase());
    if (found !== undefined) return await use(found.id);
    throw new GatewayError('not_found', `No match for "${text}". Use an ID or a unique word.`);
  }
  try {
    return await use(text as `${P}_${string}`);
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const part = text.slice(kind.length + 1);
    const found = isIdPart(part) ? theOne(text, await named.byPart(part, kind)) : undefined;
    if (found === undefined || found.id === text) throw thrown;
    return await use(found.id);
  }
};

export const isNotFound = (thrown: unknown): boolean => thrown instanceof GatewayError && thrown.code === 'not_found';

/**
 * The key of the conversation that `text` names: by key, or by its name in lists and the terminal UI. Archived ones
 * come last.
 */
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
  // It is always there, also before its first message.
  if (name === 'main') return mainSession(String((await ask(world, 'config.get', {key: 'agent.id'})).config));
  throw new GatewayError('not_found', `No conversation "${text}". To list them: rooster sessions`);
};

/** A short id first; then words; then a part of an id that is shorter, which may be a word too. */
const namedBy = async <P extends RecordPrefix>(
  {byPart, lists}: Named<P>,
  text: string,
): Promise<Candidate<`${P}_${string}`> | undefined> => {
  const byId = async () => (isIdPart(text) ? theOne(text, await byPart(text, undefined)) : undefined);
  const isShort = text.length >= SHORT;
  const found = isShort ? await byId() : undefined;
  if (found !== undefined) return found;
  for (const list of lists) {
    const candidate = narrowed(text, await list(), [
      ({label}) => label.toLowerCase() === text,
      ({label}) => hasWord(label, text),
    ]);
    if (candidate !== undefined) return candidate;
  }
  return isShort ? undefined : await byId();
};

const theOne = <I extends string>(text: string, {records, more}: Candidates<I>): Candidate<I> | undefined => {
  const [found, another] = records;
  if (another !== undefined) throw ambiguous(text, records, more);
  return found;
};

/** The candidates that pass the first test with any match. */
const narrowed = <I extends string>(
  text: string,
  known: readonly Candidate<I>[],
  tests: readonly ((candidate: Candidate<I>) => boolean)[],
): Candidate<I> | undefined => {
  for (const fits of tests) {
    const [found, another, ...more] = known.filter(fits);
    if (another === undefined && found !== undefined) return found;
    if (found !== undefined && another !== undefined) throw ambiguous(text, [found, another, ...more]);
  }
  return undefined;
};

const ambiguous = (text: string, found: readonly Candidate<string>[], more = false): GatewayError => {
  const shown = found.slice(0, MOST_SHOWN).map(({id, label}) => {
    const name = shortId(id);
    return label === '' ? name : `${name} (${shortened(label, LONGEST_WORDS)})`;
  });
  const rest = more ? ', and more' : found.length > shown.length ? `, and ${found.length - shown.length} more` : '';
  const count = more ? `more than ${found.length}` : String(found.length);
  return new GatewayError(
    'invalid',
    `"${text}" matches ${count}: ${shown.join(', ')}${rest}. Use an ID or a unique word.`,
  );
};

/** True if the text contains `name` as whole words. */
const hasWord = (text: string, name: string): boolean => {
  const label = (item: string): string => ` ${item.toLowerCase().split(APART).filter(Boolean).join(' ')} `;
  return label(name).trim() !== '' && label(text).includes(label(name));
};

/** ASCII separators only, so that words of every script stay whole. */
const APART = /[\s!-/:-@[-`{-~]+/u;
const MOST_SHOWN = 5;
const LONGEST_WORDS = 40;
