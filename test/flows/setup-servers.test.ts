// Setting up the servers that Rooster knows by name, and those that it meets by address: the address is tried before the key, and the
// context size is what the server says. The bodies are in the format of each server's documentation.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Reply} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const KEY = 'sk-test-quite0a0secret0value0';
const READY: Reply = {kind: 'text', chunks: ['ready']};

type Scene = AsyncDisposable & {
  readonly daemon: TestDaemon;
  readonly server: Awaited<ReturnType<typeof startOpenAiServer>>;
  readonly config: () => {readonly agent: unknown};
};

/** A daemon whose provider of this name is a server on loopback, at the same path as the real one. */
const serverOf = async (name: string, path = '/v1'): Promise<Scene> => {
  const server = await startOpenAiServer([READY]);
  const home = tempDir();
  const providers = {[name]: {kind: 'openai-compatible', baseUrl: `${server.origin}${path}`}} as const;
  const daemon = await openTestDaemon({home: home.path, config: {providers}});
  return {
    daemon,
    server,
    config: () => JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8')) as {agent: unknown},
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

const GROQ = {
  object: 'list',
  data: [
    {
      id: 'llama-3.3-70b-versatile',
      object: 'model',
      created: 2,
      owned_by: 'Meta',
      active: true,
      context_window: 131_072,
    },
    {id: 'whisper-large-v3', object: 'model', created: 1, owned_by: 'OpenAI', active: true, context_window: 448},
  ],
};
const OPENROUTER = {
  data: [
    {
      id: 'deepseek/deepseek-chat',
      name: 'DeepSeek',
      created: 1,
      context_length: 163_840,
      top_provider: {context_length: 64_000, max_completion_tokens: 16_000, is_moderated: false},
    },
  ],
};
const GEMINI = {
  object: 'list',
  data: [
    {id: 'models/gemini-2.5-flash', object: 'model', owned_by: 'google'},
    {id: 'models/gemini-embedding-001', object: 'model', owned_by: 'google'},
  ],
};
const LISTED = {object: 'list', data: [{id: 'qwen3:latest', object: 'model', created: 1, owned_by: 'library'}]};

describe('the context size is what the server says', () => {
  test.each([
    ['groq', '/openai/v1', 'llama-3.3-70b-versatile', {'/openai/v1/models': GROQ}, 131_072],
    ['openrouter', '/api/v1', 'deepseek/deepseek-chat', {'/api/v1/models': OPENROUTER}, 64_000],
    [
      'gemini',
      '/v1beta/openai',
      'gemini-2.5-flash',
      {'/v1beta/models/gemini-2.5-flash': {name: 'models/gemini-2.5-flash', inputTokenLimit: 1_048_576}},
      1_048_576,
    ],
    [
      'ollama',
      '/v1',
      'qwen3',
      {'/api/ps': {models: [{name: 'qwen3:latest', model: 'qwen3:latest', context_length: 4_096}]}},
      4_096,
    ],
    [
      'ollama',
      '/v1',
      'qwen3',
      {'/api/show': {parameters: 'num_ctx                        16384\nstop   "<|im_end|>"', model_info: {}}},
      16_384,
    ],
    [
      'lmstudio',
      '/v1',
      'qwen3-8b',
      {
        '/api/v0/models': {
          object: 'list',
          data: [
            {id: 'qwen3-8b', type: 'llm', state: 'loaded', max_context_length: 40_960, loaded_context_length: 8_000},
          ],
        },
      },
      8_000,
    ],
    ['lamp', '/v1', 'm', {'/v1/models': {data: [{id: 'm', object: 'model', max_model_len: 32_768}]}}, 32_768],
    ['lamp', '/v1', 'm', {'/props': {default_generation_settings: {n_ctx: 12_288}}}, 12_288],
  ])('%s at %s', async (provider, path, model, paths, tokens) => {
    await using scene = await serverOf(provider, path);
    scene.server.offers([model]);
    scene.server.serves(paths);
    const {daemon} = scene;
    const request = {provider, key: KEY, model};
    expect(await daemon.call('setup.try', request)).toMatchObject({context: {tokens, source: 'server'}});
    await daemon.call('setup.save', {...request, contextTokens: tokens});
    expect(scene.config().agent).toEqual({model: `${provider}/${model}`, contextTokens: tokens});
    expect((await daemon.call('daemon.status', {})).model.contextTokens).toBe(tokens);
    expect(JSON.stringify([daemon.events, daemon.log.lines])).not.toContain(KEY);
  });

  test('what a model could read is not what its server lets it read', async () => {
    await using scene = await serverOf('ollama');
    scene.server.serves({'/api/show': {model_info: {'qwen3.context_length': 40_960}}, '/api/ps': {models: []}});
    const {context} = await scene.daemon.call('setup.try', {provider: 'ollama', model: 'qwen3'});
    expect(context).toEqual({tokens: 8_192, source: 'assumed'});
  });

  test('a size that nobody can mean is asked for instead', async () => {
    await using scene = await serverOf('ollama');
    scene.server.serves({'/api/ps': {models: [{name: 'qwen3:latest', context_length: 7}]}});
    const {context} = await scene.daemon.call('setup.try', {provider: 'ollama', model: 'qwen3'});
    expect(context.source).toBe('assumed');
  });
});

describe('the address is tried before the key', () => {
  test('without a key, and the server says whether it needs one', async () => {
    await using scene = await serverOf('lamp');
    const {daemon, server} = scene;
    server.offers({kind: 'status', status: 401});
    expect(await daemon.call('setup.address', {provider: 'lamp'})).toMatchObject({provider: 'lamp', needsKey: true});
    server.offers(['m']);
    expect(await daemon.call('setup.address', {baseUrl: server.origin})).toMatchObject({needsKey: false});
    expect(server.requests.every(({headers}) => headers['authorization'] === undefined)).toBe(true);
    await daemon.call('setup.try', {provider: 'lamp', model: 'm'});
  });

  test.each([
    [{kind: 'status', status: 500}, /failed with a server error \(500\)/u],
    [{kind: 'garbage', body: '<html>hello</html>'}, /returned no list of models\. Check the address\./u],
  ] as const)('%j is an error of the address', async (reply, sentence) => {
    await using scene = await serverOf('lamp');
    scene.server.offers(reply);
    await expect(scene.daemon.call('setup.address', {provider: 'lamp'})).rejects.toThrow(sentence);
    await scene.daemon.call('setup.try', {provider: 'lamp', model: 'm'});
  });

  test.each([
    ['ollama', 'ollama serve'],
    ['lmstudio', 'lms server start'],
  ])('%s that is not started says how to start it', async (provider, start) => {
    const gone = await startOpenAiServer([]);
    await gone[Symbol.asyncDispose]();
    using home = tempDir();
    const providers = {[provider]: {kind: 'openai-compatible', baseUrl: gone.baseUrl}} as const;
    await using daemon = await openTestDaemon({home: home.path, config: {providers}});
    const {host} = new URL(gone.origin);
    await expect(daemon.call('setup.address', {provider})).rejects.toThrow(
      `doesn't answer at ${host}: is it started? Run "${start}".`,
    );
  });

  test('the address of a known server gets its name', async () => {
    using home = tempDir();
    await using daemon = await openTestDaemon({home: home.path});
    await expect(daemon.call('setup.address', {baseUrl: '127.0.0.1:11434'})).rejects.toThrow(/^Ollama doesn't answer/u);
  });
});

describe('a key is tried at once', () => {
  test('OpenRouter lists its models for everybody, so the key is asked about', async () => {
    await using scene = await serverOf('openrouter', '/api/v1');
    const {daemon, server} = scene;
    server.serves({'/api/v1/models': OPENROUTER, '/api/v1/key': 401});
    const request = {provider: 'openrouter', key: KEY};
    await expect(daemon.call('setup.models', request)).rejects.toMatchObject({
      code: 'refused',
      message: 'openrouter refused the API key (401). Check the key and enter it again.',
    });
    server.serves({'/api/v1/key': {data: {label: 'sk-or-v1-…', limit: null}}});
    expect(await daemon.call('setup.models', request)).toMatchObject({models: ['deepseek/deepseek-chat']});
    expect(server.requests.map(({path}) => path)).toEqual(['/api/v1/key', '/api/v1/key', '/api/v1/models']);
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
    await daemon.call('setup.try', {...request, model: 'deepseek/deepseek-chat'});
  });

  test('Gemini answers a wrong key with 400, and names its models by their path', async () => {
    await using scene = await serverOf('gemini', '/v1beta/openai');
    const {daemon, server} = scene;
    server.serves({'/v1beta/openai/models': 400});
    const request = {provider: 'gemini', key: KEY};
    expect(await daemon.call('setup.address', {provider: 'gemini'})).toMatchObject({needsKey: true});
    await expect(daemon.call('setup.models', request)).rejects.toMatchObject({
      code: 'refused',
      message: 'gemini refused the API key (400). Check the key and enter it again.',
    });
    server.serves({'/v1beta/openai/models': GEMINI});
    expect(await daemon.call('setup.models', request)).toEqual({provider: 'gemini', models: ['gemini-2.5-flash']});
    await daemon.call('setup.try', {...request, model: 'gemini-2.5-flash'});
  });

  test('one that only the trial refuses is an error of the key', async () => {
    await using server = await startOpenAiServer([{kind: 'status', status: 401}]);
    using home = tempDir();
    const providers = {lamp: {kind: 'openai-compatible', baseUrl: server.baseUrl}} as const;
    await using daemon = await openTestDaemon({home: home.path, config: {providers}});
    const trial = daemon.call('setup.try', {provider: 'lamp', key: KEY, model: 'm'});
    await expect(trial).rejects.toMatchObject({code: 'refused'});
  });

  test('Groq lists only what can talk; Ollama without a model says how to get one', async () => {
    await using groq = await serverOf('groq', '/openai/v1');
    groq.server.serves({'/openai/v1/models': GROQ});
    const {models} = await groq.daemon.call('setup.models', {provider: 'groq', key: KEY});
    expect(models).toEqual(['llama-3.3-70b-versatile']);
    await groq.daemon.call('setup.try', {provider: 'groq', key: KEY, model: 'llama-3.3-70b-versatile'});
    await using ollama = await serverOf('ollama');
    ollama.server.offers([]);
    expect(await ollama.daemon.call('setup.models', {provider: 'ollama'})).toMatchObject({
      models: [],
      problem: 'Ollama has no model yet. Run "ollama pull qwen3" in a shell, then choose Ollama again.',
    });
    ollama.server.serves({'/v1/models': LISTED});
    expect(await ollama.daemon.call('setup.models', {provider: 'ollama'})).toMatchObject({models: ['qwen3:latest']});
    await ollama.daemon.call('setup.try', {provider: 'ollama', model: 'qwen3:latest'});
  });
});

test('a known server is written into the configuration with its address, and answers the next message', async () => {
  await using scene = await serverOf('lamp');
  await scene.daemon.call('setup.save', {provider: 'ollama', model: 'qwen3', contextTokens: 4_096});
  expect(scene.config()).toMatchObject({
    providers: {ollama: {kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1'}},
    agent: {model: 'ollama/qwen3', contextTokens: 4_096},
  });
  await scene.daemon.call('setup.try', {provider: 'lamp', model: 'm'});
});
