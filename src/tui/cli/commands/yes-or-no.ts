// Asks a question in the terminal, to be answered with yes or no, or with a line.
import {createInterface} from 'node:readline/promises';
import type {CommandWorld} from '../command.ts';

/** True for yes, false for no, undefined for anything else. */
export const answerTo = async (world: CommandWorld, question: string): Promise<boolean | undefined> =>
  yesOrNo(await lineTo(world, question));

/** The typed line; empty at the end of input. */
export const lineTo = async ({stdin, stdout}: CommandWorld, question: string): Promise<string> => {
  const reader = createInterface({input: stdin, output: stdout});
  try {
    const closed = new Promise<string>(resolve => reader.once('close', () => resolve('')));
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return await Promise.race([reader.question(question), closed]);
  } finally {
    reader.close();
  }
};

/** Reads an answer. Undefined if it is neither yes nor no. */
export const yesOrNo = (text: string): boolean | undefined => {
  if (/^\s*y(?:es)?\s*$/iu.test(text)) return true;
  return /^\s*no?\s*$/iu.test(text) ? false : undefined;
};
