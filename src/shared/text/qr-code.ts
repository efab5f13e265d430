// A QR code for terminals: two modules in each character cell, one above the other, with the light border that a camera needs. Pure.
import {encode} from 'uqr';

/**
 * `colour`: black on white, whatever the terminal's own colours are. Without colour a cell can only be lit or left dark, so it
 * matters what the terminal looks like: `on-dark` lights the light modules, `on-light` inks the dark ones.
 */
export type QrInk = 'colour' | 'on-dark' | 'on-light';

type QrOptions = {
  readonly ink: QrInk;
  /** How many cells there are; the border is made narrower where that makes it fit. */
  readonly columns: number;
  readonly rows: number;
};

/** The lines to print; undefined where there is no room for it. */
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

/** Both colours of each cell are said, so that neither is the terminal's own; said once for cells that follow one another. */
const colourLine = (cells: readonly Cell[]): string => {
  let said = '';
  const drawn = cells.map(([upper, lower]) => {
    const colours = `\u001b[38;5;${upper ? BLACK : WHITE};48;5;${lower ? BLACK : WHITE}m`;
    const change = colours === said ? '' : colours;
    said = colours;
    return `${change}▀`;
  });
  return `${drawn.join('')}\u001b[0m`;
};

const glyphOf = (upper: boolean, lower: boolean): keyof typeof GLYPHS =>
  upper ? (lower ? 'both' : 'upper') : lower ? 'lower' : 'none';

const GLYPHS = {both: '█', upper: '▀', lower: '▄', none: ' '} as const;
/** Of the 256 colours, those that no theme changes. */
const BLACK = 16;
const WHITE = 231;
/** In modules: four are the standard's, and cameras make do with two. */
const BORDERS = [4, 3, 2] as const;
