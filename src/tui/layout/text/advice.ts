// What helps, found in the sentence that says what is wrong: the command between its back quotes.
import {oneLine, shortened} from './width.ts';

/** The sentence, or where there is no room for it the command that it ends in, or its beginning. */
export const adviceIn = (sentence: string, cells: number): string => {
  const whole = oneLine(sentence);
  if (whole.length <= cells) return whole;
  const command = /`([^`]+)`/u.exec(whole)?.[1];
  if (command === undefined) return shortened(whole, cells);
  const words = `try: ${command}`;
  return shortened(words.length <= cells ? words : command, cells);
};
