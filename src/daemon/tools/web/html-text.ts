// Converts a web page to readable text: title, headings, paragraphs, lists, table rows and links, without scripts,
// styles and navigation. Works in short slices, so that a hostile page can't block other conversations.

import {setImmediate} from 'node:timers/promises';
import {oneLine} from '../../../shared/text/one-line.ts';
import {type HtmlToken, htmlTokens} from './html-tokens.ts';

type ReadablePage = {readonly title?: string; readonly text: string};

/** `base`: the page's URL, to resolve links. */
export const readHtml = async (html: string, base: string): Promise<ReadablePage> => {
  const tokens: HtmlToken[] = [];
  await inTurns(htmlTokens(html), token => tokens.push(token));
  const title = titleOf(tokens);
  const text = (await articleOf(tokens, base)) ?? (await textOf(tokens, base));
  return {text, title: title !== '' ? title : undefined};
};

const titleOf = (tokens: readonly HtmlToken[]): string => {
  const at = tokens.findIndex(token => token.kind === 'open' && token.name === 'title');
  const token = tokens[at + 1];
  return at >= 0 && token?.kind === 'text' ? oneLine(token.text) : '';
};

/** The text of the page's main element, if it has one with most of the text. */
const articleOf = async (tokens: readonly HtmlToken[], base: string): Promise<string | undefined> => {
  for (const name of ['main', 'article']) {
    const start = tokens.findIndex(token => token.kind === 'open' && token.name === name);
    const end = tokens.findLastIndex(token => token.kind === 'close' && token.name === name);
    if (start < 0 || end < start) continue;
    const text = await textOf(tokens.slice(start, end), base);
    if (text.length >= WORTH_READING) return text;
  }
  return undefined;
};

const textOf = async (tokens: readonly HtmlToken[], base: string): Promise<string> => {
  const page = createPage(base);
  const ends = countEnds(tokens);
  let skipped: {readonly name: string; depth: number} | undefined;
  await inTurns(tokens, token => {
    const endsLeft = token.kind === 'text' ? 0 : (ends.get(token.name) ?? 0);
    if (token.kind === 'close') ends.set(token.name, endsLeft - 1);
    if (skipped !== undefined) {
      if (token.kind === 'text' || token.name !== skipped.name) return;
      skipped.depth += token.kind === 'open' ? 1 : -1;
      if (skipped.depth === 0) skipped = undefined;
    } else if (token.kind === 'open' && SKIPPED.has(token.name) && endsLeft > 0) {
      skipped = {name: token.name, depth: 1};
    } else {
      page.add(token);
    }
  });
  return page.text();
};

const inTurns = async (tokens: Iterable<HtmlToken>, use: (token: HtmlToken) => void): Promise<void> => {
  let count = 0;
  for (const token of tokens) {
    use(token);
    count += 1;
    if (count % TURN === 0) await setImmediate();
  }
};

/** End tags by name. An element that is never closed isn't skipped, or the whole page would be. */
const countEnds = (tokens: readonly HtmlToken[]): Map<string, number> => {
  const ends = new Map<string, number>();
  for (const token of tokens) {
    if (token.kind === 'close') ends.set(token.name, (ends.get(token.name) ?? 0) + 1);
  }
  return ends;
};

const createPage = (base: string) => {
  const parts: string[] = [];
  let preformatted = 0;
  let link: {readonly href: string; readonly from: number} | undefined;

  const open = ({name, attribute}: HtmlToken & {kind: 'open'}): void => {
    if (name === 'pre') preformatted += 1;
    if (name === 'a') link = {href: addressOf(attribute('href'), base), from: parts.length};
    else if (name === 'img') parts.push(pictureOf(attribute('alt')));
    else parts.push(BEFORE.get(name) ?? '');
  };
  const close = (name: string): void => {
    if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
    if (name === 'a') endLink();
    else parts.push(AFTER.get(name) ?? '');
  };
  const endLink = (): void => {
    if (link === undefined) return;
    const label = oneLine(parts.slice(link.from).join(''));
    if (link.href !== '' && label !== '' && label !== link.href)
      parts.splice(link.from, Infinity, `[${label}](${link.href})`);
    link = undefined;
  };
  return {
    add: (token: HtmlToken): void => {
      if (token.kind === 'open') open(token);
      else if (token.kind === 'close') close(token.name);
      else parts.push(preformatted > 0 ? kept(token.text) : token.text.replaceAll(/[\s\u00a0]+/gu, ' '));
    },
    text: (): string => tidy(parts.join('')),
  };
};

const addressOf = (href: string | undefined, base: string): string => {
  if (href === undefined || href.startsWith('#') || !URL.canParse(href, base)) return '';
  const url = new URL(href, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
};

const pictureOf = (alt: string | undefined): string => {
  const label = oneLine(alt ?? '');
  return label === '' ? '' : ` [picture: ${label}] `;
};

/** Protects spaces and tabs from the later cleanup. */
const kept = (text: string): string =>
  text
    .replaceAll(/ {100,}/gu, ' '.repeat(100))
    .replaceAll(' ', KEPT_SPACE)
    .replaceAll('\t', KEPT_TAB)
    .replaceAll(/\r\n?/gu, '\n');

const tidy = (text: string): string =>
  text
    .split('\n')
    .map(line => line.replaceAll(/ +/gu, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .replaceAll(KEPT_SPACE, ' ')
    .replaceAll(KEPT_TAB, '\t')
    .replaceAll(/^-\n+/gmu, '- ')
    .trim();

const KEPT_SPACE = '\ue000';
const KEPT_TAB = '\ue001';
const WORTH_READING = 200;
/** Tokens per slice, which take a few milliseconds. */
const TURN = 4_000;
const SKIPPED: ReadonlySet<string> = new Set([
  'title',
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'nav',
  'footer',
  'select',
  'button',
  'dialog',
]);
const BLOCKS = [
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'aside',
  'ul',
  'ol',
  'dl',
  'table',
  'blockquote',
  'figure',
  'form',
  'details',
];
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level): [string, string] => [`h${level}`, `\n\n${'#'.repeat(level)} `]);
const BEFORE: ReadonlyMap<string, string> = new Map([
  ...BLOCKS.map((name): [string, string] => [name, '\n\n']),
  ...HEADINGS,
  ['br', '\n'],
  ['hr', '\n\n---\n\n'],
  ['li', '\n- '],
  ['dt', '\n'],
  ['dd', '\n  '],
  ['tr', '\n'],
  ['pre', '\n\n'],
  ['summary', '\n'],
  ['option', '\n'],
]);
const AFTER: ReadonlyMap<string, string> = new Map([
  ...BLOCKS.map((name): [string, string] => [name, '\n\n']),
  ...HEADINGS.map(([name]): [string, string] => [name, '\n\n']),
  ['pre', '\n\n'],
  ['td', ' | '],
  ['th', ' | '],
  ['tr', '\n'],
]);
