// Reads what tmux captured (text with colours as escape sequences) into styled cells. Colours stay names of the palette until
// they are drawn; a style goes on over the end of a line, as tmux writes it.
import stringWidth from 'string-width';

export type Style = {
  /** An index of the palette, or `#rrggbb`; undefined is the terminal's own. */
  readonly foreground?: number | string | undefined;
  readonly background?: number | string | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly struck?: boolean;
};

/** One character as the reader sees it, and the columns it takes. */
export type Cell = {readonly text: string; readonly column: number; readonly width: number; readonly style: Style};

export const readCells = (captured: string): readonly (readonly Cell[])[] => {
  let style: Style = {};
  return captured.split('\n').map(line => {
    const cells: Cell[] = [];
    let column = 0;
    for (const [, codes, text] of line.replaceAll(HYPERLINK, '').matchAll(SGR_OR_TEXT)) {
      if (text === undefined) {
        style = styled(style, codes ?? '');
        continue;
      }
      for (const {segment} of GRAPHEMES.segment(text)) {
        const width = stringWidth(segment);
        cells.push({text: segment, column, width, style});
        column += width;
      }
    }
    return cells;
  });
};

const styled = (before: Style, codes: string): Style => {
  let style = before;
  const rest = codes.split(/[;:]/u).map(Number);
  while (rest.length > 0) {
    const code = rest.shift() ?? 0;
    if (code === 38) style = {...style, foreground: extended(rest)};
    else if (code === 48) style = {...style, background: extended(rest)};
    else style = {...style, ...changeOf(code)};
    if (code === 0) style = {};
  }
  return style;
};

/** Takes the parameters after 38 or 48 off the list: `5;n` or `2;r;g;b`. */
const extended = (rest: number[]): number | string => {
  if (rest.shift() === 5) return rest.shift() ?? 0;
  const hex = rest.splice(0, 3).map(part => part.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
};

const changeOf = (code: number): Style => {
  if (code >= 30 && code <= 37) return {foreground: code - 30};
  if (code >= 90 && code <= 97) return {foreground: code - 90 + 8};
  if (code >= 40 && code <= 47) return {background: code - 40};
  if (code >= 100 && code <= 107) return {background: code - 100 + 8};
  return ATTRIBUTES[code] ?? {};
};

const ATTRIBUTES: Readonly<Record<number, Style>> = {
  1: {bold: true},
  2: {dim: true},
  3: {italic: true},
  4: {underline: true},
  7: {inverse: true},
  9: {struck: true},
  22: {bold: false, dim: false},
  23: {italic: false},
  24: {underline: false},
  27: {inverse: false},
  29: {struck: false},
  39: {foreground: undefined},
  49: {background: undefined},
};

const GRAPHEMES = new Intl.Segmenter('en', {granularity: 'grapheme'});
const SGR_OR_TEXT = /\x1b\[([\d;:]*)m|([^\x1b]+)/gu;
const HYPERLINK = /\x1b\]8;[^\x1b]*\x1b\\/gu;
