// The theme: the look of each role, and its signs. Colours are the terminal's sixteen on its own background (`dark` and `light` use finer
// ones where the terminal supports them). Every fact with a colour also has a word or a mark.
import {inAscii} from './layout/text/glyphs.ts';
import type {Role, Row, Style} from './layout/text/row.ts';
import type {Background, LookChoice, ThemeName} from './state/ui-state.ts';

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
    ...(background === undefined ? {} : {background}),
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
    .map(one =>
      linked(run(theme.ascii ? (one.ascii ?? inAscii(one.text)) : one.text, looksOf(theme.looks, one)), one.link),
    )
    .join('');

type Looks = Readonly<Record<Role, readonly Look[]>>;

const looksFor = (terminal: TerminalLooks, name: ThemeName, background: Background | undefined): Looks => {
  const {colours} = terminal;
  switch (name) {
    case 'mono':
      return MONO;
    case 'high':
      return colours === 'none' ? withoutDim(MONO) : HIGH;
    case 'dark':
    case 'light':
      return colours === 'none' ? MONO : colours === 'true' ? FINE[name] : SIXTEEN[name];
    case 'auto':
      if (colours === 'none') return MONO;
      // A tint must fit the background, so it needs to be known.
      if (colours === 'true' && background !== undefined) return {...SIXTEEN[background], selected: TINTS[background]};
      return SIXTEEN[background ?? 'dark'];
  }
};

/** LC_ALL, then LC_CTYPE, then LANG: the first one set applies. */
const localeOf = (env: Environment): string => env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'C';

/** Parses `foreground;background`, numbers of the sixteen colours. */
const backgroundIn = (value: string | undefined): Background | undefined => {
  const number = /;(\d{1,2})$/u.exec(value ?? '')?.[1];
  if (number === undefined) return undefined;
  return number === '7' || Number(number) > 8 ? 'light' : 'dark';
};

type Look = keyof typeof SGR;

const linked = (text: string, link: string | undefined): string =>
  link === undefined || text === '' ? text : `\x1b]8;;${link}\x1b\\${text}\x1b]8;;\x1b\\`;

const run = (text: string, looks: readonly Look[]): string => {
  if (looks.length === 0 || text === '') return text;
  const begin = looks.map(look => `\x1b[${SGR[look][0]}m`).join('');
  const end = looks.toReversed().map(look => `\x1b[${SGR[look][1]}m`);
  return begin + text + [...new Set(end)].join('');
};

const looksOf = (all: Looks, {role, bold, italic, underline, strike, lit}: Style): readonly Look[] => {
  const own = role === undefined ? [] : all[role];
  // Colours stay readable on a tint; inverted they would become stripes.
  const looks = lit ? [...(isTint(all.selected) ? own : []), ...all.selected] : own;
  const more: Look[] = [];
  if (bold && !looks.includes('bold')) more.push('bold');
  if (italic) more.push('italic');
  if (underline && !looks.includes('underline')) more.push('underline');
  if (strike) more.push('strike');
  return more.length === 0 ? looks : [...looks, ...more];
};

const isTint = (looks: readonly Look[]): boolean => looks.some(look => look.startsWith('tint'));

const withoutDim = (looks: Looks): Looks => ({...looks, dim: []});

/** The escape codes that start and end a look. */
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
  'pale red': ['38;2;255;123;114', 39],
  'pale green': ['38;2;126;211;133', 39],
  'pale yellow': ['38;2;227;190;94', 39],
  'pale violet': ['38;2;202;158;230', 39],
  'pale blue': ['38;2;121;192;255', 39],
  grey: ['38;2;150;158;168', 39],
  'deep red': ['38;2;179;29;40', 39],
  'deep green': ['38;2;17;99;41', 39],
  'deep amber': ['38;2;125;78;0', 39],
  'deep violet': ['38;2;110;52;158', 39],
  'deep blue': ['38;2;9;80;160', 39],
  slate: ['38;2;87;96;106', 39],
  'tint dark': ['48;2;42;47;69', 49],
  'tint light': ['48;2;214;226;250', 49],
} as const;

const ON_DARK: Looks = {
  text: [],
  dim: ['dim'],
  accent: ['cyan'],
  ok: ['green'],
  warn: ['yellow'],
  error: ['red'],
  untrusted: ['red', 'bold'],
  you: ['cyan'],
  agent: ['green'],
  event: ['magenta'],
  selected: ['inverse'],
  flash: ['yellow', 'inverse', 'bold'],
};

/** The looks in sixteen colours. Yellow and cyan are unreadable on a light background. */
const SIXTEEN: Readonly<Record<Background, Looks>> = {
  dark: ON_DARK,
  light: {
    ...ON_DARK,
    accent: ['blue'],
    warn: ['magenta', 'bold'],
    you: ['blue'],
    flash: ['magenta', 'inverse', 'bold'],
  },
};

/** The selected row in terminals with all colours. */
const TINTS: Readonly<Record<Background, readonly Look[]>> = {
  dark: ['tint dark', 'bold'],
  light: ['tint light', 'bold'],
};

/** For terminals with all colours, when the person has set the background. */
const FINE: Readonly<Record<Background, Looks>> = {
  dark: {
    ...ON_DARK,
    dim: ['grey'],
    accent: ['pale blue'],
    ok: ['pale green'],
    warn: ['pale yellow'],
    error: ['pale red'],
    untrusted: ['pale red', 'bold'],
    you: ['pale blue'],
    agent: ['pale green'],
    event: ['pale violet'],
    flash: ['pale yellow', 'inverse', 'bold'],
    selected: TINTS.dark,
  },
  light: {
    ...ON_DARK,
    dim: ['slate'],
    accent: ['deep blue'],
    ok: ['deep green'],
    warn: ['deep amber'],
    error: ['deep red'],
    untrusted: ['deep red', 'bold'],
    you: ['deep blue'],
    agent: ['deep green'],
    event: ['deep violet'],
    flash: ['deep amber', 'inverse', 'bold'],
    selected: TINTS.light,
  },
};

const MONO: Looks = {
  text: [],
  dim: ['dim'],
  accent: ['bold'],
  ok: [],
  warn: ['bold'],
  error: ['bold', 'underline'],
  untrusted: ['bold', 'inverse'],
  you: ['bold'],
  agent: ['bold'],
  event: ['underline'],
  selected: ['inverse'],
  flash: ['inverse', 'bold'],
};

/** High contrast: nothing dim, every colour bold. */
const HIGH: Looks = {
  text: [],
  dim: [],
  accent: ['cyan', 'bold'],
  ok: ['green', 'bold'],
  warn: ['yellow', 'bold'],
  error: ['red', 'bold', 'underline'],
  untrusted: ['red', 'bold', 'inverse'],
  you: ['cyan', 'bold'],
  agent: ['green', 'bold'],
  event: ['magenta', 'bold'],
  selected: ['inverse', 'bold'],
  flash: ['yellow', 'inverse', 'bold', 'underline'],
};

const TRUE_COLOUR = /^(?:truecolor|24bit)$/u;
const UTF8 = /utf-?8/iu;
