// Paints rows with a theme on a terminal. Colours are the terminal's sixteen on its own background; a theme that was
// chosen uses finer ones where the terminal supports them. Every fact with a colour also has a word or a mark.

import type {Look, Looks} from './layout/themes/looks.ts';
import {mono} from './layout/themes/mono.ts';
import {THEME_FILES} from './layout/themes/themes.ts';
import type {Background, LookChoice, ThemeName} from './state/ui-state.ts';
import {inAscii} from './text/glyphs.ts';
import type {Row, Style} from './text/row.ts';

export type Theme = {readonly looks: Looks; readonly ascii: boolean};

/** The terminal's properties, known before the first frame. */
export type TerminalLooks = {
  readonly colours: 'none' | 'sixteen' | 'true';
  readonly utf8: boolean;
  /** From the terminal's environment. */
  readonly background?: Background;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** With NO_COLOR (any value but the empty one), marks, bold, underline and inverse carry all information. */
export const terminalLooks = (env: Environment): TerminalLooks => {
  const background = backgroundIn(env['COLORFGBG']);
  return {
    colours: (env['NO_COLOR'] ?? '') !== '' ? 'none' : TRUE_COLOUR.test(env['COLORTERM'] ?? '') ? 'true' : 'sixteen',
    utf8: UTF8.test(localeOf(env)),
    background,
  };
};

/** The chosen theme on this terminal. `background`: the background that the terminal reported. */
export const themeFor = (terminal: TerminalLooks, choice: LookChoice, background?: Background): Theme => ({
  looks: looksFor(terminal, choice.theme, background ?? terminal.background),
  ascii: choice.glyphs === 'ascii' || (choice.glyphs === 'auto' && !terminal.utf8),
});

/** The row with escape sequences. Every run ends the looks that it starts. */
export const painted = (theme: Theme, row: Row): string =>
  row
    .map(span =>
      linked(run(theme.ascii ? (span.ascii ?? inAscii(span.text)) : span.text, looksOf(theme.looks, span)), span.link),
    )
    .join('');

const looksFor = ({colours}: TerminalLooks, name: ThemeName, background: Background | undefined): Looks => {
  if (colours === 'none') return name === 'high' ? withoutDim(mono.sixteen) : mono.sixteen;
  if (name === 'auto') return looksOn(background, colours === 'true');
  const {sixteen, fine = sixteen} = THEME_FILES[name];
  return colours === 'true' ? fine : sixteen;
};

/** The terminal's own colours. Only the selected row is tinted, where the background is known. */
const looksOn = (background: Background | undefined, isFine: boolean): Looks => {
  const {sixteen, fine} = THEME_FILES[background ?? 'dark'];
  const selected = isFine && background !== undefined ? fine?.selected : undefined;
  return selected === undefined ? sixteen : {...sixteen, selected};
};

/** LC_ALL, then LC_CTYPE, then LANG: the first one set applies. */
const localeOf = (env: Environment): string => env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'C';

/** Parses `foreground;background`, numbers of the sixteen colours. */
const backgroundIn = (value: string | undefined): Background | undefined => {
  const number = /;(\d{1,2})$/u.exec(value ?? '')?.[1];
  if (number === undefined) return undefined;
  return number === '7' || Number(number) > 8 ? 'light' : 'dark';
};

const linked = (text: string, link: string | undefined): string =>
  link === undefined || text === '' ? text : `\x1b]8;;${link}\x1b\\${text}\x1b]8;;\x1b\\`;

const run = (text: string, looks: readonly Look[]): string => {
  if (looks.length === 0 || text === '') return text;
  const codes = looks.map(codesOf);
  const begin = codes.map(([code]) => `\x1b[${code}m`).join('');
  const end = codes.toReversed().map(([, code]) => `\x1b[${code}m`);
  return begin + text + [...new Set(end)].join('');
};

const looksOf = (all: Looks, {role, bold, italic, underline, strike, lit}: Style): readonly Look[] => {
  // Few colours can be read on the selection too, so it has one of its own for all text.
  const looks = lit ? all.selected : all[role ?? 'text'];
  const more: Look[] = [];
  if (bold && !looks.includes('bold')) more.push('bold');
  if (italic) more.push('italic');
  if (underline && !looks.includes('underline')) more.push('underline');
  if (strike) more.push('strike');
  return more.length === 0 ? looks : [...looks, ...more];
};

const withoutDim = (looks: Looks): Looks => ({...looks, dim: []});

/** The escape codes that start and end a look. */
const codesOf = (look: Look): Codes => {
  const [, on, red = '', green = '', blue = ''] = COLOUR.exec(look) ?? [];
  if (blue === '') return SGR[look as keyof typeof SGR];
  const rgb = [red, green, blue].map(part => Number.parseInt(part, 16)).join(';');
  return on === undefined ? [`38;2;${rgb}`, 39] : [`48;2;${rgb}`, 49];
};

type Codes = readonly [begin: number | string, end: number];

const COLOUR = /^(on )?#(..)(..)(..)$/u;

const SGR = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

const TRUE_COLOUR = /^(?:truecolor|24bit)$/u;
const UTF8 = /utf-?8/iu;
