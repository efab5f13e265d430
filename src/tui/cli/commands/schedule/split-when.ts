// `rooster remind 20 minutes tea`: finds an unquoted WHEN of several words. Only the daemon parses times, so the
// command tries the first words, longest first. The accepted words are WHEN, the rest is the text.
import type {Client} from '../../../../ipc/protocol.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {isOnlyNumber, type ReminderPreview} from '../../../../shared/records/jobs/reminder-preview.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {UsageError} from '../../arguments.ts';

type ClientCall = Client['call'];

/**
 * Two arguments, or a first argument with blanks, mark WHEN clearly. `use` rejects a WHEN that isn't a time; the next
 * split follows.
 */
export const atWhen = async <T>(
  call: ClientCall,
  words: readonly string[],
  use: (at: {readonly when: string; readonly message: string}) => Promise<T>,
): Promise<T> => {
  if (words.some(word => word.trim() === '')) throw new UsageError('WHEN or TEXT is empty');
  let refused: unknown;
  for (const count of whenLengths(words)) {
    const when = words.slice(0, count).join(' ');
    const message = words.slice(count).join(' ');
    try {
      if (isOnlyNumber(message)) await refuseNumber(call, words, when);
      return await use({when, message});
    } catch (thrown) {
      // Any other error (a past time, an unknown name) means that the daemon understood the time.
      if (!(thrown instanceof GatewayError) || thrown.fault !== 'no-time') throw thrown;
      refused = thrown;
    }
  }
  // The error for the whole sentence names the phrase that the daemon doesn't understand.
  if (words.length > 2) await call('reminder.preview', {when: words.join(' ')});
  throw refused;
};

/** "tomorrow 9" is a time without a text. A WHEN that isn't a time is refused as usual. */
const refuseNumber = async (call: ClientCall, words: readonly string[], when: string): Promise<void> => {
  await call('reminder.understand', {when});
  throw new UsageError(`"${words.join(' ')}" has no text. Write the time, then the text: rooster remind 20m tea`);
};

/**
 * The reading of a sentence without a marked WHEN: "standup every weekday at 9". Undefined if the sentence starts with
 * a single time or WHEN is marked. The daemon alone parses a sentence in one argument and reports errors.
 */
export const sentenceIn = async (
  call: ClientCall,
  words: readonly string[],
  user: {readonly user?: string},
): Promise<Wire<ReminderPreview> | undefined> => {
  const isWhole = words.length === 1;
  if (!isWhole && isMarked(words)) return undefined;
  const asked = call('reminder.preview', {when: words.join(' '), ...user});
  const preview = await (isWhole ? asked : asked.catch(unlessUnreadable));
  if (preview === undefined) return undefined;
  if (isWhole && (preview.text === '' || isOnlyNumber(preview.text)))
    throw new UsageError(`"${words.join(' ')}" has no text. Write the time, then the text: rooster remind 20m tea`);
  const isWanted = isWhole || [preview.repeat, preview.also, preview.on].some(part => part !== undefined);
  return isWanted && preview.text !== '' && !isOnlyNumber(preview.text) ? preview : undefined;
};

/** One word can't hold a time and a text. Throws a UsageError, before anything is started. */
export const checkWords = (words: readonly string[]): void => {
  const [word = ''] = words;
  if (words.length === 1 && !/\s/u.test(word.trim()))
    throw new UsageError(`"${word}" isn't a time and a text. Write both: rooster remind 20m tea`);
};

/** An unreadable sentence may still start with a time. */
const unlessUnreadable = (thrown: unknown): undefined => {
  if (!(thrown instanceof GatewayError) || thrown.code !== 'invalid') throw thrown;
};

/** Two arguments, or a first argument with blanks: the first one is WHEN. */
const isMarked = (words: readonly string[]): boolean => words.length <= 2 || /\s/u.test(words[0] ?? '');

/** The possible word counts of WHEN, most likely first. */
const whenLengths = (words: readonly string[]): readonly number[] => {
  if (isMarked(words)) return [1];
  const longest = Math.min(words.length - 1, MOST_WORDS);
  const lengths = Array.from({length: longest}, (_, index) => longest - index);
  // A connecting word belongs to the text: "tomorrow about the rent".
  return lengths.filter(length => length === 1 || !LEADS_ON.test(words[length - 1] ?? ''));
};

const LEADS_ON = /^(?:on|at|by|around|about|the|please|for|in|then|to)$/iu;
const MOST_WORDS = 8;
