// Finds the remedy in an error sentence: the command between back quotes.
import {drawnLine, shortened} from './width.ts';

/** The sentence; if it doesn't fit, its final command, or its beginning. */
export const adviceIn = (sentence: string, cells: number): string => {
  const whole = drawnLine(sentence);
  if (whole.length <= cells) return whole;
  const command = /`([^`]+)`/u.exec(whole)?.[1];
  if (command === undefined) return shortened(whole, cells);
  const content = `try: ${command}`;
  return shortened(content.length <= cells ? content : command, cells);
};
