// What a verb reads out of its words, each checked at the edge: a mistake is a UsageError that names the word.
import {type Given, UsageError} from './arguments.ts';

export const wantsJson = (given: Given): boolean => given.switches.has('json');

/** The word at a place that the table says is there. */
export const wordAt = (given: Given, index: number, name = `word ${index + 1}`): string => {
  const word = given.words[index];
  if (word === undefined || word.trim() === '') throw new UsageError(`${name} is empty`);
  return word;
};

/** All words from a place on, as one text. */
export const textFrom = (given: Given, index: number, name = 'TEXT'): string => {
  const text = given.words.slice(index).join(' ');
  if (text.trim() === '') throw new UsageError(`${name} is empty`);
  return text;
};

export const countOf = (given: Given, flag: string): number | undefined => {
  const text = given.values[flag];
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/u.test(text) || Number(text) < 1) {
    throw new UsageError(`--${flag} takes a whole number of at least 1, not "${text}"`);
  }
  return Number(text);
};

/** A value that is one of a closed list; the table has checked it, this tells the compiler. */
export const choiceOf = <T extends string>(given: Given, flag: string, choices: readonly T[]): T | undefined => {
  const text = given.values[flag];
  return text === undefined ? undefined : choices.find(choice => choice === text);
};
