// Converts Markdown to Signal's plain text with style ranges: **bold**, *italic*, ~~strike~~, `code` and fences,
// ||spoiler||, links. Everything else, and the inside of code, stays as written. Positions are UTF-16 units, and no
// range splits a character.
import type {Token, Tokens} from 'marked';
import {type StyleRange, TEXT_STYLES, type TextStyle} from '../../signal-cli/envelope/signal-event.ts';
import {markdownTokens} from './signal-markdown.ts';

/** Format of signal-cli's `textStyle`. */
type StyleParameter = `${number}:${number}:${TextStyle}`;

export type StyledText = {readonly text: string; readonly styles: readonly StyleParameter[]};

/** Don't use it for text that must arrive byte for byte. */
export const styledText = (markdown: string): StyledText => {
  const source = markdown.toWellFormed();
  const styled = drawn(markdownTokens(source));
  // Signal refuses an empty message, so marks around nothing stay as text.
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
    // An unclosed fence already contains its line breaks.
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

/** Line breaks after a block aren't part of its content. */
const lineBreaksBehind = (raw: string): string => raw.slice(raw.trimEnd().length).replaceAll(/[^\n]/gu, '');

const STYLE_OF: Readonly<Record<string, TextStyle>> = {
  strong: 'BOLD',
  em: 'ITALIC',
  del: 'STRIKETHROUGH',
  spoiler: 'SPOILER',
  code: 'MONOSPACE',
  codespan: 'MONOSPACE',
};

/** Sorted, without empty ranges; touching ranges of one style become one. */
const merged = (ranges: readonly StyleRange[]): readonly StyleRange[] => {
  const joined: StyleRange[] = [];
  const newest = new Map<TextStyle, number>();
  for (const range of ranges.filter(({length}) => length > 0).toSorted(byStart)) {
    const at = newest.get(range.style);
    const before = at === undefined ? undefined : joined[at];
    if (at === undefined || before === undefined || before.start + before.length < range.start) {
      newest.set(range.style, joined.push(range) - 1);
    } else {
      const end = Math.max(before.start + before.length, range.start + range.length);
      joined[at] = {...before, length: end - before.start};
    }
  }
  return joined;
};

const byStart = (a: StyleRange, b: StyleRange): number => a.start - b.start || b.length - a.length;
