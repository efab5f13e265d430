// A QR code for terminals: two modules in each character cell, one above the other, with the light border that a camera
// needs. Pure.
import {encode} from 'uqr';

/**
 * `colour`: black on white, whatever the terminal's colours. Without colour a cell is either lit or dark, so the
 * terminal's background matters: `on-dark` lights the light modules, `on-light` inks the dark ones.
 */
export type QrInk = 'colour' | 'on-dark' | 'on-light';

type QrOptions = {
  readonly ink: QrInk;
  /** Available columns. The border shrinks if that makes the code fit. */
  readonly columns: number;
  readonly rows: number;
};

/** The lines to print; undefined where the code doesn't fit. */
export const qrLines = (text: string, {ink, columns, rows}: QrOptions): readonly string[] | undefined => {
  const modules = qrModules(text);
  const border = BORDERS.find(each => {
    const size = modules.length + 2 * each;
    return size <= columns && Math.ceil(size / 2) <= rows;
  });
  if (border === undefined) return undefined;
  const framed = withBorder(modules, border);
  const pairs = framed.flatMap((upper, row) => (row % 2 === 0 ? [{upper, lower: framed[row + 1]}] : []));
  return pairs.map(({upper, lower}) =>
    lineOf(
      upper.map((dark, column) => [dark, lower?.[column] ?? false] as const),
      ink,
    ),
  );
};

/** Row by row, true where it is dark. */
export const qrModules = (text: string): readonly (readonly boolean[])[] =>
  encode(text, {ecc: 'L', boostEcc: true, border: 0}).data;

type Cell = readonly [upper: boolean, lower: boolean];

const withBorder = (modules: readonly (readonly boolean[])[], border: number): readonly (readonly boolean[])[] => {
  const light = (count: number): readonly boolean[] => Array.from({length: count}, () => false);
  const empty = Array.from({length: border}, () => light(modules.length + 2 * border));
  return [...empty, ...modules.map(row => [...light(border), ...row, ...light(border)]), ...empty];
};

const lineOf = (cells: readonly Cell[], ink: QrInk): string => {
  if (ink === 'colour') return colourLine(cells);
  return cells
    .map(([upper, lower]) => GLYPHS[glyphOf(upper === (ink === 'on-light'), lower === (ink === 'on-light'))])
    .join('');
};

/** Each cell sets both colours, so that the terminal's own never show; equal neighbours share one sequence. */
const colourLine = (cells: readonly Cell[]): string => {
  let bits = '';
  const drawn = cells.map(([upper, lower]) => {
    const colours = `\u001b[38;5;${upper ? BLACK : WHITE};48;5;${lower ? BLACK : WHITE}m`;
    const change = colours === bits ? '' : colours;
    bits = colours;
    return `${change}▀`;
  });
  return `${drawn.join('')}\u001b[0m`;
};

const glyphOf = (upper: boolean, lower: boolean): keyof typeof GLYPHS =>
  upper ? (lower ? 'both' : 'upper') : lower ? 'lower' : 'none';

const GLYPHS = {both: '█', upper: '▀', lower: '▄', none: ' '} as const;
/** Entries of the 256-colour palette that no theme changes. */
const BLACK = 16;
const WHITE = 231;
/** In modules: the standard requires four, cameras accept two. */
const BORDERS = [4, 3, 2] as const;
