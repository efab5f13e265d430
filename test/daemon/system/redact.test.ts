import {describe, expect, test} from 'vitest';
import {createRedactor, isSecretName, maskShapes} from '../../../src/daemon/system/redact.ts';

test.each([
  'apiKey',
  'api_key',
  'API-KEY',
  'apikey',
  'access_token',
  'wakeToken',
  'Authorization',
  'password',
  'client_secret',
  'privateKey',
  'Set-Cookie',
])('the name %s marks a secret', name => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['key', 'keys', 'inputTokens', 'contextTokens', 'sessionKey', 'turnId', 'monkey', 'tokenizer', ''])(
  'the name %s marks no secret',
  name => {
    expect(isSecretName(name)).toBe(false);
  },
);

test.each([
  [`the key sk-ant-${'a1B2'.repeat(8)} was refused`, 'the key •••• was refused'],
  ['Authorization: Bearer abcdefghijk.lmn', 'Authorization: Bearer ••••'],
  ['POST https://me:hunter22@example.org/v1 failed', 'POST https://••••@example.org/v1 failed'],
  ['write to bob@example.org about https://example.org/a@b', 'write to bob@example.org about https://example.org/a@b'],
  ['a task-list and a risk-free sk-8', 'a task-list and a risk-free sk-8'],
])('secrets in "%s" are masked', (text, masked) => {
  expect(maskShapes(text)).toBe(masked);
});

describe('a known secret', () => {
  test('is masked wherever it occurs, even inside a longer one', () => {
    const redactor = createRedactor();
    redactor.know('hunter22');
    redactor.know('hunter22-the-long-one');
    expect(redactor.text('hunter22, "hunter22-the-long-one", hunter22hunter22')).toBe('••••, "••••", ••••••••');
    expect(redactor.data({url: 'http://x/?k=hunter22', list: ['hunter22']})).toEqual({
      url: 'http://x/?k=••••',
      list: ['••••'],
    });
  });

  test('as short as a word masks no words', () => {
    const redactor = createRedactor();
    redactor.know('ollama');
    redactor.know('');
    expect(redactor.text('ollama answers')).toBe('ollama answers');
  });

  test('is masked in an error, its cause and its stack', () => {
    const redactor = createRedactor();
    redactor.know('hunter22');
    const error = new Error('no hunter22', {cause: new TypeError('not hunter22')});
    const told = redactor.data({error});
    expect(told).toMatchObject({
      error: {name: 'Error', message: 'no ••••', cause: {name: 'TypeError', message: 'not ••••'}},
    });
    expect(JSON.stringify(told)).not.toContain('hunter22');
  });
});

describe('a field', () => {
  const {data} = createRedactor();

  test('with the name of a secret is masked, whatever its value', () => {
    expect(data({apiKey: {env: 'X'}, headers: {Authorization: 7, cookie: null}, token: undefined})).toEqual({
      apiKey: '••••',
      headers: {Authorization: '••••', cookie: '••••'},
    });
  });

  test('is converted to JSON', () => {
    const circle: Record<string, unknown> = {name: 'circle'};
    circle['self'] = circle;
    const shared = {a: 1};
    expect(
      data({
        circle,
        twice: [shared, shared],
        big: 10n,
        act: () => 1,
        bytes: new Uint8Array(3),
        at: new Date(0),
        map: new Map([['a', 1]]),
        no: null,
      }),
    ).toEqual({
      circle: {name: 'circle', self: '[again]'},
      twice: [shared, shared],
      big: '10',
      act: '[function]',
      bytes: '[3 bytes]',
      at: '1970-01-01T00:00:00.000Z',
      map: [['a', 1]],
      no: null,
    });
  });

  test('is limited in depth, number and length', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = {deep};
    expect(JSON.stringify(data(deep))).toBe(`${'{"deep":'.repeat(8)}"[more]"${'}'.repeat(8)}`);
    expect(data(Array.from({length: 102}, () => 1))).toHaveLength(101);
    expect(data('x'.repeat(5_000))).toBe(`${'x'.repeat(4_000)}… (5000 characters)`);
  });

  test('shows only the length of message text, and the text of an error', () => {
    const bodies = new Set(['text', 'message']);
    const error = new Error('it failed');
    expect(
      data({text: 'Call Bob.', reminder: {message: 'Call Bob.'}, session: 'rooster:main', error}, bodies),
    ).toMatchObject({
      text: '[9 characters]',
      reminder: {message: '[9 characters]'},
      session: 'rooster:main',
      error: {message: 'it failed'},
    });
  });
});

test.each(['a.', 'a-', 'a+', 'a://'])('a long text of %j is masked quickly, since everything waits for it', piece => {
  const text = piece.repeat(200_000);
  const before = process.cpuUsage();
  expect(maskShapes(text)).toBe(text);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
