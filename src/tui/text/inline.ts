// Inline Markdown as styled runs: strong, emphasis, code, links with their address, line breaks.
import type {Token, Tokens} from 'marked';
import {type Span, type Style, span} from './row.ts';

type Look = Style & Pick<Span, 'link'>;

export const inline = (tokens: readonly Token[] | undefined, style: Look): readonly Span[] =>
  (tokens ?? []).flatMap(token => run(token, style));

const run = (token: Token, style: Look): readonly Span[] => {
  switch (token.type) {
    case 'strong':
      return inline(token['tokens'], {...style, bold: true});
    case 'em':
      return inline(token['tokens'], {...style, italic: true});
    case 'del':
      return inline(token['tokens'], {...style, strike: true});
    case 'codespan':
      return [span(text(token), {...style, role: 'event'})];
    case 'br':
      return [span('\n')];
    case 'link':
      return link(token as Tokens.Link, style);
    case 'image':
      return [
        span(`[image${text(token) === '' ? '' : `: ${text(token)}`}] `, style),
        span(String(token['href']), 'dim'),
      ];
    case 'text':
      return token['tokens'] === undefined ? plain(text(token), style) : inline(token['tokens'], style);
    default:
      return [span(unescaped(text(token)), style)];
  }
};

/** Text with the marks of footnotes: `[^1]` is drawn as `[1]`. */
const plain = (escaped: string, style: Look): readonly Span[] =>
  escaped.split(FOOTNOTE).flatMap((piece, index) => {
    if (index % 2 === 1) return [span(`[${piece}]`, {...style, role: 'dim'})];
    return piece === '' ? [] : [span(unescaped(piece), style)];
  });

/** The link text, then the address if it differs. */
const link = (token: Tokens.Link, plain: Look): readonly Span[] => {
  const address = webAddress(token.href);
  const style = address === undefined ? plain : {...plain, link: address};
  const spans = inline(token.tokens, {...style, underline: true});
  const shown = token.href.replace(/^mailto:/u, '');
  return shown === token.text || token.href === token.text
    ? spans
    : [...spans, span(` (${shown})`, {...style, role: 'dim'})];
};

/** A web address that is safe inside an escape sequence. */
const webAddress = (href: string): string | undefined => {
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return undefined;
  const address = new URL(href).href;
  return address.length <= LONGEST_ADDRESS && /^[\x21-\x7e]+$/u.test(address) ? address : undefined;
};

const text = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);

const unescaped = (escaped: string): string =>
  escaped.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39|apos);/gu, entity => ENTITIES[entity] ?? entity);

const FOOTNOTE = /\[\^([^\]\s]{1,20})\]/u;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&apos;': "'",
};

const LONGEST_ADDRESS = 2_000;
