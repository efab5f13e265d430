// The chain of models, and providers that break the rules: all in this process, on a clock moved by hand.
import type {LanguageModelV4StreamPart} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import type {Model, ModelChoice} from '../../../src/daemon/ports/model.ts';
import {runStep, type StepRequest} from '../../../src/daemon/turns/model-step.ts';
import {ReasonedError} from '../../../src/shared/text/gateway-error.ts';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock, settle} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {scriptedModel} from '../../support/scripted-model.ts';

test('when a model stays unreachable the next one answers, and its name is given', async () => {
  using first = scriptedModel([{error: OVERLOADED}, {error: OVERLOADED}, {error: OVERLOADED}], {name: 'anthropic/a'});
  using second = scriptedModel([['Here I am.']], {name: 'local/b'});
  const clock = fakeClock();
  const step = runStep(request([first.choice, second.choice], {clock}));
  await clock.advance(2 * SECOND);
  expect(await step).toMatchObject({kind: 'answered', model: 'local/b', text: 'Here I am.'});
  expect(clock.timers).toBe(0);
});

test('an unusable model is skipped immediately', async () => {
  const refused = fixed('anthropic/a', () =>
    Promise.reject(new ReasonedError('unavailable', {what: 'no API key: set KEY'})),
  );
  using second = scriptedModel(['Hello.'], {name: 'local/b'});
  expect(await runStep(request([refused, second.choice]))).toMatchObject({kind: 'answered', model: 'local/b'});
});

test('when all models fail, the person gets each reason and a fix for the first', async () => {
  const refused = fixed('anthropic/a', () =>
    Promise.reject(new ReasonedError('unavailable', {what: 'no API key: set KEY'})),
  );
  const broken = fixed('local/b', () => Promise.reject(Object.assign(new Error('x'), {statusCode: 404})));
  expect(await runStep(request([refused, broken]))).toEqual({
    kind: 'failed',
    model: 'local/b',
    text: '',
    error: "anthropic/a cannot be used: no API key: set KEY; The provider doesn't know local/b (404).",
  });
});

test('no other model is called once text was shown', async () => {
  using first = scriptedModel([{error: OVERLOADED, after: ['Once ']}], {name: 'anthropic/a'});
  using second = scriptedModel([], {name: 'local/b'});
  expect(await runStep(request([first.choice, second.choice]))).toMatchObject({
    kind: 'failed',
    model: 'anthropic/a',
    text: 'Once ',
  });
  expect(second.asked).toEqual([]);
});

test('an overlong conversation is compacted, not handed to the next model', async () => {
  using first = scriptedModel([{error: {message: 'prompt is too long: 3 > 2', type: 'invalid_request_error'}}]);
  using second = scriptedModel([], {name: 'local/b'});
  expect(await runStep(request([first.choice, second.choice]))).toMatchObject({kind: 'failed', contextTooLong: true});
});

test('without any model the person learns which key to set', async () => {
  expect(await runStep(request([]))).toMatchObject({
    kind: 'failed',
    error: 'No model is configured. Set agent.model, for example to "offline".',
  });
});

test('a silent model costs its minute once, then the next one is called', async () => {
  using first = scriptedModel([{hang: true}], {name: 'anthropic/a'});
  using second = scriptedModel(['Awake.'], {name: 'local/b'});
  const clock = fakeClock();
  const step = runStep(request([first.choice, second.choice], {clock}));
  await clock.advance(MINUTE);
  expect(await step).toMatchObject({kind: 'answered', model: 'local/b', text: 'Awake.'});
});

test('a step stopped during a retry wait ends immediately', async () => {
  using first = scriptedModel([{error: OVERLOADED}]);
  const stop = new AbortController();
  const clock = fakeClock();
  const step = runStep(request([first.choice], {clock, signal: stop.signal}));
  await settle();
  stop.abort();
  expect(await step).toEqual({kind: 'aborted', text: ''});
  expect(clock.timers).toBe(0);
});

test('a step stopped before it begins calls no model', async () => {
  using model = scriptedModel([]);
  expect(await runStep(request([model.choice], {signal: AbortSignal.abort()}))).toEqual({kind: 'aborted', text: ''});
});

test('a provider that ignores the stop is abandoned, and its text no longer reaches the person', async () => {
  let pour: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined;
  const deaf = fixed('test/deaf', async () => ({
    stream: new ReadableStream<LanguageModelV4StreamPart>({
      start: controller => {
        pour = controller;
        controller.enqueue(delta('one'));
      },
      cancel: () => new Promise<void>(() => undefined),
    }),
  }));
  const stop = new AbortController();
  const heard: string[] = [];
  const step = runStep(request([deaf], {signal: stop.signal, onText: text => void heard.push(text)}));
  await settle();
  stop.abort();
  expect(await step).toEqual({kind: 'aborted', text: 'one'});
  try {
    pour?.enqueue(delta('two'));
  } catch {
    // Cancelled already, which is fine.
  }
  await settle();
  expect(heard).toEqual(['one']);
});

test('a provider that never answers is abandoned', async () => {
  const stop = new AbortController();
  const step = runStep(request([fixed('test/mute', () => new Promise(() => undefined))], {signal: stop.signal}));
  await settle();
  stop.abort();
  expect(await step).toEqual({kind: 'aborted', text: ''});
});

test('a provider that throws instead of rejecting counts as a failure', async () => {
  const clock = fakeClock();
  const step = runStep(
    request(
      [
        fixed('test/rude', () => {
          throw new TypeError('no');
        }),
      ],
      {clock},
    ),
  );
  await clock.advance(2 * SECOND);
  expect(await step).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('test/rude returned an invalid response'),
  });
});

test('keep-alives extend an answer, but not forever', async () => {
  let pour: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined;
  const slow = fixed('test/slow', async () => ({
    stream: new ReadableStream<LanguageModelV4StreamPart>({
      start: controller => {
        pour = controller;
      },
    }),
  }));
  const clock = fakeClock();
  const step = runStep(request([slow], {clock}));
  for (let minute = 0; minute < 9; minute += 1) {
    pour?.enqueue({type: 'ping'});
    await clock.advance(59 * SECOND);
  }
  expect(await Promise.race([step, settle()])).toBeUndefined();
  for (let minute = 0; minute < 2; minute += 1) {
    pour?.enqueue({type: 'ping'});
    await clock.advance(59 * SECOND);
  }
  expect(await step).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('did not finish within 10 minutes'),
  });
});

test('all attempts, waits and models together have one time limit', async () => {
  const clock = fakeClock();
  const started = clock.now();
  const failing = ['a', 'b', 'c'].map(name => fixed(`test/${name}`, () => new Promise(() => undefined)));
  const step = runStep(request(failing, {clock, limits: {totalMs: 90 * SECOND}}));
  await clock.advance(91 * SECOND);
  expect(await step).toMatchObject({kind: 'failed'});
  expect(clock.now() - started).toBe(91 * SECOND);
});

test("a model that doesn't stop writing is stopped", async () => {
  using model = scriptedModel([Array.from({length: 30}, () => 'x'.repeat(100_000))]);
  expect(await runStep(request([model.choice]))).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('did not stop writing'),
  });
});

test("a model that doesn't stop writing arguments is stopped during the arguments", async () => {
  const pieces = Array.from(
    {length: 30},
    () => ({type: 'tool-input-delta', id: 'a', delta: 'x'.repeat(100_000)}) as const,
  );
  using model = scriptedModel([
    {parts: [{type: 'tool-input-start', id: 'a', toolName: 'bash'}, ...pieces, {type: 'tool-input-end', id: 'a'}]},
  ]);
  expect(await runStep(request([model.choice]))).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('did not stop writing'),
  });
});

test('arguments nested too deeply, or too long, stay as written', async () => {
  const deep = `{"path":${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
  const long = JSON.stringify({path: 'x'.repeat(300_000)});
  const strings = JSON.stringify({path: '[{"\\"'.repeat(100)});
  using model = scriptedModel([{calls: [deep, long, strings].map(input => ({name: 'read_file', input}))}]);
  const end = await runStep(request([model.choice]));
  expect(end.kind === 'answered' ? end.toolCalls.map(({input}) => input) : end).toEqual([
    deep,
    `${long.slice(0, 256 * 1024)}…`,
    {path: '[{"\\"'.repeat(100)},
  ]);
});

test("a request that can't be built isn't blamed on the model and isn't retried", async () => {
  const model = fixed('test/a', () => Promise.reject(new RangeError('Maximum call stack size exceeded')));
  expect(await runStep(request([model]))).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(
      /^test\/a was not asked: the request could not be built from this conversation\. This is/u,
    ),
  });
});

test('calls of one step that share an id are distinguished', async () => {
  using model = scriptedModel([
    {
      calls: [
        {id: 'call_0', name: 'a', input: {}},
        {id: 'call_0', name: 'b', input: {}},
      ],
    },
  ]);
  expect(await runStep(request([model.choice]))).toMatchObject({toolCalls: [{callId: 'call_0'}, {callId: 'call_0_2'}]});
});

test('failures are logged in detail, and nothing is written to the console', async () => {
  const log = memoryLog();
  using model = scriptedModel([{error: {message: 'the dog ate it', type: 'invalid_request_error'}}]);
  await runStep(request([model.choice], {log}));
  expect(log.lines).toEqual([
    expect.objectContaining({
      level: 'warn',
      fields: expect.objectContaining({model: 'test/scripted', attempt: 1, detail: 'the dog ate it'}),
    }),
  ]);
});

const OVERLOADED = {type: 'overloaded_error', message: 'Overloaded'};

const delta = (text: string): LanguageModelV4StreamPart => ({type: 'text-delta', id: 't', delta: text});

const fixed = (name: string, doStream: Model['doStream']): ModelChoice => ({
  name,
  contextTokens: 1_000,
  model: {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: name,
    supportedUrls: {},
    doStream,
    doGenerate: () => Promise.reject(new Error('only streams')),
  },
});

const request = (choices: readonly ModelChoice[], more: Partial<StepRequest> = {}): StepRequest => ({
  choices,
  system: 'You are a rooster.',
  messages: [{role: 'user', content: [{type: 'text', text: 'hello'}]}],
  tools: [],
  signal: new AbortController().signal,
  clock: fakeClock(),
  log: memoryLog(),
  onText: () => undefined,
  ...more,
});
