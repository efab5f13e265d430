import {expect, test} from 'vitest';
import {type Circumstances, sentenceFor, troubleOf} from '../../../src/daemon/turns/model-trouble.ts';
import {ReasonedError} from '../../../src/shared/text/gateway-error.ts';

const now = Date.parse('2026-11-21T13:00:00Z');
const asked: Circumstances = {model: 'local/llama', now, begun: false};

/** An SDK's exception for an HTTP error. */
const http = (statusCode: number, body: unknown, responseHeaders = {}) => ({
  name: 'AI_APICallError',
  statusCode,
  responseHeaders,
  responseBody: typeof body === 'string' ? body : JSON.stringify(body),
  url: 'http://127.0.0.1:11434/v1/chat/completions',
});

test.each([
  ['OpenAI', http(400, {error: {message: 'x', code: 'context_length_exceeded'}})],
  ['OpenAI, newer', http(400, {error: {message: 'Your input exceeds the context window of this model.'}})],
  [
    'Anthropic',
    http(400, {error: {type: 'invalid_request_error', message: 'prompt is too long: 3 tokens > 2 maximum'}}),
  ],
  [
    'Anthropic, with the output',
    http(400, {error: {message: 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'}}),
  ],
  ['Anthropic, by size', http(413, {error: {type: 'request_too_large', message: 'Request exceeds the maximum size'}})],
  [
    'llama.cpp',
    http(400, {
      error: {code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error'},
    }),
  ],
  ['vLLM', http(400, {object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400})],
  ['LM Studio', http(400, {error: 'Trying to keep the first 5000 tokens when context the overflows'})],
  ['in a stream', {message: 'This endpoint maximum context length is 8192 tokens', type: 'invalid_request_error'}],
])('an overlong conversation is reported as such: %s', (_, thrown) => {
  expect(troubleOf(thrown, asked)).toMatchObject({contextTooLong: true, temporary: false});
});

test('without a key, a refusal names the variable that is not set', () => {
  expect(sentenceFor([troubleOf(http(401, ''), {...asked, unsetVariable: 'LOCAL_KEY'})])).toBe(
    'local/llama needs an API key (401), but the variable LOCAL_KEY is not set. Set it and run "rooster daemon restart".',
  );
});

test('a rate limit in tokens is a rate limit', () => {
  const thrown = http(429, {
    error: {type: 'rate_limit_error', message: 'rate limit of 40,000 input tokens per minute'},
  });
  expect(troubleOf(thrown, asked)).toMatchObject({temporary: true, contextTooLong: false});
});

test.each([
  [{'retry-after': '12'}, 12_000],
  [{'retry-after-ms': '250', 'retry-after': '1'}, 250],
  [{'retry-after': 'Sat, 21 Nov 2026 13:00:30 GMT'}, 30_000],
  [{'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT'}, 0],
  [{'retry-after': 'soon'}, undefined],
  [{}, undefined],
])('the headers %j ask for a wait of %s ms', (headers, ms) => {
  expect(troubleOf(http(429, '', headers), asked).retryAfterMs).toBe(ms);
});

test.each([
  [408, true],
  [409, true],
  [429, true],
  [500, true],
  [502, true],
  [503, true],
  [529, true],
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [422, false],
])('a status of %d is temporary: %s', (status, temporary) => {
  expect(troubleOf(http(status, ''), asked).temporary).toBe(temporary);
});

test("an account without credit isn't retried", () => {
  const thrown = http(429, {
    error: {type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your quota'},
  });
  expect(troubleOf(thrown, asked)).toMatchObject({temporary: false, what: expect.stringContaining('no credit')});
  const credit = http(400, {error: {type: 'invalid_request_error', message: 'Your credit balance is too low'}});
  expect(troubleOf(credit, asked).what).toContain('no credit');
});

test("the connection's own reason is found at any depth of causes", () => {
  const deep = new TypeError('fetch failed', {
    cause: new AggregateError([Object.assign(new Error('no'), {code: 'ECONNREFUSED'})]),
  });
  expect(troubleOf(deep, asked)).toMatchObject({
    temporary: true,
    what: 'local/llama could not be reached: connection refused',
  });
});

test.each([
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'the host name is unknown'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not trusted'],
  ['EPROTO', 'the connection failed'],
])('a connection that failed with %s gives the reason: %s', (code, why) => {
  expect(troubleOf(Object.assign(new Error('x'), {code}), asked).what).toBe(`local/llama could not be reached: ${why}`);
  // In the middle of an answer, the answer broke off.
  expect(troubleOf(Object.assign(new Error('x'), {code}), {...asked, begun: true}).what).toContain(
    'stopped in the middle',
  );
});

test("a mistake in a call isn't a failed connection", () => {
  const {what} = troubleOf(Object.assign(new TypeError('x'), {code: 'ERR_INVALID_ARG_TYPE'}), asked);
  expect(what).toBe('local/llama returned an invalid response');
});

test.each([
  ['a page', http(502, '<html>Bad gateway</html>')],
  ['JSON in words', http(400, {error: {message: '{"detail": [1]}'}})],
  ['an error of the SDK', new TypeError('Type validation failed: Value: {"key":"sk-abcdefghijkl"}')],
  ['nothing', undefined],
  ['a text', 'boom'],
  ['a circle', Object.assign(new Error('round'), {cause: undefined})],
])('%s gives a sentence without markup, data or stack', (_, thrown) => {
  const sentence = sentenceFor([troubleOf(thrown, asked)]);
  expect(sentence).toMatch(/^local\/llama .+\.$/u);
  expect(sentence).not.toMatch(/[<>{}]|\bat .+:\d+/u);
});

test.each([
  ['Incorrect API key provided: sk-proj-abcdef1234567890'],
  ['token Bearer abcdefghijklmnop is wrong'],
  ['org 0123456789abcdef0123456789abcdef is blocked'],
  ['gsk_abcdefghijklmnopqrstuvwxyz is no key'],
])('text that looks like a key is masked: %s', message => {
  const {what, detail} = troubleOf(http(400, {error: {message}}), asked);
  expect(`${what} ${detail}`).not.toMatch(/abcdef/u);
  expect(what).toContain('••••');
});

test('a long error is shortened', () => {
  expect(troubleOf(http(400, {error: {message: 'no '.repeat(500)}}), asked).what.length).toBeLessThan(250);
});

test('our own refusal keeps its sentence', () => {
  const refusal = new ReasonedError('unavailable', {what: 'no API key: set ANTHROPIC_API_KEY'});
  expect(sentenceFor([troubleOf(refusal, {...asked, model: 'anthropic/claude'})])).toBe(
    'anthropic/claude cannot be used: no API key: set ANTHROPIC_API_KEY.',
  );
});

test('failures of several models make one sentence, with a fix for the first', () => {
  const first = troubleOf(http(401, ''), {...asked, model: 'anthropic/claude'});
  const second = troubleOf(http(529, ''), asked);
  expect(sentenceFor([first, second])).toBe(
    'anthropic/claude refused the API key (401); local/llama is overloaded (529). ' +
      'Check ANTHROPIC_API_KEY or providers.anthropic.apiKey.',
  );
});
