// Wraps a sentence at spaces for a terminal, which would break it inside a word.
import {rulerFor} from './text-width.ts';

/**
 * The lines of one line of text. Without a width, or where it fits, the text itself. A word that is too long stays
 * whole.
 */
export const wrapWords = (text: string, columns: number | undefined): readonly string[] => {
  const {width} = rulerFor([text]);
  if (columns === undefined || width(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && width(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};
