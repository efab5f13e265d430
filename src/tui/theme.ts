// The theme: what each role looks like. Terminal colours only, on the terminal's own background, so that light and dark both
// work; every fact that has a colour also has a word or a mark.
import type {Role, Row, Style} from './layout/text/row.ts';

export type Theme = Readonly<Record<Role, readonly Look[]>>;

/** With NO_COLOR (any value but the empty one) marks, bold, underline and inverse say everything. */
export const themeFor = (env: Readonly<Record<string, string | undefined>>): Theme =>
  (env['NO_COLOR'] ?? '') === '' ? AUTO : MONO;

/** The row with its looks written out; every run ends the looks that it began. */
export const painted = (theme: Theme, row: Row): string => row.map(one => run(one.text, looksOf(theme, one))).join('');

type Look = keyof typeof SGR;

const run = (text: string, looks: readonly Look[]): string => {
  if (looks.length === 0 || text === '') return text;
  const begin = looks.map(look => `\x1b[${SGR[look][0]}m`).join('');
  const end = looks.toReversed().map(look => `\x1b[${SGR[look][1]}m`);
  return begin + text + [...new Set(end)].join('');
};

const looksOf = (theme: Theme, {role, bold, italic, underline, strike}: Style): readonly Look[] => {
  const looks = role === undefined ? [] : theme[role];
  const more: Look[] = [];
  if (bold && !looks.includes('bold')) more.push('bold');
  if (italic) more.push('italic');
  if (underline && !looks.includes('underline')) more.push('underline');
  if (strike) more.push('strike');
  return more.length === 0 ? looks : [...looks, ...more];
};

/** How a terminal is told to begin and to end a look. */
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
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

const AUTO: Theme = {
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
};

const MONO: Theme = {
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
};
