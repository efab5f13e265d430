// Asks a question in the terminal, to be answered with yes or no, or with a line.
import {createInterface} from 'node:readline/promises';
import type {CommandWorld} from '../command.ts';

/** True for yes, false for no, undefined for anything else. */
export const answerTo = async (world: CommandWorld, question: string): Promise<boolean | undefined> =>
  yesOrNo((await lineFor(world, question)) ?? '');

/** The line that somebody types. Undefined when the input ends. */
export const lineFor = async ({stdin, stdout}: CommandWorld, question: string): Promise<string | undefined> => {
  const reader = createInterface({input: stdin, output: stdout});
  try {
    const closed = new Promise<undefined>(resolve => reader.once('close', () => resolve(undefined)));
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return await Promise.race([reader.question(question), closed]);
  } finally {
    reader.close();
  }
};

/** Asks until `read` understands a line; `again` follows each other line. Undefined when the input ends. */
export const answerUntil = async <T>(
  {stdin, stdout, print}: CommandWorld,
  {question, again}: {readonly question: string; readonly again: string},
  read: (line: string) => T | undefined,
): Promise<T | undefined> => {
  const reader = createInterface({input: stdin, output: stdout, prompt: question});
  try {
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    reader.prompt();
    // Unlike `question`, this also keeps lines that were typed ahead.
    for await (const line of reader) {
      const answer = read(line);
      if (answer !== undefined) return answer;
      print.line(again);
      reader.prompt();
    }
    return undefined;
  } finally {
    reader.close();
  }
};

/** True if somebody sits at the terminal and can answer. */
export const canAnswer = ({print, stdin}: CommandWorld): boolean => print.onTerminal && stdin.isTTY === true;

/** Reads an answer. Undefined if it is neither yes nor no. */
export const yesOrNo = (text: string): boolean | undefined => {
  if (/^\s*(?:y(?:es)?|ja?)\s*$/iu.test(text)) return true;
  return /^\s*(?:no?|nein)\s*$/iu.test(text) ? false : undefined;
};
