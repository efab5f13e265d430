import {expect, test} from 'vitest';
import {brokenOff, failureOf} from '../../../../src/daemon/channels/send-only/hook.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {HOUR, MINUTE} from '../../../../src/shared/time/time.ts';

const judge = (status: number, text = '', headers = {}) => failureOf('neo.example', {status, headers, text}, 0);

test.each([200, 202, 204, 299])('%d is a success', status => {
  expect(judge(status)).toBeUndefined();
});

test.each([
  [199, 'later', false],
  [301, 'later', false],
  [400, 'never', false],
  [401, 'later', false],
  [404, 'never', false],
  [408, 'later', false],
  [421, 'later', false],
  [422, 'never', false],
  [423, 'later', false],
  [425, 'later', false],
  [429, 'later', false],
  [499, 'never', false],
  [500, 'later', false],
  [502, 'later', true],
  [503, 'later', false],
  [504, 'later', true],
])('%d: retry %s, and it may have arrived: %s', (status, retry, doubt) => {
  expect(judge(status)?.end).toMatchObject({retry, ...(retry === 'later' && {doubt})});
});

test('the first 300 characters of the answer are quoted, on one line', () => {
  const text = ` a\n${'b'.repeat(297)}cd`;
  expect(judge(503, text)?.message).toBe(`neo.example answered 503. a ${'b'.repeat(297)}c`);
  expect(judge(410, text)?.message).toBe(`neo.example refused it (410). a ${'b'.repeat(297)}c`);
  expect(judge(503)?.message).toBe('neo.example answered 503.');
  expect(judge(503, '🌍'.repeat(301))?.message).toBe(`neo.example answered 503. ${'🌍'.repeat(300)}`);
});

test('what a person can correct is named', () => {
  expect(judge(401)?.message).toContain('Check the secret on both sides');
  expect(judge(403)?.message).toContain('what the other side allows');
  for (const status of [300, 302, 399]) expect(judge(status)?.message).toContain('Redirects are not followed');
  expect(judge(500)?.message).not.toContain('Redirects');
  expect(judge(500)?.message).not.toContain('Redirects');
});

test('Retry-After is kept to, for an hour at most', () => {
  expect(judge(429, '', {'retry-after': '60'})?.end.retryAfterMs).toBe(MINUTE);
  expect(judge(429, '', {'retry-after': '86400'})?.end.retryAfterMs).toBe(HOUR);
  expect(judge(429)?.end.retryAfterMs).toBeUndefined();
});

test.each([
  ['ECONNREFUSED', false],
  ['ENOTFOUND', false],
  ['EAI_AGAIN', false],
  ['EHOSTUNREACH', false],
  ['ENETUNREACH', false],
  ['ECONNRESET', true],
  ['EPIPE', true],
])('after %s it may have arrived: %s', (code, doubt) => {
  const failure = brokenOff('neo.example', Object.assign(new Error('x'), {code}));
  expect(failure.end).toEqual({retry: 'later', doubt});
  expect(failure.message).toMatch(/^Couldn't reach neo\.example: /u);
});

test('an error without a code leaves it open whether it arrived; a refused address never left', () => {
  expect(brokenOff('neo.example', new Error('cut')).end).toEqual({retry: 'later', doubt: true});
  expect(brokenOff('neo.example', new GatewayError('refused', 'It is a private address.'))).toMatchObject({
    message: 'It is a private address.',
    end: {retry: 'later'},
  });
});
