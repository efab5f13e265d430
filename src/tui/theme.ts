// The theme: what each role looks like. Terminal colours only, on the terminal's own background, so that light and dark both
// work; every fact that has a colour also has a word or a mark.
import type {TextProps} from 'ink';
import type {Role, Style} from './layout/text/row.ts';

export type Theme = Readonly<Record<Role, Look>>;

export type Look = Pick<TextProps, 'color' | 'dimColor' | 'bold' | 'inverse' | 'underline'>;

/** With NO_COLOR (any value but the empty one) marks, bold and inverse say everything. */
export const themeFor = (env: Readonly<Record<string, string | undefined>>): Theme =>
  (env['NO_COLOR'] ?? '') === '' ? AUTO : MONO;

/** How a run of text is drawn. */
export const lookOf = (theme: Theme, {role, bold, italic, underline, strike}: Style): TextProps => ({
  ...(role === undefined ? {} : theme[role]),
  ...(bold === true ? {bold} : {}),
  ...(italic === true ? {italic} : {}),
  ...(underline === true ? {underline} : {}),
  ...(strike === true ? {strikethrough: strike} : {}),
});

const AUTO: Theme = {
  text: {},
  dim: {dimColor: true},
  accent: {color: 'cyan'},
  ok: {color: 'green'},
  warn: {color: 'yellow'},
  error: {color: 'red'},
  untrusted: {color: 'red', bold: true},
  you: {color: 'cyan'},
  agent: {color: 'green'},
  event: {color: 'magenta'},
  selected: {inverse: true},
};

const MONO: Theme = {
  text: {},
  dim: {dimColor: true},
  accent: {bold: true},
  ok: {},
  warn: {bold: true},
  error: {bold: true, underline: true},
  untrusted: {bold: true, inverse: true},
  you: {bold: true},
  agent: {bold: true},
  event: {underline: true},
  selected: {inverse: true},
};
