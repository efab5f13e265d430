import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {ProviderConfig} from '../../../src/daemon/config/config-schema.ts';
import {type Access, accessTo} from '../../../src/daemon/models/provider-access.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {testConfig} from '../../support/test-config.ts';

const access = (
  name: string,
  providers: Record<string, ProviderConfig> = {},
  env: Record<string, string> = {},
): Access => accessTo(name, {...testConfig(), providers}, env);

test('the two known providers need only their usual variable', () => {
  expect(access('anthropic/claude-x', {}, {ANTHROPIC_API_KEY: 'sk-ant'})).toEqual({
    provider: 'anthropic',
    modelId: 'claude-x',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKey: 'sk-ant',
  });
  expect(access('openai/gpt-x', {}, {OPENAI_API_KEY: ' sk-oai\n'})).toMatchObject({
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'sk-oai',
  });
});

test('a provider that Rooster knows by name needs no entry, and its usual key goes only to its own address', () => {
  expect(access('ollama/qwen3')).toEqual({
    provider: 'ollama',
    modelId: 'qwen3',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:11434/v1',
  });
  const env = {GROQ_API_KEY: 'gsk-1'};
  expect(access('groq/llama-3.3', {}, env)).toMatchObject({baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'gsk-1'});
  expect(() => access('groq/llama-3.3')).toThrow('no API key: run "rooster setup", or set GROQ_API_KEY');
  const proxy = {groq: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1'} as const};
  expect(access('groq/llama-3.3', proxy, env)).not.toHaveProperty('apiKey');
});

test('a model name may contain slashes', () => {
  const providers = {router: {kind: 'openai-compatible', baseUrl: 'https://example.org/v1/'} as const};
  expect(access('router/meta/llama-3', providers)).toMatchObject({
    provider: 'router',
    modelId: 'meta/llama-3',
    baseUrl: 'https://example.org/v1',
  });
});

test('a server with an optional key works without its variable, and the variable is named', () => {
  const providers = {local: {kind: 'openai-compatible', baseUrl: 'http://[::1]/v1', apiKey: {env: 'LOCAL'}} as const};
  expect(access('local/x', providers)).toMatchObject({unsetVariable: 'LOCAL'});
  expect(access('local/x', providers)).not.toHaveProperty('apiKey');
  expect(access('local/x', providers, {LOCAL: 'sk-1'})).not.toHaveProperty('unsetVariable');
});

test('a key comes from the configuration, written out or as the name of a variable', () => {
  expect(
    access('anthropic/x', {anthropic: {kind: 'anthropic', apiKey: 'sk-written'}}, {ANTHROPIC_API_KEY: 'sk-env'}).apiKey,
  ).toBe('sk-written');
  const named = {anthropic: {kind: 'anthropic', apiKey: {env: 'MY_KEY'}} as const};
  expect(access('anthropic/x', named, {ANTHROPIC_API_KEY: 'sk-env', MY_KEY: 'sk-mine'}).apiKey).toBe('sk-mine');
});

test('a local server needs no key, even when an unset variable is named', () => {
  const local = {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: {env: 'LOCAL_KEY'}} as const;
  expect(access('local/qwen', {local})).not.toHaveProperty('apiKey');
  expect(access('local/qwen', {local}, {LOCAL_KEY: 'k'}).apiKey).toBe('k');
});

test.each([
  ['anthropic/x', {}, {}, 'no API key: run "rooster setup", or set ANTHROPIC_API_KEY or providers.anthropic.apiKey.'],
  [
    'openai/x',
    {},
    {OPENAI_API_KEY: '  '},
    'no API key: run "rooster setup", or set OPENAI_API_KEY or providers.openai.apiKey.',
  ],
  [
    'anthropic/x',
    {anthropic: {kind: 'anthropic', apiKey: {env: 'MY_KEY'}}},
    {},
    'no API key: run "rooster setup", or set MY_KEY or providers.anthropic.apiKey.',
  ],
  [
    'openai/x',
    {},
    {OPENAI_API_KEY: 'sk-1\nsk-2'},
    'the API key has invalid characters: check OPENAI_API_KEY or providers.openai.apiKey.',
  ],
  [
    'nope/x',
    {local: {kind: 'openai-compatible', baseUrl: 'http://localhost/v1'}},
    {},
    'Unknown provider "nope" for the model "nope/x". Known: offline, anthropic, openai, openrouter, gemini, groq, ollama, lmstudio, local. Add others under providers.',
  ],
  [
    'constructor/x',
    {},
    {},
    'Unknown provider "constructor" for the model "constructor/x". Known: offline, anthropic, openai, openrouter, gemini, groq, ollama, lmstudio. Add others under providers.',
  ],
  [
    'local/x',
    {local: {kind: 'openai-compatible'}},
    {},
    'The provider "local" has no address: set providers.local.baseUrl.',
  ],
  [
    'local/x',
    {local: {kind: 'openai-compatible', baseUrl: 'localhost'}},
    {},
    'providers.local.baseUrl isn\'t a valid URL: "localhost".',
  ],
  ['anthropic', {}, {ANTHROPIC_API_KEY: 'k'}, '"anthropic" isn\'t a model name. Write it as anthropic/<model>.'],
] as const)('"%s" with %j and %j: the sentence says what is missing', (name, providers, env, sentence) => {
  expect(() => access(name, providers, env)).toThrow(
    expect.objectContaining({name: 'GatewayError', message: sentence}),
  );
});

test('a key in a file is read at each use, and a file that others can read is refused', () => {
  using folder = tempDir();
  const file = join(folder.path, 'key');
  const providers = {local: {kind: 'openai-compatible', baseUrl: 'http://localhost/v1', apiKey: {file}}} as const;
  expect(() => access('local/x', providers, {})).toThrow(`Couldn't read the secret in ${file}.`);
  writeFileSync(file, 'first\n', {mode: 0o600});
  expect(access('local/x', providers, {}).apiKey).toBe('first');
  writeFileSync(file, 'second\n');
  expect(access('local/x', providers, {}).apiKey).toBe('second');
  chmodSync(file, 0o644);
  expect(() => access('local/x', providers, {})).toThrow(`Other users can read ${file}. Run: chmod 600 ${file}`);
});
