// Generates ids. Random, so that they never repeat, whatever the clock does and however often the daemon starts.
import type {Ids} from '../../shared/records/ids.ts';

/**
 * Ids have 20 letters and digits after the prefix. They start with a counter from a random number. So new ids are
 * neighbours in the indexes, and a commit writes fewer pages. The 67 random bits after it make them unique across
 * daemons.
 */
export const randomIds = (): Ids => {
  // Asking the system for random bytes is slow, so they are drawn in advance.
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

  /** Bytes above the last multiple of 36 are dropped, so that all characters are equally likely. */
  const randomText = (length: number): string => {
    let text = '';
    while (text.length < length) {
      const byte = nextByte();
      if (byte < FAIR) text += SIGNS[byte % SIGNS.length];
    }
    return text;
  };

  // Drawn with the first id, because loading the generator takes 7 ms.
  let number: number | undefined;

  return {
    next: prefix => {
      number = ((number ?? Number.parseInt(randomText(COUNTED), SIGNS.length)) + 1) % NUMBERS;
      const counted = number.toString(SIGNS.length).padStart(COUNTED, '0');
      // Joined, not concatenated: JSON.stringify is slow on V8's concatenated strings.
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
