// The one source of new ids: random, so that they never repeat, whatever the clock does and however often the daemon starts.
import {randomBytes} from 'node:crypto';
import type {Ids} from '../../shared/ids.ts';

/**
 * Ids of 20 letters and digits after the prefix: 103 bits. Those made in one turn of the event loop begin alike and differ in
 * the 72 bits that follow: what is committed together then lies together in the indexes, and a commit writes a page where it
 * would write one for each id.
 */
export const randomIds = (): Ids => {
  // Asking the system for bytes takes far longer than an id needs of them.
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  let beginning: string | undefined;

  const nextByte = (): number => {
    if (used >= bytes.length) {
      bytes = randomBytes(AT_ONCE);
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

  const forget = (): void => {
    beginning = undefined;
  };

  const beginningOfTurn = (): string => {
    setImmediate(forget);
    return randomText(SHARED);
  };

  return {
    next: prefix => {
      beginning ??= beginningOfTurn();
      return `${prefix}_${beginning}${randomText(LENGTH - SHARED)}`;
    },
  };
};

const LENGTH = 20;
/** Signs that the ids of one turn have in common. */
const SHARED = 6;
const AT_ONCE = 2_048;
const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';
const FAIR = 256 - (256 % SIGNS.length);
