// `rooster remind 20 minutes tea`: a WHEN of several words without quotes. The daemon alone knows what is a time, so it is
// offered the words from the longest beginning on: what it takes is WHEN, and the rest is the text.
import type {Client} from '../../../ipc/client.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {UsageError} from '../arguments.ts';
import type {CommandWorld} from '../command.ts';

/** Two words, or a first one with blanks in it, say themselves which is WHEN. Nothing is set but the first that is understood. */
export const formatSetAt = async <T>(
  world: CommandWorld,
  words: readonly string[],
  set: (call: Client['call'], at: {readonly when: string; readonly message: string}) => Promise<T>,
): Promise<T> => {
  if (words.some(word => word.trim() === '')) throw new UsageError('WHEN or TEXT is empty');
  await using connection = await world.connect();
  let refused: unknown;
  for (const count of whenLengths(words)) {
    const when = words.slice(0, count).join(' ');
    const message = words.slice(count).join(' ');
    try {
      return await set(connection.client.call, {when, message});
    } catch (thrown) {
      // Anything else it says (a time that is past, nobody of that name) is said of a time that it did understand.
      if (!(thrown instanceof GatewayError) || thrown.fault !== 'no-time') throw thrown;
      refused = thrown;
    }
  }
  throw refused;
};

/** How many words WHEN may have, the most likely first. */
const whenLengths = (words: readonly string[]): readonly number[] => {
  if (words.length <= 2 || /\s/u.test(words[0] ?? '')) return [1];
  const longest = Math.min(words.length - 1, MOST_WORDS);
  const lengths = Array.from({length: longest}, (_, index) => longest - index);
  // A word that only leads on belongs to the text: "tomorrow about the rent".
  return lengths.filter(length => length === 1 || !LEADS_ON.test(words[length - 1] ?? ''));
};

const LEADS_ON = /^(?:on|at|by|around|about|the|please|for|in|then|to)$/iu;
const MOST_WORDS = 8;
