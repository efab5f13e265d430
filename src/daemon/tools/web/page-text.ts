// Extracts text from a fetched body: HTML as readable text, other text unchanged. Anything else is only named.
import {inThousands} from '../output-limit.ts';
import type {Page} from './get-page.ts';
import {readHtml} from './html-text.ts';

export type PageText =
  | {readonly kind: 'text'; readonly text: string; readonly title?: string}
  | {readonly kind: 'binary'; readonly what: string};

/** The bytes lose their class on the way to a worker thread. */
type Fetched = Pick<Page, 'url' | 'contentType'> & {readonly body: Uint8Array};

export const PAGE_JOBS = {page: (page: Fetched): Promise<PageText> => textOfPage(page)} as const;

export const textOfPage = async ({url, contentType, body}: Fetched): Promise<PageText> => {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const isText = type === '' ? !body.subarray(0, SNIFFED).includes(0) : TEXT.test(type);
  if (!isText) return {kind: 'binary', what: `a file of type ${type || 'unknown'} (${inThousands(body.length)} bytes)`};
  const text = decoded(body, contentType);
  const isHtml = /html/u.test(type) || (type === '' && /^\s*<(?:!doctype html|html)/iu.test(text));
  return isHtml ? {kind: 'text', ...(await readHtml(text, url))} : {kind: 'text', text: text.trim()};
};

const decoded = (body: Uint8Array, contentType: string): string => {
  const start = Buffer.from(body.subarray(0, SNIFFED)).toString('latin1');
  const named = CHARSET.exec(contentType)?.[1] ?? META_CHARSET.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(body);
  } catch {
    // Unknown character set: nearly every page is UTF-8.
    return new TextDecoder().decode(body);
  }
};

const TEXT =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|x-javascript|ecmascript|x-ndjson|toml|sql|graphql)$|^application\/x-(?:sh|httpd-php|tex)$/u;
const CHARSET = /charset\s*=\s*"?([\w-]+)/iu;
const META_CHARSET = /<meta[^>]{0,300}charset\s*=\s*["']?([\w-]+)/iu;
const SNIFFED = 2_048;
