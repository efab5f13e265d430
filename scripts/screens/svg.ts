// Draws a captured screen as an SVG in a frame: text that can be selected, in whatever monospaced font the reader has. Each
// character has a position of its own, so neither the font nor the browser's way with spaces moves it. The same screen gives
// the same bytes.
import type {Cell, Style} from './cells.ts';
import {hasGround, isSure, type Run, runsOf, withoutSpaces} from './runs.ts';
import type {Size} from './tmux.ts';

export type Picture = {
  readonly title: string;
  readonly size: Size;
  readonly lines: readonly (readonly Cell[])[];
  /** Undefined where the program hides it. */
  readonly cursor: {readonly column: number; readonly row: number} | undefined;
  readonly ground?: Ground;
};

/** The background of the terminal. */
export type Ground = 'dark' | 'light';

export const drawSvg = ({title, size, lines, cursor, ground = 'dark'}: Picture): string =>
  drawFrame(
    title,
    size,
    [
      ...(cursor === undefined ? [] : [drawCursor(cursor, PAINTS[ground])]),
      ...lines.slice(0, size.rows).flatMap((cells, row) => drawRow(runsOf(cells), row, PAINTS[ground])),
    ],
    PAINTS[ground],
  );

/** The window around a drawn screen. */
export const drawFrame = (
  title: string,
  size: Size,
  drawn: readonly string[],
  {ground: behind, ink, frame, bar}: Paint = PAINTS.dark,
): string => {
  const width = round(size.columns * CELL_WIDTH + 2 * MARGIN);
  const height = round(size.rows * CELL_HEIGHT + BAR + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}text{fill:${ink}}.bar{fill:${bar}}</style>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${behind}" stroke="${frame}"/>`,
    ...LIGHTS.map((fill, index) => `<circle cx="${22 + index * 20}" cy="19" r="6" fill="${fill}"/>`),
    `<text class="bar" x="${width / 2}" y="24" text-anchor="middle">${escaped(shortened(title, size.columns - 14))}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
};

/** Beside the lights. */
const shortened = (title: string, most: number): string =>
  title.length <= most ? title : `${title.slice(0, most - 1)}…`;

export const drawCursor = (
  {column, row}: {readonly column: number; readonly row: number},
  {ink} = PAINTS.dark,
): string => ground(column, row, 1, ink, ' opacity=".55"');

export const drawRow = (runs: readonly Run[], row: number, paint = PAINTS.dark): readonly string[] => {
  const grounds = runs
    .filter(({style}) => hasGround(style))
    .map(({column, columns, style}) => ground(column, row, columns, coloursOf(style, paint).behind));
  const texts = runs.flatMap(withoutSpaces).map(run => drawRun(run, paint));
  if (texts.length === 0) return grounds;
  const y = round(BAR + MARGIN + row * CELL_HEIGHT + BASELINE);
  return [...grounds, `<text y="${y}">${texts.join('')}</text>`];
};

/** Characters of a run of several are one column wide each. */
const columnsOf = ({text, column}: Run): readonly number[] =>
  text.length > 1 && isSure(text) ? Array.from(text, (_, index) => column + index) : [column];

const drawRun = (run: Run, paint: Paint): string => {
  const {text, style} = run;
  const {front} = coloursOf(style, paint);
  const looks = CLASSES.filter(([flag]) => style[flag] === true).map(([, name]) => name);
  const attributes = [
    ` x="${columnsOf(run)
      .map(column => tenths(MARGIN + column * CELL_WIDTH))
      .join(' ')}"`,
    looks.length > 0 ? ` class="${looks.join(' ')}"` : '',
    front === paint.ink ? '' : ` fill="${front}"`,
  ];
  return `<tspan${attributes.join('')}>${escaped(text)}</tspan>`;
};

const ground = (column: number, row: number, columns: number, fill: string, more = ''): string => {
  const x = round(MARGIN + column * CELL_WIDTH);
  const y = round(BAR + MARGIN + row * CELL_HEIGHT);
  return `<rect x="${x}" y="${y}" width="${round(columns * CELL_WIDTH)}" height="${CELL_HEIGHT}" fill="${fill}"${more} class="c"/>`;
};

const coloursOf = (
  {foreground, background, inverse}: Style,
  {ink, ground: own, palette}: Paint,
): {readonly front: string; readonly behind: string} => {
  const front = colour(foreground, ink, palette);
  const behind = colour(background, own, palette);
  return inverse === true ? {front: behind, behind: front} : {front, behind};
};

const colour = (named: number | string | undefined, own: string, palette: readonly string[]): string => {
  if (named === undefined) return own;
  if (typeof named === 'string') return named;
  return palette[named] ?? cubeColour(named);
};

/** The colours from 16 on: a cube of six steps a side, then greys. */
const cubeColour = (index: number): string => {
  const levels =
    index >= 232
      ? Array.from({length: 3}, () => 8 + (index - 232) * 10)
      : [36, 6, 1].map(step => CUBE_LEVELS[Math.floor((index - 16) / step) % 6] ?? 0);
  return `#${levels.map(level => level.toString(16).padStart(2, '0')).join('')}`;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const round = (length: number): number => Math.round(length * 100) / 100;

/** Nobody sees less, and the positions are most of a picture. */
const tenths = (length: number): number => Math.round(length * 10) / 10;

const CELL_WIDTH = 8.43;
const CELL_HEIGHT = 18;
const BASELINE = 13.5;
const MARGIN = 14;
const BAR = 30;
const LIGHTS = ['#ff5f57', '#febc2e', '#28c840'];
/** The colours of the drawn terminal. */
type Paint = {
  readonly ground: string;
  readonly ink: string;
  readonly frame: string;
  readonly bar: string;
  /** The terminal's sixteen. */
  readonly palette: readonly string[];
};

const PAINTS: Readonly<Record<Ground, Paint>> = {
  dark: {
    ground: '#16181d',
    ink: '#d7dae0',
    frame: '#3a3f4b',
    bar: '#8b919d',
    palette: [
      ...['#3a3f4b', '#f2777a', '#8fc98b', '#e6c07b', '#7aa6f0', '#c99bea', '#63c5cf', '#c8ccd4'],
      ...['#6b7280', '#ff8f92', '#a9dfa5', '#f5d594', '#98bcff', '#deb6fa', '#84dde6', '#ffffff'],
    ],
  },
  light: {
    ground: '#ffffff',
    ink: '#24292f',
    frame: '#d0d7de',
    bar: '#57606a',
    palette: [
      ...['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
      ...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
    ],
  },
};
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255];
const CLASSES = [
  ['bold', 'b'],
  ['dim', 'd'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['struck', 's'],
] as const satisfies readonly (readonly [keyof Style, string])[];
const STYLE = [
  '.c{shape-rendering:crispEdges}',
  `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}`,
  '.bar{font:13px system-ui,sans-serif}',
  '.b{font-weight:bold}.d{fill-opacity:.62}.i{font-style:italic}.u{text-decoration:underline}.s{text-decoration:line-through}',
].join('');
