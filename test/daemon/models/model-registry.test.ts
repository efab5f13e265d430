import {expect, test} from 'vitest';
import type {Config} from '../../../src/daemon/config/config-schema.ts';
import {createModels, describeModel} from '../../../src/daemon/models/model-registry.ts';
import type {Model, Models} from '../../../src/daemon/ports/model.ts';
import {type MemoryLog, memoryLog} from '../../support/memory-log.ts';
import {testConfig} from '../../support/test-config.ts';

test('without a configuration the offline assistant is the only model', async () => {
  const choices = await registry(testConfig()).candidates();
  expect(choices.map(({name}) => name)).toEqual(['offline']);
  expect(choices[0]?.model.specificationVersion).toBe('v4');
});

test('the candidates are the configured model, then the fallbacks, each once', async () => {
  const config = configWith('local/a', ['local/b', 'local/a', 'offline']);
  expect((await registry(config).candidates()).map(({name}) => name)).toEqual(['local/a', 'local/b', 'offline']);
});

test("a job's own model comes first, with the same fallbacks", async () => {
  const choices = await registry(configWith('local/a', ['offline'])).candidates('local/own');
  expect(choices.map(({name}) => name)).toEqual(['local/own', 'offline']);
});

test('an edit of the configuration applies to the next turn', async () => {
  let config = configWith('local/a', []);
  const models = createModels({
    config: () => config,
    env: {},
    log: memoryLog(),
  });
  expect((await models.candidates())[0]?.name).toBe('local/a');
  config = configWith('local/b', []);
  expect((await models.candidates())[0]?.name).toBe('local/b');
});

test("each kind of provider is built by its own SDK, with the model's own name", async () => {
  const env = {ANTHROPIC_API_KEY: 'sk-a', OPENAI_API_KEY: 'sk-o'};
  const config = configWith('anthropic/claude-x', ['openai/gpt-x', 'local/llama']);
  const choices = await registry(config, env).candidates();
  expect(choices.map(({model}) => [model.provider, model.modelId])).toEqual([
    ['anthropic.messages', 'claude-x'],
    ['openai.chat', 'gpt-x'],
    ['local.chat', 'llama'],
  ]);
});

test('a model without a key stays a candidate and reports the missing key when called', async () => {
  const log = memoryLog();
  const [first, second] = await registry(configWith('anthropic/x', ['offline']), {}, log).candidates();
  expect([first?.name, second?.name]).toEqual(['anthropic/x', 'offline']);
  await expect(asked(first?.model)).rejects.toThrow(
    'no API key: run "rooster setup", or set ANTHROPIC_API_KEY or providers.anthropic.apiKey',
  );
  expect(log.lines).toEqual([
    expect.objectContaining({level: 'warn', sentence: expect.stringContaining('no API key')}),
  ]);
});

test('a model without a key is a candidate even if it is the only one; the turn says why', async () => {
  const [only] = await registry(configWith('openai/x', [])).candidates();
  await expect(asked(only?.model)).rejects.toThrow('no API key');
});

test('an unknown model is refused with a sentence', async () => {
  await expect(registry(configWith('local/a', [])).candidates('nope/x')).rejects.toThrow('Unknown provider "nope"');
  await expect(registry(configWith('local/a', ['offline'])).candidates('nope/x')).resolves.toHaveLength(2);
  await expect(
    registry({...testConfig(), agent: {...testConfig().agent, model: 'nope/x'}}).candidates(),
  ).rejects.toMatchObject({
    name: 'GatewayError',
    code: 'not_found',
    message: expect.stringContaining('Unknown provider "nope"'),
  });
});

test('the log gets each key before its use', async () => {
  const secrets: string[] = [];
  const config = configWith('anthropic/x', []);
  const env = {ANTHROPIC_API_KEY: 'sk-secret'};
  const models = createModels({
    config: () => config,
    env,
    log: memoryLog(),
    onSecret: secret => void secrets.push(secret),
  });
  await models.candidates();
  expect(secrets).toEqual(['sk-secret']);
});

test("the context window is the model's known one, else the configured one", async () => {
  const config = testConfig({
    agent: {model: 'anthropic/claude-x', fallbacks: ['local/llama'], contextTokens: 16_000},
    providers: LOCAL,
  });
  const choices = await registry(config, {ANTHROPIC_API_KEY: 'k'}).candidates();
  expect(choices.map(({contextTokens}) => contextTokens)).toEqual([200_000, 16_000]);
});

test.each([
  ['offline', {}, {name: 'offline', ready: true, detail: 'built-in assistant, no network needed'}],
  [
    'anthropic/x',
    {},
    {
      name: 'anthropic/x',
      ready: false,
      detail: 'no API key: run "rooster setup", or set ANTHROPIC_API_KEY or providers.anthropic.apiKey',
    },
  ],
  [
    'anthropic/x',
    {ANTHROPIC_API_KEY: 'sk-secret'},
    {name: 'anthropic/x', ready: true, detail: 'api.anthropic.com', contextTokens: expect.any(Number)},
  ],
  ['local/x', {}, {name: 'local/x', ready: true, detail: '127.0.0.1:11434', contextTokens: expect.any(Number)}],
])('the status of %s with %j', (model, env, state) => {
  expect(describeModel(configWith(model, []), env)).toEqual(state);
});

const LOCAL = {local: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1'}} as const;

const configWith = (model: string, fallbacks: readonly string[]): Config =>
  testConfig({agent: {model, fallbacks}, providers: LOCAL});

const registry = (config: Config, env: Readonly<Record<string, string>> = {}, log: MemoryLog = memoryLog()): Models =>
  createModels({config: () => config, env, log});

const asked = async (model: Model | undefined): Promise<unknown> => model?.doStream({prompt: []});
