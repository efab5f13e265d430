// Typed access to a verb's arguments. Each is validated here: a mistake is a UsageError that names the word.
import {type Address, isAddress} from '../../shared/records/address.ts';
import {type Args, UsageError} from './arguments.ts';

export const wantsJson = (args: Args): boolean => args.switches.has('json');

/** An argument that the verb's table requires. */
export const wordAt = (args: Args, index: number, name = `word ${index + 1}`): string => {
  const word = args.words[index];
  if (word === undefined || word.trim() === '') throw new UsageError(`${name} is empty`);
  return word;
};

/** All words from an index on, as one text. */
export const textFrom = (args: Args, index: number, name = 'TEXT'): string => {
  const text = args.words.slice(index).join(' ');
  if (text.trim() === '') throw new UsageError(`${name} is empty`);
  return text;
};

/** `short`: its letter, so that a mistake names what the person may have typed. */
export const countOf = (args: Args, flag: string, short?: string): number | undefined => {
  const text = args.values[flag];
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/u.test(text) || Number(text) < 1) {
    const name = short === undefined ? `--${flag}` : `-${short} (--${flag})`;
    throw new UsageError(`${name} takes a whole number of at least 1, not "${text}"`);
  }
  return Number(text);
};

/** A value of a closed list. The parser has validated it; this narrows the type. */
export const choiceOf = <T extends string>(args: Args, flag: string, choices: readonly T[]): T | undefined => {
  const text = args.values[flag];
  return text === undefined ? undefined : choices.find(choice => choice === text);
};

export const addressOption = (args: Args, flag: string): Address | undefined => {
  const text = args.values[flag];
  if (text === undefined || isAddress(text)) return text;
  throw new UsageError(`"${text}" isn't an address (examples: signal:2222…, terminal:default)`);
};
