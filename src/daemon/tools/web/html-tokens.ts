// Splits HTML into tags and text in one pass and linear time. Builds no tree, because the order is enough for reading.
import {decodeHTML, decodeHTMLAttribute} from 'entities';

export type HtmlToken =
  | {readonly kind: 'open'; readonly name: string; readonly attribute: (name: string) => string | undefined}
  | {readonly kind: 'close'; readonly name: string}
  | {readonly kind: 'text'; readonly text: string};

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = nextTag(html, at);
    if (start > at) yield {kind: 'text', text: decodeHTML(html.slice(at, start))};
    if (start === html.length) return;
    if (html.startsWith('<!--', start)) {
      at = after(html, '-->', start + 4);
    } else if (html[start + 1] === '!' || html[start + 1] === '?') {
      at = after(html, '>', start + 2);
    } else {
      const end = endOfTag(html, start + 1);
      const tag = tagOf(html.slice(start + 1, end));
      at = end + 1;
      yield tag;
      if (tag.kind !== 'open' || !RAW.has(tag.name)) continue;
      // The content of these elements isn't HTML. Only their own end tag ends them.
      const close = indexOfClose(html, tag.name, at);
      if (tag.name === 'title' || tag.name === 'textarea')
        yield {kind: 'text', text: decodeHTML(html.slice(at, close))};
      at = close;
    }
  }
}

/** The next `<` that starts a tag or comment. A lone one is text. */
const nextTag = (html: string, from: number): number => {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    if (TAG_START.test(html[at + 1] ?? '')) return at;
  }
  return html.length;
};

const after = (html: string, end: string, from: number): number => {
  const at = html.indexOf(end, from);
  return at < 0 ? html.length : at + end.length;
};

/** The tag's `>`, skipping quoted attributes. */
const endOfTag = (html: string, from: number): number => {
  let quote = '';
  for (let at = from; at < html.length && at < from + LONGEST_TAG; at += 1) {
    const character = html[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && /[=\s]/u.test(html[at - 1] ?? '')) quote = character;
  }
  const plain = html.indexOf('>', from);
  return plain < 0 ? html.length : plain;
};

const tagOf = (inside: string): HtmlToken => {
  const closes = inside.startsWith('/');
  const name = (TAG_NAME.exec(closes ? inside.slice(1) : inside)?.[0] ?? '').toLowerCase();
  if (closes) return {kind: 'close', name};
  return {kind: 'open', name, attribute: wanted => attributeOf(inside, wanted)};
};

const attributeOf = (inside: string, wanted: string): string | undefined => {
  for (const [, name = '', double, single, bare] of inside.matchAll(ATTRIBUTE)) {
    if (name.toLowerCase() === wanted) return decodeHTMLAttribute(double ?? single ?? bare ?? '');
  }
  return undefined;
};

const indexOfClose = (html: string, name: string, from: number): number => {
  const close = new RegExp(`</${name}(?=[\\s/>]|$)`, 'giu');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
};

const TAG_START = /[a-zA-Z/!?]/u;
const TAG_NAME = /^[a-zA-Z][^\s/>]*/u;
/** Name lengths are limited, so that a long run of letters takes linear time. */
const ATTRIBUTE = /(?<![^\s"'/])([^\s"'<>/=]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gu;
const RAW: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);
const LONGEST_TAG = 65_536;
