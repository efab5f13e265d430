// The code highlighter: loaded when the first finished code block is visible, and held in the state, so that equal
// states give equal screens.
import type {Role, Span} from './row.ts';

/** Code as runs with roles; undefined for an unknown language. The text stays unchanged. */
export type Highlight = (code: string, language: string) => readonly Span[] | undefined;

/** Maps highlight.js classes to roles; other classes look like text. */
export const roleOfClass = (name: string): Pick<Span, 'role' | 'bold'> => {
  const role = ROLES[name.replace(/^hljs-/u, '')];
  return role === undefined ? {} : typeof role === 'string' ? {role} : role;
};

const ROLES: Readonly<Record<string, Role | Pick<Span, 'role' | 'bold'>>> = {
  comment: 'dim',
  quote: 'dim',
  doctag: 'dim',
  meta: 'dim',
  keyword: 'event',
  'selector-tag': 'event',
  name: 'event',
  tag: 'dim',
  literal: 'warn',
  number: 'warn',
  symbol: 'warn',
  string: 'ok',
  regexp: 'ok',
  addition: 'ok',
  deletion: 'error',
  title: {bold: true},
  section: {bold: true},
  attr: 'warn',
  attribute: 'warn',
  built_in: 'warn',
  type: 'warn',
};
