// Markdown in, what Signal can show out: a plain text and the ranges to be styled. Only a small part of Markdown is known:
// **bold**, *italic*, ~~strike~~, `code` and fences, ||spoiler||, links. Everything else, and what is inside code, stays as it
// is written. Positions count UTF-16 units, and no range begins or ends inside a character.
import type {Token, Tokens} from 'marked';
import {type StyleRange, TEXT_STYLES, type TextStyle} from '../envelope/heard.ts';
import {markdownTokens} from './signal-markdown.ts';

/** As signal-cli's `textStyle` takes it. */
export type StyleParameter = `${number}:${number}:${TextStyle}`;

export type StyledText = {readonly text: string; readonly styles: readonly StyleParameter[]};

/** Not for words that must arrive byte for byte: those are sent as they are, without styles. */
export const styledText = (markdown: string): StyledText => {
  const source = markdown.toWellFormed();
  const styled = drawn(markdownTokens(source));
  // Signal refuses an empty message: marks around nothing are then what was meant.
  return styled.text.trim() === '' ? {text: source, styles: []} : styled;
};

export const styleParameter = ({start, length, style}: StyleRange): StyleParameter => `${start}:${length}:${style}`;

export const styleRange = (parameter: StyleParameter): StyleRange => {
  const [start, length, style] = parameter.split(':');
  return {start: Number(start), length: Number(length), style: TEXT_STYLES.find(known => known === style) ?? 'BOLD'};
};

const drawn = (tokens: readonly Token[]): StyledText => {
  const ranges: StyleRange[] = [];
  let text = '';
  const writeAll = (inner: readonly Token[]): void => inner.forEach(write);
  const write = (token: Token): void => {
    const start = text.length;
    if (isWithAddress(token)) {
      const isNamed = /^!?\[/u.test(token.raw);
      if (isNamed) writeAll(token.tokens);
      else text += token.text;
      const label = text.slice(start);
      if (isNamed && label !== token.href) text += label === '' ? token.href : ` (${token.href})`;
    } else if (isCode(token)) text += token.text;
    else if (isEscape(token)) text += token.text;
    else if ('tokens' in token && token.tokens !== undefined) writeAll(token.tokens);
    else text += token.raw;
    const style = STYLE_OF[token.type];
    if (style !== undefined) ranges.push({start, length: text.length - start, style});
    // A fence that is never closed holds them already.
    const behind = isBlock(token) ? lineBreaksBehind(token.raw) : '';
    if (!text.endsWith(behind)) text += behind;
  };
  writeAll(tokens);
  return {text, styles: merged(ranges).map(styleParameter)};
};

const isWithAddress = (token: Token): token is Tokens.Link | Tokens.Image =>
  token.type === 'link' || token.type === 'image';
const isCode = (token: Token): token is Tokens.Code | Tokens.Codespan =>
  token.type === 'code' || token.type === 'codespan';
const isEscape = (token: Token): token is Tokens.Escape => token.type === 'escape';
const isBlock = ({type}: Token): boolean => type === 'code' || type === 'paragraph';

/** Those behind a block are no part of its contents. */
const lineBreaksBehind = (raw: string): string => raw.slice(raw.trimEnd().length).replaceAll(/[^\n]/gu, '');

const STYLE_OF: Readonly<Record<string, TextStyle>> = {
  strong: 'BOLD',
  em: 'ITALIC',
  del: 'STRIKETHROUGH',
  spoiler: 'SPOILER',
  code: 'MONOSPACE',
  codespan: 'MONOSPACE',
};

/** In order, without empty ones, and those of one style that touch as one. */
const merged = (ranges: readonly StyleRange[]): readonly StyleRange[] => {
  const kept: StyleRange[] = [];
  const newest = new Map<TextStyle, number>();
  for (const range of ranges.filter(({length}) => length > 0).toSorted(byStart)) {
    const at = newest.get(range.style);
    const before = at === undefined ? undefined : kept[at];
    if (at === undefined || before === undefined || before.start + before.length < range.start) {
      newest.set(range.style, kept.push(range) - 1);
    } else {
      const end = Math.max(before.start + before.length, range.start + range.length);
      kept[at] = {...before, length: end - before.start};
    }
  }
  return kept;
};

const byStart = (one: StyleRange, other: StyleRange): number => one.start - other.start || other.length - one.length;
