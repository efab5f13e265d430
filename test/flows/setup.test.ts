// Connecting a model: the provider's list, one request, then the key in a file and the configuration; the daemon uses it at once.
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {startAnthropicServer} from '../support/anthropic-server.ts';
import {filesHolding, modeOf} from '../support/files-holding.ts';
import type {Reply} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const KEY = 'sk-test-quite0a0secret0value0';

const says = (...chunks: readonly string[]): Reply => ({kind: 'text', chunks});

const PROVIDERS = [
  {kind: 'openai', start: startOpenAiServer, header: 'authorization', sent: `Bearer ${KEY}`},
  {kind: 'openai-compatible', start: startOpenAiServer, header: 'authorization', sent: `Bearer ${KEY}`},
  {kind: 'anthropic', start: startAnthropicServer, header: 'x-api-key', sent: KEY},
] as const;

describe.each(PROVIDERS)('a provider of the kind $kind', ({kind, start, header, sent}) => {
  test('is asked for its models, tried, saved, and answers the next message without a restart', async () => {
    await using server = await start([says('ready'), says('Good morning.')]);
    server.offers(['big-2', 'small-1']);
    using home = tempDir();
    await using daemon = await openTestDaemon({
      home: home.path,
      config: {providers: {mine: {kind, baseUrl: server.baseUrl}}},
    });
    const request = {provider: 'mine', key: ` ${KEY}\n`};
    expect(await daemon.call('setup.models', request)).toEqual({provider: 'mine', models: ['big-2', 'small-1']});
    expect(server.requests[0]?.path).toBe(kind === 'anthropic' ? '/v1/models?limit=1000' : '/v1/models');
    expect(server.requests[0]?.headers[header]).toBe(sent);
    const model = {...request, model: 'small-1'};
    expect(await daemon.call('setup.try', model)).toEqual({
      model: 'mine/small-1',
      reply: 'ready',
      context: {tokens: 8_192, source: 'assumed'},
    });
    expect(existsSync(join(home.path, 'keys')), 'nothing is written before it is saved').toBe(false);
    expect(readFileSync(join(home.path, 'config.json'), 'utf8')).not.toContain('small-1');

    const keyFile = join(home.path, 'keys/mine');
    expect(await daemon.call('setup.save', model)).toEqual({model: 'mine/small-1', keyFile});
    expect(readFileSync(keyFile, 'utf8')).toBe(`${KEY}\n`);
    expect(modeOf(home.path, 'keys/mine')).toBe('600');
    expect(modeOf(home.path, 'keys')).toBe('700');
    expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({
      providers: {mine: {kind, baseUrl: server.baseUrl, apiKey: {file: keyFile}}},
      agent: {model: 'mine/small-1'},
    });
    expect(await daemon.say('hello')).toBe('Good morning.');
    expect(server.requests.at(-1)?.headers[header]).toBe(sent);
    expect(filesHolding(home.path, KEY)).toEqual(['keys/mine']);
    expect(JSON.stringify([daemon.events, daemon.log.lines])).not.toContain(KEY);
  });

  test.each([
    [401, /mine refused the API key \(401\)\. Check the key and enter it again\./u],
    [403, /mine refused access \(403\)\. /u],
    [429, /mine is rate-limiting requests \(429\)\. /u],
    [500, /^127\.0\.0\.1:\d+ failed with a server error \(500\)\. /u],
    [418, /^127\.0\.0\.1:\d+ refused the list of its models \(418\)\. /u],
  ])('says in one sentence why it gave no list: %i', async (status, sentence) => {
    await using server = await start([]);
    server.offers({kind: 'status', status});
    using home = tempDir();
    await using daemon = await openTestDaemon({
      home: home.path,
      config: {providers: {mine: {kind, baseUrl: server.baseUrl}}},
    });
    await expect(daemon.call('setup.models', {provider: 'mine', key: KEY})).rejects.toThrow(sentence);
  });
});

test('a server without a list is set up by its address and the name of a model', async () => {
  await using server = await startOpenAiServer([says('ready'), says('Hi.')]);
  server.offers({kind: 'status', status: 404});
  using home = tempDir();
  await using daemon = await openTestDaemon({home: home.path});
  const baseUrl = new URL(server.origin).host;
  const listed = await daemon.call('setup.models', {baseUrl});
  expect(listed).toEqual({
    provider: 'local',
    models: [],
    problem: `${baseUrl} has no list of models (404). Type the model's name.`,
  });
  expect(await daemon.call('setup.try', {baseUrl, model: 'llama'})).toMatchObject({reply: 'ready'});
  expect(await daemon.call('setup.save', {baseUrl, model: 'llama'})).toEqual({model: 'local/llama'});
  expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({
    providers: {local: {kind: 'openai-compatible', baseUrl: `http://${baseUrl}/v1`}},
    agent: {model: 'local/llama'},
  });
  expect(await daemon.say('hello')).toBe('Hi.');
});

test('a key may stay in a variable of the daemon, and one that is not set is named', async () => {
  await using server = await startOpenAiServer([says('Hi.')]);
  using home = tempDir();
  await using daemon = await openTestDaemon({
    home: home.path,
    env: {MY_KEY: KEY},
    config: {providers: {openai: {kind: 'openai', baseUrl: server.baseUrl}}},
  });
  await expect(daemon.call('setup.models', {provider: 'openai', key: '$OTHER_KEY'})).rejects.toThrow(
    'The daemon\'s environment has no OTHER_KEY. Export it and run "rooster daemon restart", or paste the key.',
  );
  expect(await daemon.call('setup.save', {provider: 'openai', key: '$MY_KEY', model: 'gpt-9'})).toEqual({
    model: 'openai/gpt-9',
  });
  expect(existsSync(join(home.path, 'keys'))).toBe(false);
  expect(readFileSync(join(home.path, 'config.json'), 'utf8')).toContain('"MY_KEY"');
  expect(await daemon.say('hello')).toBe('Hi.');
  expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
});

test('the providers are those that the configuration knows, with the source of each key', async () => {
  using home = tempDir();
  mkdirSync(join(home.path, 'keys'), {recursive: true});
  writeFileSync(join(home.path, 'keys/mine'), KEY, {mode: 0o600});
  await using daemon = await openTestDaemon({
    home: home.path,
    env: {OPENAI_API_KEY: KEY},
    config: {
      providers: {
        mine: {kind: 'anthropic', apiKey: {file: join(home.path, 'keys/mine')}},
        lamp: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1'},
      },
    },
  });
  const {model, providers} = await daemon.call('setup.providers', {});
  expect(model).toBe('offline');
  expect(providers.map(({title}) => title)).toEqual([
    ...['Anthropic', 'OpenAI', 'OpenRouter', 'Google Gemini', 'Groq', 'Ollama', 'LM Studio'],
    ...['mine', 'lamp'],
  ]);
  expect(providers).toEqual(
    expect.arrayContaining([
      {
        name: 'openai',
        title: 'OpenAI',
        kind: 'openai',
        host: 'api.openai.com',
        variable: 'OPENAI_API_KEY',
        key: 'environment',
        keyPage: 'https://platform.openai.com/api-keys',
        needsKey: true,
      },
      {name: 'ollama', title: 'Ollama', kind: 'openai-compatible', host: 'localhost:11434', isLocal: true},
      {
        name: 'mine',
        title: 'mine',
        kind: 'anthropic',
        host: 'api.anthropic.com',
        variable: 'ANTHROPIC_API_KEY',
        key: 'file',
        needsKey: true,
      },
      {name: 'lamp', title: 'lamp', kind: 'openai-compatible', host: '127.0.0.1:9'},
    ]),
  );
});

test('a model that fails its trial leaves nothing, and a refused configuration puts the old key back', async () => {
  await using server = await startOpenAiServer([{kind: 'status', status: 404}]);
  using home = tempDir();
  const config = {providers: {mine: {kind: 'openai', baseUrl: server.baseUrl}}};
  await using daemon = await openTestDaemon({home: home.path, config});
  const request = {provider: 'mine', key: KEY};
  await expect(daemon.call('setup.try', {...request, model: 'nope'})).rejects.toThrow(
    /doesn't know mine\/nope \(404\)/u,
  );
  expect(existsSync(join(home.path, 'keys'))).toBe(false);
  await daemon.call('setup.save', {...request, key: 'sk-the-first-one', model: 'a'});
  await expect(daemon.call('setup.save', {...request, model: 'has a space'})).rejects.toThrow(
    /Couldn't write agent\.model/u,
  );
  expect(readFileSync(join(home.path, 'keys/mine'), 'utf8')).toBe('sk-the-first-one\n');
  expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toMatchObject({agent: {model: 'mine/a'}});
  expect(readdirSync(join(home.path, 'keys'))).toEqual(['mine']);
});

test.each([
  [{provider: 'nosuch'}, /No provider "nosuch"\. /u],
  [{baseUrl: 'http://user:secret@host/v1'}, /^That isn't an address of a server\. /u],
  [{provider: 'openai', key: 'two words'}, /^An API key has no spaces/u],
  [{provider: 'openai', key: '$lower'}, /^A variable is named like/u],
  [{provider: 'openai'}, /^openai needs an API key\. Paste it, or type \$NAME for a variable\.$/u],
])('%j is refused with a sentence', async (request, sentence) => {
  using home = tempDir();
  await using daemon = await openTestDaemon({home: home.path});
  await expect(daemon.call('setup.models', request)).rejects.toThrow(sentence);
});

test('a server that never answers is given up, and one that is not there is named', async () => {
  await using server = await startOpenAiServer([]);
  server.offers({kind: 'hang'});
  using home = tempDir();
  await using daemon = await openTestDaemon({home: home.path});
  const listing = daemon.call('setup.models', {baseUrl: server.origin});
  const refused = expect(listing).rejects.toThrow(
    /^127\.0\.0\.1:\d+ didn't answer within 15 seconds\. Check the address and the network\.$/u,
  );
  await daemon.whileTimePasses(listing.catch(() => undefined));
  await refused;
  await expect(daemon.call('setup.models', {baseUrl: 'http://127.0.0.1:9'})).rejects.toThrow(
    /^Couldn't reach 127\.0\.0\.1:9: .*\. Check the network and that the server runs\.$/u,
  );
});
