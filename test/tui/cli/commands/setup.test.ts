// `rooster setup`: the questions and what each answer asks of the daemon. The key is never printed.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const KEY = 'sk-test-quite0a0secret0value0';
const MODELS = Array.from({length: 30}, (_, index) => `gpt-${30 - index}`);

const BY_NAME = {tokens: 200_000, source: 'model'} as const;

const answers = (more: TestWorldOptions['answers'] = {}): TestWorldOptions['answers'] => ({
  'setup.providers': () => ({
    model: 'offline',
    providers: [
      {name: 'anthropic', title: 'Anthropic', kind: 'anthropic', variable: 'ANTHROPIC_API_KEY', needsKey: true},
      {name: 'openai', title: 'OpenAI', kind: 'openai', variable: 'OPENAI_API_KEY', key: 'environment', needsKey: true},
      {name: 'ollama', title: 'Ollama', kind: 'openai-compatible', host: 'localhost:11434', isLocal: true},
    ],
  }),
  'setup.address': ({provider = 'local'}) => ({
    provider,
    host: 'h',
    needsKey: provider === 'anthropic' || provider === 'openai',
  }),
  'setup.models': ({provider = 'local'}) => ({provider, models: MODELS}),
  'setup.try': ({provider, model}) => ({model: `${provider}/${model}`, reply: 'ready', context: BY_NAME}),
  'setup.save': ({provider, model}) => ({model: `${provider}/${model}`, keyFile: `/home/alice/r/keys/${provider}`}),
  ...more,
});

const run = (typed: string, more?: TestWorldOptions['answers'], argv: readonly string[] = ['setup']) =>
  rooster(argv, {answers: answers(more), terminal: {columns: 80}, typed});

test('asks for a provider, a key and a model, tries it, saves it, and shows no key', async () => {
  const ran = await run(`1\nanthropic\n${KEY}\ngpt-7\n`);
  expect(ran.code).toBe(0);
  const request = {provider: 'anthropic', key: KEY};
  expect(ran.daemon.asked).toEqual([
    ['setup.providers', {}],
    ['setup.address', {provider: 'anthropic'}],
    ['setup.models', request],
    ['setup.try', {...request, model: 'gpt-7'}],
    ['setup.save', {...request, model: 'gpt-7'}],
  ]);
  expect(ran.out()).toContain(
    'It answered: ready\nanthropic/gpt-7 answers from now on.\nThe key is in /home/alice/r/keys/anthropic, which only you can read.\n',
  );
  expect(ran.out() + ran.err()).not.toContain(KEY);
  const drawn: unknown = (ran.world.stdout as unknown as NodeJS.ReadableStream).read();
  expect(String(drawn)).not.toContain(KEY);
});

test('a model is found by letters, and a number means the list that is shown', async () => {
  const ran = await run('1\n2\n\ngpt-1\n');
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'openai', model: 'gpt-1'}]);
  const narrowed = await run('2\n\n-2\n2\n', {}, ['setup', 'model']);
  expect(narrowed.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'openai', model: 'gpt-28'}]);
});

test.each([
  ['at the first question', '\n', 0],
  ['at the provider', '1\n\n', 1],
  ['at the key', '1\n1\n\n', 2],
  ['at the model', '1\n2\n\n\n', 3],
])('an empty line %s leaves, and nothing is saved', async (_, typed, calls) => {
  const ran = await run(typed);
  expect(ran.code).toBe(0);
  expect(ran.out()).toContain('Nothing was changed.');
  expect(ran.daemon.asked).toHaveLength(calls);
});

test('a refused key is asked for again, and a model that fails can be replaced', async () => {
  let listed = 0;
  let tried = 0;
  const ran = await run(`1\n1\nwrong\n${KEY}\ngpt-1\ngpt-2\n`, {
    'setup.models': () => {
      listed += 1;
      if (listed === 1) throw new GatewayError('refused', 'anthropic refused the API key (401). Check the key.');
      return {provider: 'anthropic', models: MODELS};
    },
    'setup.try': ({model}) => {
      tried += 1;
      if (tried === 1) throw new GatewayError('unavailable', `${model} is overloaded (529). Try again later.`);
      return {model, reply: 'ready', context: BY_NAME};
    },
  });
  expect(ran.code).toBe(0);
  expect(ran.err()).toContain('error: anthropic refused the API key (401). Check the key.');
  expect(ran.err()).toContain('error: gpt-1 is overloaded (529). Try again later.');
  expect(ran.daemon.asked.filter(([method]) => method === 'setup.save')).toEqual([
    ['setup.save', {provider: 'anthropic', key: KEY, model: 'gpt-2'}],
  ]);
});

test('another server is entered by its address; without a list its model is named', async () => {
  const ran = await run('1\n4\nlocalhost:11434\n\nllama\n', {
    'setup.models': () => ({provider: 'local', models: [], problem: 'localhost:11434 has no list of models (404).'}),
  });
  expect(ran.err()).toContain('localhost:11434 has no list of models (404).');
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {baseUrl: 'localhost:11434', model: 'llama'}]);
});

test('a script gives options, and the key on standard input', async () => {
  const argv = ['setup', 'model', '--provider', 'openai', '--model', 'gpt-5', '--json'];
  const ran = await rooster(argv, {answers: answers(), piped: `${KEY}\n`});
  expect(ran.code).toBe(0);
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'openai', key: KEY, model: 'gpt-5'}]);
  expect(JSON.parse(ran.out())).toEqual({model: 'openai/gpt-5', keyFile: '/home/alice/r/keys/openai'});
  const named = await rooster([...argv, '--key-env', 'MY_KEY'], {answers: answers(), piped: ''});
  expect(named.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'openai', key: '$MY_KEY', model: 'gpt-5'}]);
});

test('an address that nobody answers at is asked for again, before the key', async () => {
  let tried = 0;
  const ran = await run(`1\nanother server\nlocalhost:1\nlocalhost:2\n${KEY}\ngpt-1\n`, {
    'setup.address': () => {
      tried += 1;
      if (tried === 1) throw new GatewayError('unavailable', "Couldn't reach localhost:1: connection refused.");
      return {provider: 'local', host: 'localhost:2', needsKey: true};
    },
  });
  expect(ran.err()).toContain("error: Couldn't reach localhost:1: connection refused.");
  expect(ran.daemon.asked.map(([method]) => method)).toEqual([
    'setup.providers',
    'setup.address',
    'setup.address',
    'setup.models',
    'setup.try',
    'setup.save',
  ]);
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {baseUrl: 'localhost:2', key: KEY, model: 'gpt-1'}]);
});

test('Ollama is asked for no key; if it is not started, another provider can be chosen', async () => {
  let tried = 0;
  const ran = await run('1\nollama\nollama\ngpt-1\n', {
    'setup.address': () => {
      tried += 1;
      if (tried === 1)
        throw new GatewayError('unavailable', "Ollama doesn't answer at localhost:11434: is it started?");
      return {provider: 'ollama', host: 'localhost:11434', needsKey: false};
    },
  });
  expect(ran.err()).toContain("error: Ollama doesn't answer at localhost:11434: is it started?");
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'ollama', model: 'gpt-1'}]);
});

test('who has a subscription is told what it does not include, and chooses then', async () => {
  const ran = await run('1\nI have a subscription\n\n');
  expect(ran.err()).toContain('does not include API access, so Rooster needs an API key.');
  expect(ran.err()).toContain('Ollama runs models on this machine and costs nothing.');
  expect(ran.out()).toContain('Nothing was changed.');
});

test('a key that only the trial refuses is asked for again', async () => {
  let tried = 0;
  const ran = await run(`1\n1\nwrong\ngpt-1\n${KEY}\ngpt-1\n`, {
    'setup.try': () => {
      tried += 1;
      if (tried === 1) throw new GatewayError('refused', 'anthropic/gpt-1 refused the API key (401).');
      return {model: 'm', reply: 'ready', context: BY_NAME};
    },
  });
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'anthropic', key: KEY, model: 'gpt-1'}]);
});

const UNKNOWN = {tokens: 8_192, source: 'assumed'} as const;
const unknownSize = {'setup.try': () => ({model: 'm', reply: 'ready', context: UNKNOWN})};

test('an unknown context size is asked for, and Enter takes the default that was said', async () => {
  const ran = await run('1\n3\ngpt-1\nmuch\n32k\n', unknownSize);
  expect(ran.err()).toContain('Type a number from 1,000 to 100,000,000.');
  expect(ran.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'ollama', model: 'gpt-1', contextTokens: 32_000}]);
  const usual = await run('1\n3\ngpt-1\n\n', unknownSize);
  expect(usual.daemon.asked.at(-1)).toEqual(['setup.save', {provider: 'ollama', model: 'gpt-1', contextTokens: 8_192}]);
  expect(usual.out()).toContain('It reads 8192 tokens at once (agent.contextTokens).');
});

test('a script names the context size, or is told which one is assumed', async () => {
  const argv = ['setup', 'model', '--provider', 'ollama', '--model', 'qwen3'];
  const ran = await rooster(argv, {answers: answers(unknownSize), piped: ''});
  expect(ran.err()).toContain("The server doesn't say how much qwen3 reads at once: 8192 tokens are assumed");
  expect(ran.daemon.asked.at(-1)).toMatchObject(['setup.save', {contextTokens: 8_192}]);
  const named = await rooster([...argv, '--context', '16k'], {answers: answers(unknownSize), piped: ''});
  expect(named.daemon.asked.at(-1)).toMatchObject(['setup.save', {contextTokens: 16_000}]);
  await expect(rooster([...argv, '--context', 'big'], {answers: answers(), piped: ''})).rejects.toThrow(
    '--context takes a number of tokens such as 32k, not "big"',
  );
});
