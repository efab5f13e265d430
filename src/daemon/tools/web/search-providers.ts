// The search providers: the request of each, and how its answer is read. Pure. Loaded with the first search.
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {SearchConfig} from '../../config/config-schema.ts';
import type {ServiceRequest} from '../../system/http/request-once.ts';

type SearchResult = {readonly title: string; readonly url: string; readonly snippet: string};

type SearchRequest = Pick<ServiceRequest, 'url' | 'method' | 'headers' | 'body'>;

type ProviderQuery = {readonly base: string; readonly query: string; readonly count: number; readonly key: string};

type Provider = {
  readonly base: string;
  readonly request: (asked: ProviderQuery) => SearchRequest;
  /** Undefined for an answer in another format. */
  readonly read: (text: string) => readonly SearchResult[] | undefined;
};

export const SEARCH_PROVIDERS: Readonly<Record<SearchConfig['provider'], Provider>> = {
  searxng: {
    base: 'http://127.0.0.1:8080',
    request: ({base, query}) => get(`${base}/search`, {q: query, format: 'json'}),
    read: text => listed(text, ['results'], 'content'),
  },
  brave: {
    base: 'https://api.search.brave.com',
    request: ({base, query, count, key}) =>
      get(`${base}/res/v1/web/search`, {q: query, count: String(count)}, {'x-subscription-token': key}),
    read: text => listed(text, ['web', 'results'], 'description'),
  },
  tavily: {
    base: 'https://api.tavily.com',
    request: ({base, query, count, key}) => ({
      url: `${base}/search`,
      method: 'POST',
      headers: {'content-type': 'application/json', authorization: `Bearer ${key}`},
      body: JSON.stringify({query, max_results: count}),
    }),
    read: text => listed(text, ['results'], 'content'),
  },
  kagi: {
    base: 'https://kagi.com',
    request: ({base, query, count, key}) =>
      get(`${base}/api/v0/search`, {q: query, limit: String(count)}, {authorization: `Bot ${key}`}),
    // Related searches have no address.
    read: text => listed(text, ['data'], 'snippet'),
  },
  duckduckgo: {
    base: 'https://html.duckduckgo.com',
    request: ({base, query}) => ({
      url: `${base}/html/`,
      method: 'POST',
      headers: {'content-type': 'application/x-www-form-urlencoded'},
      body: new URLSearchParams({q: query}).toString(),
    }),
    read: page => (page.includes('<html') ? readPage(page) : undefined),
  },
};

const get = (address: string, query: Readonly<Record<string, string>>, headers = {}): SearchRequest => ({
  url: `${address}?${new URLSearchParams(query).toString()}`,
  method: 'GET',
  headers: {accept: 'application/json', ...headers},
});

const listed = (text: string, path: readonly string[], snippet: string): readonly SearchResult[] | undefined => {
  const rows = path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), parsed(text));
  // Without a result, some providers leave the list out.
  if (rows === undefined && isRecord(parsed(text))) return [];
  if (!Array.isArray(rows)) return undefined;
  return rows.filter(isRecord).flatMap(row => {
    const {url, title} = row;
    if (typeof url !== 'string' || !URL.canParse(url)) return [];
    return [{title: plain(title) || url, url, snippet: plain(row[snippet])}];
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Titles and snippets of DuckDuckGo's page without scripts. Its links lead over its own address. */
const readPage = (page: string): readonly SearchResult[] =>
  page
    .split(/class="[^"]*\bresult__a\b[^"]*"/u)
    .slice(1)
    .flatMap(part => {
      const [, href = ''] = /href="([^"]+)"/u.exec(part) ?? [];
      const [, title = ''] = /^[^>]*>(.*?)<\/a>/su.exec(part) ?? [];
      const [, snippet = ''] = /class="result__snippet"[^>]*>(.*?)<\/a>/su.exec(part) ?? [];
      const url = target(href.replaceAll('&amp;', '&'));
      return url === undefined ? [] : [{title: plain(title) || url, url, snippet: plain(snippet)}];
    });

const target = (href: string): string | undefined => {
  if (!URL.canParse(href, 'https://duckduckgo.com')) return undefined;
  const url = new URL(href, 'https://duckduckgo.com');
  return url.searchParams.get('uddg') ?? url.href;
};

/** Without markup, on one line. */
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/<[^>]*>/gu, '')
        .replaceAll('&amp;', '&')
        .replaceAll('&quot;', '"')
        .replaceAll(/&#x27;|&#39;/gu, "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll(/\s+/gu, ' ')
        .trim()
    : '';
