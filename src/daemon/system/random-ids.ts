// The one source of new ids: random, so that they never repeat, whatever the clock does and however often the daemon starts.
import {randomBytes} from 'node:crypto';
import type {Ids} from '../../shared/ids.ts';

/**
 * Ids of 20 letters and digits after the prefix. Those made in one turn of the event loop begin alike, those of the next turn
 * follow on them, and all of a daemon begin at a random place; what tells them apart are the 72 bits that follow. What is committed
 * together then lies together in the indexes, beside what was committed before: a page is written where it would be one for each id.
 */
export const randomIds = (): Ids => {
  // Asking the system for bytes takes far longer than an id needs of them.
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  let turn: number | undefined;
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
    turn = turn === undefined ? Number.parseInt(randomText(SHARED), SIGNS.length) : (turn + 1) % BEGINNINGS;
    return turn.toString(SIGNS.length).padStart(SHARED, '0');
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
const BEGINNINGS = SIGNS.length ** SHARED;
const FAIR = 256 - (256 % SIGNS.length);
