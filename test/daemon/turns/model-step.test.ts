// A step against providers on loopback, in both wire formats: each kind of answer, and each kind of failure.
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createModels} from '../../../src/daemon/models/model-registry.ts';
import type {ModelChoice} from '../../../src/daemon/ports/model.ts';
import {runStep, type StepEnd, type StepRequest} from '../../../src/daemon/turns/model-step.ts';
import {promptMessages} from '../../../src/daemon/turns/prompt/turn-history.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {startAnthropicServer} from '../../support/anthropic-server.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import type {ProviderServer, Reply} from '../../support/loopback-http.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {startOpenAiServer} from '../../support/openai-server.ts';
import {atOnce} from '../../support/own-time.ts';
import {testConfig} from '../../support/test-config.ts';
import {until} from '../../support/until.ts';

type Kind = 'anthropic' | 'openai' | 'openai-compatible';
const KINDS: readonly Kind[] = ['anthropic', 'openai', 'openai-compatible'];

// Leftovers of a provider's SDK after a disconnection must not end the daemon.
const strays: unknown[] = [];
const onStray = (reason: unknown): void => void strays.push(reason);
beforeEach(() => void process.on('unhandledRejection', onStray));
afterEach(async () => {
  await new Promise(resolve => setTimeout(resolve, 5));
  process.off('unhandledRejection', onStray);
  expect(strays.splice(0)).toEqual([]);
});

test.each(KINDS)('%s: text arrives in pieces and becomes the answer, with its usage', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: ['Good ', 'morning', ', Älice 🦆.']}]);
  const heard: string[] = [];
  const end = await runStep(await request(provider, {onText: delta => void heard.push(delta)}));
  expect(end).toEqual({
    kind: 'answered',
    model: nameOf(kind),
    text: 'Good morning, Älice 🦆.',
    toolCalls: [],
    usage: {inputTokens: expect.any(Number), outputTokens: expect.any(Number)},
  });
  expect(heard).toEqual(['Good ', 'morning', ', Älice 🦆.']);
  expect(end.kind === 'answered' && end.usage).toEqual(
    kind === 'anthropic' ? {inputTokens: 25, outputTokens: 15} : {inputTokens: 19, outputTokens: 10},
  );
});

test.each(['anthropic', 'openai-compatible'] as const)('%s: reasoning arrives separately from text', async kind => {
  await using provider = await start(kind, [
    {kind: 'text', thinking: ['The person ', 'greets me.'], chunks: ['Good ', 'morning.']},
  ]);
  const heard: string[] = [];
  const end = await runStep(
    await request(provider, {
      onText: delta => void heard.push(`says ${delta}`),
      onThinking: part => void heard.push(part.kind === 'text' ? `thinks ${part.text}` : part.kind),
    }),
  );
  expect(end).toMatchObject({kind: 'answered', text: 'Good morning.'});
  expect(heard).toEqual(['begun', 'thinks The person ', 'thinks greets me.', 'ended', 'says Good ', 'says morning.']);
});

test.each(KINDS)('%s: the request has the system prompt, the history, the tools and the key', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: ['ok']}]);
  await runStep(await request(provider));
  const [asked] = provider.requests;
  const text = JSON.stringify(asked?.body);
  expect(text).toContain('You are a rooster.');
  expect(text).toContain('hello there');
  expect(text).toContain('"name":"reminder"');
  expect(asked?.body['stream']).toBe(true);
  expect(asked?.body['model']).toBe('test-model');
  expect(asked?.path).toBe(kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions');
  const key = kind === 'anthropic' ? asked?.headers['x-api-key'] : asked?.headers['authorization'];
  expect(key).toBe(kind === 'anthropic' ? SECRET : `Bearer ${SECRET}`);
});

test.each(KINDS)('%s: tool calls have their arguments assembled, in order', async kind => {
  await using provider = await start(kind, [
    {
      kind: 'tools',
      text: ['Let me ', 'see.'],
      calls: [
        {id: 'call_a', name: 'reminder', arguments: ['{"action":', '"list"', '}']},
        {id: 'call_b', name: 'read_file', arguments: ['{"path": "a.md"}']},
      ],
    },
  ]);
  expect(await runStep(await request(provider))).toMatchObject({
    kind: 'answered',
    text: 'Let me see.',
    toolCalls: [
      {callId: 'call_a', name: 'reminder', input: {action: 'list'}},
      {callId: 'call_b', name: 'read_file', input: {path: 'a.md'}},
    ],
  });
});

test.each(KINDS)('%s: a call without arguments has an empty object', async kind => {
  await using provider = await start(kind, [
    {kind: 'tools', calls: [{id: 'call_a', name: 'list_files', arguments: []}]},
  ]);
  expect(await runStep(await request(provider))).toMatchObject({toolCalls: [{name: 'list_files', input: {}}]});
});

test.each(KINDS)('%s: a tool name with control characters becomes printable and matches no real tool', async kind => {
  await using provider = await start(kind, [
    {
      kind: 'tools',
      calls: [
        {id: 'call_a', name: '\u001b]52;c;ZXZpbA==\u0007', arguments: []},
        {id: 'call_b', name: 'ba\u200bsh', arguments: []},
      ],
    },
  ]);
  expect(await runStep(await request(provider))).toMatchObject({
    toolCalls: [{name: 'invalid__52_c_ZXZpbA_'}, {name: 'invalid_ba_sh'}],
  });
});

test.each(KINDS)("%s: arguments that aren't valid JSON stay as written, for the turn to answer", async kind => {
  await using provider = await start(kind, [
    {kind: 'tools', calls: [{id: 'call_a', name: 'reminder', arguments: ['{"action": "se', 't", when: tomorrow']}]},
  ]);
  expect(await runStep(await request(provider))).toMatchObject({
    kind: 'answered',
    toolCalls: [{callId: 'call_a', name: 'reminder', input: '{"action": "set", when: tomorrow'}],
  });
});

test.each(KINDS)('%s: after a failed call the history is accepted, and the model continues', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: ['mended']}]);
  const messages = promptMessages([
    kept('user', 'remind me'),
    kept('assistant', '', {toolCalls: [{callId: 'functions.x:0', name: 'reminder', input: '{"bad'}]}),
    kept('tool', 'The arguments were no JSON.', {
      tool: {callId: 'functions.x:0', name: 'reminder', ok: false, tookMs: 0},
    }),
  ]);
  expect(await runStep(await request(provider, {messages}))).toMatchObject({kind: 'answered', text: 'mended'});
  const text = JSON.stringify(provider.requests[0]?.body);
  expect(text).toContain('The arguments were no JSON.');
  expect(text).toMatch(/unreadable.{2,10}\{\\+"bad/u);
});

test.each(KINDS)('%s: without offered tools, those of the history are declared as not callable', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: ['done']}]);
  const messages = promptMessages([
    kept('user', 'list'),
    kept('assistant', '', {toolCalls: [{callId: 'a', name: 'bash', input: {}}]}),
    kept('tool', 'x', {tool: {callId: 'a', name: 'bash', ok: true, tookMs: 0}}),
  ]);
  await runStep(await request(provider, {messages, tools: []}));
  const {tools, tool_choice: choice} = provider.requests[0]?.body ?? {};
  expect(JSON.stringify(tools)).toContain('"name":"bash"');
  expect(choice).toEqual(kind === 'anthropic' ? {type: 'none'} : 'none');
});

test.each(KINDS)('%s: an answer that arrives byte by byte is the same answer', async kind => {
  await using provider = await start(kind, [{kind: 'bytewise', reply: {kind: 'text', chunks: ['Grüße ', '🦆']}}]);
  expect(await runStep(await request(provider))).toMatchObject({kind: 'answered', text: 'Grüße 🦆'});
});

test.each(KINDS)('%s: an empty answer is an answer', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: []}]);
  expect(await runStep(await request(provider))).toMatchObject({kind: 'answered', text: '', toolCalls: []});
});

test.each(KINDS)('%s: an unknown finish reason counts as an end', async kind => {
  await using provider = await start(kind, [{kind: 'text', chunks: ['fine'], finish: 'phase_of_the_moon'}]);
  expect(await runStep(await request(provider))).toMatchObject({kind: 'answered', text: 'fine'});
});

test.each(KINDS)('%s: an answer that hit the output limit before its first word is a failure', async kind => {
  const finish = kind === 'anthropic' ? 'max_tokens' : 'length';
  await using provider = await start(kind, [{kind: 'text', chunks: [], finish}]);
  expect(await runStep(await request(provider))).toMatchObject({
    kind: 'failed',
    error: `${nameOf(kind)} reached its output limit before it answered. Ask for less at once, or use another model.`,
  });
});

test.each(KINDS)('%s: a refusal by the content filter is a failure with a sentence', async kind => {
  const finish = kind === 'anthropic' ? 'refusal' : 'content_filter';
  await using provider = await start(kind, [{kind: 'text', chunks: [], finish}]);
  expect(errorOf(await runStep(await request(provider)))).toContain('declined to answer');
});

test.each(KINDS)('%s: a temporary error is retried with growing waits, and the person sees the answer', async kind => {
  await using provider = await start(kind, [
    {kind: 'status', status: 500},
    {kind: 'status', status: kind === 'anthropic' ? 529 : 503},
    {kind: 'text', chunks: ['third time']},
  ]);
  const clock = fakeClock();
  const started = clock.now();
  const step = runStep(await request(provider, {clock}));
  expect(await letPass(step, clock)).toMatchObject({kind: 'answered', text: 'third time'});
  expect(clock.now() - started).toBe(1_500);
  expect(provider.requests.length).toBe(3);
});

test.each(KINDS)('%s: a lasting error is one sentence, after three attempts', async kind => {
  await using provider = await start(
    kind,
    [1, 2, 3].map(() => ({kind: 'status', status: 500}) as const),
  );
  const clock = fakeClock();
  expect(await letPass(runStep(await request(provider, {clock})), clock)).toEqual({
    kind: 'failed',
    model: nameOf(kind),
    text: '',
    error: `${nameOf(kind)} failed with a server error (500). Try again later, or use another model.`,
  });
});

test.each(KINDS)('%s: a retry waits as long as the provider asks', async kind => {
  await using provider = await start(kind, [
    {kind: 'status', status: 429, headers: {'retry-after': '7'}},
    {kind: 'text', chunks: ['now']},
  ]);
  const clock = fakeClock();
  const started = clock.now();
  expect(await letPass(runStep(await request(provider, {clock})), clock)).toMatchObject({text: 'now'});
  expect(clock.now() - started).toBe(7 * SECOND);
});

test.each(KINDS)(
  "%s: a provider that asks for too long a wait isn't waited for, and the sentence says how long",
  async kind => {
    await using provider = await start(kind, [{kind: 'status', status: 429, headers: {'retry-after': '3600'}}]);
    expect(errorOf(await runStep(await request(provider)))).toBe(
      `${nameOf(kind)} is rate-limiting requests (429). Try again in 1 hour.`,
    );
  },
);

test.each(KINDS)(
  "%s: a wrong key isn't tried twice; the sentence says where it is set without showing it",
  async kind => {
    await using provider = await start(kind, [{kind: 'status', status: 401}]);
    const error = errorOf(await runStep(await request(provider)));
    const place = {
      anthropic: 'ANTHROPIC_API_KEY or providers.anthropic.apiKey',
      openai: 'OPENAI_API_KEY or providers.openai.apiKey',
      'openai-compatible': 'providers.local.apiKey',
    }[kind];
    expect(error).toBe(`${nameOf(kind)} refused the API key (401). Check ${place}.`);
    expect(error).not.toContain('sk-');
  },
);

test.each(KINDS)('%s: an unknown model fails with its name', async kind => {
  await using provider = await start(kind, [{kind: 'status', status: 404}]);
  expect(errorOf(await runStep(await request(provider)))).toContain(`The provider doesn't know ${nameOf(kind)} (404).`);
});

test.each(KINDS)('%s: a rejected request quotes the provider', async kind => {
  await using provider = await start(kind, [{kind: 'status', status: 400}]);
  expect(errorOf(await runStep(await request(provider)))).toContain('rejected the request (400): ');
});

test.each(KINDS)('%s: an overlong conversation is recognized, and not retried', async kind => {
  await using provider = await start(kind, [{kind: 'too-long'}]);
  expect(await runStep(await request(provider))).toEqual({
    kind: 'failed',
    model: nameOf(kind),
    text: '',
    contextTooLong: true,
    error: `The conversation is too long for ${nameOf(kind)}. Compact the conversation or start over, or use a model with a larger context window.`,
  });
});

test.each(KINDS)('%s: a stream that breaks before the first text is retried', async kind => {
  await using provider = await start(kind, [
    {kind: 'cut', chunks: []},
    {kind: 'unfinished', chunks: []},
    {kind: 'text', chunks: ['whole']},
  ]);
  const clock = fakeClock();
  expect(await letPass(runStep(await request(provider, {clock})), clock)).toMatchObject({
    kind: 'answered',
    text: 'whole',
  });
});

test.each(KINDS)(
  "%s: a stream that breaks in the middle is a failure; the shown text isn't an answer or repeated",
  async kind => {
    for (const how of ['cut', 'unfinished'] as const) {
      await using provider = await start(kind, [{kind: how, chunks: ['Once ', 'upon']}]);
      const heard: string[] = [];
      const end = await runStep(await request(provider, {onText: delta => void heard.push(delta)}));
      expect(end).toMatchObject({kind: 'failed', model: nameOf(kind), text: 'Once upon'});
      expect(errorOf(end)).toBe(
        `${nameOf(kind)} stopped in the middle of its answer. Try again later, or use another model.`,
      );
      expect(heard.join('')).toBe('Once upon');
      expect(provider.requests.length).toBe(1);
    }
  },
);

test.each(KINDS)('%s: an error event in the middle of the stream is a failure with a sentence', async kind => {
  await using provider = await start(kind, [
    {kind: 'error-event', chunks: ['Well'], type: 'overloaded_error', message: 'Overloaded'},
  ]);
  expect(await runStep(await request(provider))).toMatchObject({
    kind: 'failed',
    text: 'Well',
    error: expect.stringContaining('overloaded'),
  });
});

test.each(KINDS)('%s: an error event before the first text is retried', async kind => {
  await using provider = await start(kind, [
    {kind: 'error-event', type: 'overloaded_error', message: 'Overloaded'},
    {kind: 'text', chunks: ['better']},
  ]);
  const clock = fakeClock();
  expect(await letPass(runStep(await request(provider, {clock})), clock)).toMatchObject({
    kind: 'answered',
    text: 'better',
  });
});

test.each(KINDS)('%s: garbage is a failure with a sentence that quotes none of it', async kind => {
  const page = '<html><body>502 Bad Gateway secret</body></html>';
  const replies: readonly Reply[] = [
    {kind: 'garbage', body: page, contentType: 'text/html'},
    {kind: 'garbage', body: 'data: {"not": "closed\n\ndata: [1, 2\n\n'},
    {kind: 'garbage', body: 'event: message\ndata: {"type": "surprise", "object": 7}\n\n'},
  ];
  await using provider = await start(kind, replies);
  const clock = fakeClock();
  const end = await letPass(runStep(await request(provider, {clock})), clock);
  expect(end).toMatchObject({kind: 'failed', text: ''});
  expect(errorOf(end)).not.toMatch(/html|secret|surprise|closed|\{/u);
  expect(errorOf(end).length).toBeLessThan(200);
});

test.each(KINDS)('%s: silence from the start is a failure after a minute', async kind => {
  await using provider = await start(kind, [{kind: 'hang'}]);
  const clock = fakeClock();
  const step = runStep(await request(provider, {clock}));
  await until('the request arrives', () => provider.requests.length === 1);
  await clock.advance(59 * SECOND);
  expect(await settledWithin(step)).toBeUndefined();
  await clock.advance(SECOND);
  expect(errorOf(await step)).toBe(`${nameOf(kind)} sent nothing for 1 minute. Try again later, or use another model.`);
  await until('the provider is let go of', () => provider.open() === 0);
});

test.each(KINDS)('%s: silence in the middle is a failure a minute after the last word', async kind => {
  await using provider = await start(kind, [{kind: 'hang', chunks: ['Hm']}]);
  const clock = fakeClock();
  const heard: string[] = [];
  const step = runStep(await request(provider, {clock, onText: delta => void heard.push(delta)}));
  await until('the first word', () => heard.length === 1);
  await clock.advance(60 * SECOND);
  expect(await step).toMatchObject({
    kind: 'failed',
    text: 'Hm',
    error: expect.stringContaining('sent nothing for 1 minute'),
  });
  await until('the provider is let go of', () => provider.open() === 0);
});

test.each(KINDS)('%s: a step stopped in the middle of the stream ends immediately, with its text', async kind => {
  await using provider = await start(kind, [{kind: 'hang', chunks: ['One', ' two']}]);
  const stop = new AbortController();
  const heard: string[] = [];
  const step = runStep(await request(provider, {signal: stop.signal, onText: delta => void heard.push(delta)}));
  await until('two words', () => heard.length === 2);
  stop.abort('enough');
  expect(await atOnce(step)).toEqual({kind: 'aborted', text: 'One two'});
  await until('the provider is let go of', () => provider.open() === 0);
});

test.each(KINDS)("%s: a step stopped before the provider's first word ends immediately", async kind => {
  await using provider = await start(kind, [{kind: 'hang'}]);
  const stop = new AbortController();
  const step = runStep(await request(provider, {signal: stop.signal}));
  await until('the request arrives', () => provider.requests.length === 1);
  stop.abort();
  expect(await step).toEqual({kind: 'aborted', text: ''});
  await until('the provider is let go of', () => provider.open() === 0);
});

test.each(KINDS)('%s: an unreachable server is tried three times, and the sentence says what to check', async kind => {
  const provider = await start(kind, []);
  const clock = fakeClock();
  const asking = await request(provider, {clock});
  await provider[Symbol.asyncDispose]();
  const error = errorOf(await letPass(runStep(asking), clock));
  const name = nameOf(kind);
  expect(error).toBe(
    `${name} could not be reached at ${new URL(provider.origin).host}: connection refused. ` +
      `Check the network, that the server runs, and providers.${name.split('/')[0]}.baseUrl.`,
  );
});

test.each(KINDS)('%s: a long answer in thousands of pieces arrives complete', async kind => {
  const chunks = Array.from({length: 3_000}, (_, index) => `${index} `);
  await using provider = await start(kind, [{kind: 'text', chunks}]);
  const clock = fakeClock();
  const end = await runStep(await request(provider, {clock}));
  expect(end).toMatchObject({kind: 'answered', text: chunks.join('')});
  expect(clock.timers).toBe(0);
});

// Helpers

const SECRET = 'sk-test-0123456789abcdef';
const nameOf = (kind: Kind): string => `${kind === 'openai-compatible' ? 'local' : kind}/test-model`;

type Started = ProviderServer & {readonly kind: Kind; readonly baseUrl: string};

const start = async (kind: Kind, script: readonly Reply[]): Promise<Started> => {
  const server = await (kind === 'anthropic' ? startAnthropicServer(script) : startOpenAiServer(script));
  return Object.assign(server, {kind});
};

const choicesFor = async ({kind, baseUrl}: Started): Promise<readonly ModelChoice[]> => {
  const [provider = ''] = nameOf(kind).split('/');
  const config = testConfig({
    agent: {model: nameOf(kind)},
    providers: {[provider]: {kind, baseUrl, apiKey: {env: 'TEST_KEY'}}},
  });
  const env = {TEST_KEY: SECRET};
  return createModels({
    config: () => config,
    env,
    log: memoryLog(),
  }).candidates();
};

const request = async (provider: Started, more: Partial<StepRequest> = {}): Promise<StepRequest> => ({
  choices: await choicesFor(provider),
  system: 'You are a rooster.',
  messages: [{role: 'user', content: [{type: 'text', text: 'hello there'}]}],
  tools: [
    {
      name: 'reminder',
      description: 'Keeps reminders.',
      parameters: {type: 'object', properties: {action: {type: 'string'}}},
    },
  ],
  signal: new AbortController().signal,
  clock: fakeClock(),
  log: memoryLog(),
  onText: () => undefined,
  ...more,
});

const kept = (
  role: 'user' | 'assistant' | 'tool',
  text: string,
  more: Partial<Parameters<typeof promptMessages>[0][number]> = {},
): Parameters<typeof promptMessages>[0][number] => ({
  id: 'msg_1',
  session: 'rooster:main',
  role,
  text,
  at: 0,
  source: {kind: role === 'user' ? 'user' : 'agent'},
  ...more,
});

const errorOf = (end: StepEnd): string => (end.kind === 'failed' ? end.error : `no failure: ${JSON.stringify(end)}`);

const settledWithin = (step: Promise<StepEnd>): Promise<StepEnd | undefined> =>
  Promise.race([step, new Promise<undefined>(resolve => setTimeout(resolve, 5, undefined))]);

/** Real requests, and waits on a clock moved by hand: to the next retry timer, never to the timeout for silence. */
const letPass = async (step: Promise<StepEnd>, clock: FakeClock): Promise<StepEnd> => {
  for (;;) {
    const end = await settledWithin(step);
    if (end !== undefined) return end;
    const wait = (clock.nextTimerAt ?? Number.POSITIVE_INFINITY) - clock.now();
    if (wait < 60 * SECOND) await clock.advance(wait);
  }
};
