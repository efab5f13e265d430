// The one source of new ids: random, so that they never repeat, whatever the clock does and however often the daemon starts.
import type {Ids} from '../../shared/records/ids.ts';

/**
 * Ids of 20 letters and digits after the prefix. Each begins with the number that follows on that of the one before, from a random
 * one on, so that what is made one after the other lies together in the indexes: a commit writes a page where it would write one
 * for each id. What tells them apart are the 67 random bits after that, for another daemon may count where this one does.
 */
export const randomIds = (): Ids => {
  // Asking the system for bytes takes far longer than an id needs of them.
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;

  const nextByte = (): number => {
    if (used >= bytes.length) {
      bytes = crypto.getRandomValues(new Uint8Array(AT_ONCE));
      used = 0;
    }
    used += 1;
    return bytes[used - 1] ?? 0;
  };

  /** Each sign is equally likely: bytes above the last whole multiple of 36 are thrown away. */
  const randomText = (length: number): string => {
    let text = '';
    while (text.length < length) {
      const byte = nextByte();
      if (byte < FAIR) text += SIGNS[byte % SIGNS.length];
    }
    return text;
  };

  // Drawn with the first id: the generator takes 7 ms to load, which a start has no time for.
  let number: number | undefined;

  return {
    next: prefix => {
      number = ((number ?? Number.parseInt(randomText(COUNTED), SIGNS.length)) + 1) % NUMBERS;
      const counted = number.toString(SIGNS.length).padStart(COUNTED, '0');
      // Joined and not added up: JSON.stringify leaves its quick way at a text that V8 keeps as a sum of others.
      return [prefix, '_', counted, randomText(LENGTH - COUNTED)].join('') as `${typeof prefix}_${string}`;
    },
  };
};

const LENGTH = 20;
const COUNTED = 7;
const AT_ONCE = 2_048;
const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';
const NUMBERS = SIGNS.length ** COUNTED;
const FAIR = 256 - (256 % SIGNS.length);
