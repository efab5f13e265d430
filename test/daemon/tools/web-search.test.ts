// The web search, against real servers on loopback that answer in each provider's wire format.
import {expect, test} from 'vitest';
import type {SearchConfig} from '../../../src/daemon/config/config-schema.ts';
import {createRequestOnce} from '../../../src/daemon/system/http/request-once.ts';
import {createWebSearch} from '../../../src/daemon/tools/web/web-search.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {startTargetServer, type TargetAnswer} from '../../support/target-server.ts';
import {toolContext} from '../../support/tool-context.ts';

const page = `<html><body><div class="result"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&amp;rut=x">A &amp; <b>B</b></a>
<a class="result__snippet" href="//duckduckgo.com/l/">Some <b>text</b>.</a></div></body></html>`;
const result = {title: 'A & B', url: 'https://example.org/a?b=1'};

const search = async (provider: SearchConfig['provider'], answer: TargetAnswer, key?: SearchConfig['key']) => {
  await using server = await startTargetServer(answer);
  const kept: string[] = [];
  const tool = createWebSearch({
    clock: fakeClock(),
    config: () => ({
      provider,
      url: new URL(server.url).origin,
      private: false,
      ...(key === undefined ? {} : {key}),
    }),
    keyOf: secret => (typeof secret === 'object' ? undefined : secret),
    request: createRequestOnce(),
    keep: async ({text}) => {
      kept.push(text);
      return '.web-cache/search.md';
    },
    newBoundary: () => 'b0',
  });
  const output = await tool.run({query: 'a & b', count: 3}, toolContext());
  return {output, kept, request: server.requests[0]};
};

test.each<[SearchConfig['provider'], string, string, Record<string, string>]>([
  ['searxng', JSON.stringify({results: [{...result, content: 'Some text.'}]}), '/search?q=a+%26+b&format=json', {}],
  [
    'brave',
    JSON.stringify({web: {results: [{...result, title: 'A &amp; <strong>B</strong>', description: 'Some text.'}]}}),
    '/res/v1/web/search?q=a+%26+b&count=3',
    {'x-subscription-token': 'the-key'},
  ],
  [
    'tavily',
    JSON.stringify({results: [{...result, content: 'Some text.'}]}),
    '/search',
    {authorization: 'Bearer the-key'},
  ],
  [
    'kagi',
    JSON.stringify({
      data: [
        {t: 0, ...result, snippet: 'Some text.'},
        {t: 1, list: ['other']},
      ],
    }),
    '/api/v0/search?q=a+%26+b&limit=3',
    {authorization: 'Bot the-key'},
  ],
  ['duckduckgo', page, '/html/', {'content-type': 'application/x-www-form-urlencoded'}],
])('%s gives its results as material, and they are kept', async (provider, body, path, headers) => {
  const {output, kept, request} = await search(provider, {status: 200, body}, 'the-key');
  expect(output.ok).toBe(true);
  expect(output.text).toContain('1. A & B\n   https://example.org/a?b=1\n   Some text.');
  expect(output.text).toContain('Saved as .web-cache/search.md');
  expect(output.text).toContain('b0');
  expect(kept).toHaveLength(1);
  expect(request?.path).toBe(path);
  expect(request?.headers).toMatchObject(headers);
  expect(output.text).not.toContain('the-key');
});

test.each<[string, TargetAnswer, string]>([
  ['a wrong key', {status: 401}, 'Its key is wrong.'],
  ['too many searches', {status: 429}, 'is rate-limiting searches'],
  ['a page instead of JSON', {status: 200, body: '<html>'}, 'did not answer with search results'],
  ['a redirect', {status: 302, headers: {location: 'http://127.0.0.1:9/'}}, 'answered 302'],
])('%s is a failure with its reason', async (_, answer, reason) => {
  const {output, kept} = await search('searxng', answer);
  expect(output).toMatchObject({ok: false, text: expect.stringContaining(reason)});
  expect(kept).toEqual([]);
});

test('a search without a result shows that nothing matches', async () => {
  expect((await search('brave', {status: 200, body: '{"type": "search"}'}, 'k')).output.text).toBe(
    'No results for "a & b".',
  );
});

test('a key whose variable is not set is named', async () => {
  const {output, request} = await search('brave', {status: 200}, {env: 'BRAVE_KEY'});
  expect(output).toMatchObject({ok: false, text: expect.stringContaining('search.key')});
  expect(request).toBeUndefined();
});

test('without a provider the tool is absent', () => {
  const tool = createWebSearch({
    clock: fakeClock(),
    config: () => undefined,
    keyOf: () => undefined,
    request: createRequestOnce(),
    keep: async () => undefined,
    newBoundary: () => '',
  });
  expect(tool.isOffered?.(undefined)).toBe(false);
});
