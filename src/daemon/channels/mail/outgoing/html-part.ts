// The HTML part of outgoing mail: paragraphs, lists, emphasis, code and links of the text, and nothing else. Pure. HTML
// in the text is shown as text; pictures of other places are not loaded.
import {Marked, type RendererObject} from 'marked';

/** Undefined text has no markup and keeps its lines. */
export const htmlOf = (text: string, {plain}: {readonly plain: boolean}): string =>
  plain ? plainHtml(text) : String(MARKED.parse(text, {async: false})).trim();

/** As mail programs mark an answered text, so that they can fold it. */
export const quotedHtml = (introduction: string, text: string): string =>
  `<p>${escaped(introduction)}</p>\n<blockquote type="cite">${lines(text)}</blockquote>`;

export const signatureHtml = (name: string): string => `<p>--&nbsp;<br>${escaped(name)}</p>`;

export const wholeHtml = (parts: readonly string[]): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${parts.join('\n')}\n</body></html>\n`;

const plainHtml = (text: string): string =>
  text
    .split(/\n{2,}/u)
    .map(paragraph => `<p>${lines(paragraph)}</p>`)
    .join('\n');

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>\n');

const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, character => ENTITIES[character] ?? character);

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

const RENDERER: RendererObject = {
  html: ({text}) => escaped(text),
  image: ({href, text}) => escaped(text === '' ? href : `${text} (${href})`),
  link({href, tokens}) {
    const words = this.parser.parseInline(tokens);
    return SAFE_LINK.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words;
  },
};

const SAFE_LINK = /^(?:https?|mailto):/iu;
const MARKED = new Marked({gfm: true, breaks: true, renderer: RENDERER});
