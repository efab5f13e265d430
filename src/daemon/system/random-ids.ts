// The one source of new ids: random, so that they never repeat, whatever the clock does and however often the daemon starts.
import {randomBytes} from 'node:crypto';
import type {Ids} from '../../shared/ids.ts';

/** Ids of 20 letters and digits after the prefix: 103 bits. */
export const randomIds = (): Ids => ({next: prefix => `${prefix}_${randomText(LENGTH)}`});

/** Each sign is equally likely: bytes above the last whole multiple of 36 are thrown away. */
const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + SPARE)) {
      if (byte < FAIR && text.length < length) text += SIGNS[byte % SIGNS.length];
    }
  }
  return text;
};

const LENGTH = 20;
const SPARE = 4;
const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';
const FAIR = 256 - (256 % SIGNS.length);
