// A countdown in large letters, three rows high: half blocks, and lines where the terminal has only ASCII. Both have
// the same width.
import {type Role, type Row, span} from '../../text/row.ts';

/** Undefined if it doesn't fit, or has a sign that isn't drawn. */
export const bigText = (text: string, role: Role, cells: number): readonly Row[] | undefined => {
  const letters = Array.from(text, sign => LETTERS[sign]);
  if (!letters.every(letter => letter !== undefined)) return undefined;
  const rows = [0, 1, 2].map((at): Row => {
    const join = (which: 0 | 1): string => letters.map(letter => letter[which][at] ?? '').join(' ');
    return [{...span(join(0), role), ascii: join(1)}];
  });
  return (rows[0]?.[0]?.text.length ?? 0) <= cells ? rows : undefined;
};

type Letter = readonly [blocks: readonly string[], lines: readonly string[]];

const LETTERS: Readonly<Record<string, Letter>> = {
  '0': [
    ['█▀█', '█ █', '▀▀▀'],
    [' _ ', '| |', '|_|'],
  ],
  '1': [
    ['▀█ ', ' █ ', '▀▀▀'],
    ['   ', '  |', '  |'],
  ],
  '2': [
    ['▀▀█', '█▀▀', '▀▀▀'],
    [' _ ', ' _|', '|_ '],
  ],
  '3': [
    ['▀▀█', ' ▀█', '▀▀▀'],
    [' _ ', ' _|', ' _|'],
  ],
  '4': [
    ['█ █', '▀▀█', '  ▀'],
    ['   ', '|_|', '  |'],
  ],
  '5': [
    ['█▀▀', '▀▀█', '▀▀▀'],
    [' _ ', '|_ ', ' _|'],
  ],
  '6': [
    ['█▀▀', '█▀█', '▀▀▀'],
    [' _ ', '|_ ', '|_|'],
  ],
  '7': [
    ['▀▀█', '  █', '  ▀'],
    [' _ ', '  |', '  |'],
  ],
  '8': [
    ['█▀█', '█▀█', '▀▀▀'],
    [' _ ', '|_|', '|_|'],
  ],
  '9': [
    ['█▀█', '▀▀█', '▀▀▀'],
    [' _ ', '|_|', ' _|'],
  ],
  ':': [
    ['▄', '▄', ' '],
    [' ', '.', '.'],
  ],
  ' ': [
    [' ', ' ', ' '],
    [' ', ' ', ' '],
  ],
  d: [
    ['  █', '█▀█', '▀▀▀'],
    ['   ', ' _|', '|_|'],
  ],
  h: [
    ['█  ', '█▀█', '▀ ▀'],
    ['   ', '|_ ', '| |'],
  ],
  m: [
    ['     ', '█▀█▀█', '▀ ▀ ▀'],
    ['     ', ' _ _ ', '| | |'],
  ],
  n: [
    ['   ', '█▀█', '▀ ▀'],
    ['   ', ' _ ', '| |'],
  ],
  o: [
    ['   ', '█▀█', '▀▀▀'],
    ['   ', ' _ ', '|_|'],
  ],
  w: [
    ['     ', '█ █ █', '▀▀▀▀▀'],
    ['     ', '     ', '|_|_|'],
  ],
};
