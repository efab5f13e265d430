// A key or a password from standard input.
import {UsageError} from '../../arguments.ts';
import type {CommandWorld} from '../../command.ts';

/** Undefined if nothing comes. */
export const pipedSecret = async ({stdin}: CommandWorld): Promise<string | undefined> => {
  let text = '';
  for await (const piece of stdin) {
    text += piece;
    if (text.length > LONGEST_KEY) throw new UsageError('the text on standard input is too long');
  }
  return text.trim() === '' ? undefined : text.trim();
};

const LONGEST_KEY = 8_192;
