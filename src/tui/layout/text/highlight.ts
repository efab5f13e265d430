// What colours code: a function that is loaded when the first finished block of code is to be seen, and kept in the state, so
// that the same state gives the same screen whether it was drawn before or not.
import type {Role, Span} from './row.ts';

/** Code in runs with roles; undefined for a language it does not know. The text is the same, character by character. */
export type Highlight = (code: string, language: string) => readonly Span[] | undefined;

/** What the classes of highlight.js are here; what is in none of them looks like text. */
export const roleOfClass = (name: string): Pick<Span, 'role' | 'bold'> => {
  const role = ROLES[name.replace(/^hljs-/u, '')];
  return role === undefined ? {} : typeof role === 'string' ? {role} : role;
};

const ROLES: Readonly<Record<string, Role | Pick<Span, 'role' | 'bold'>>> = {
  comment: 'dim',
  quote: 'dim',
  doctag: 'dim',
  meta: 'dim',
  keyword: 'accent',
  'selector-tag': 'accent',
  name: 'accent',
  tag: 'dim',
  literal: 'event',
  number: 'event',
  symbol: 'event',
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
