import type {LanguageModelV4StreamPart} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {streamOnce} from '../../../src/daemon/turns/model-stream.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock, settle} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {scriptedModel} from '../../support/scripted-model.ts';

test('a stopped answer shows nothing more, not even a piece that arrives in the same instant', async () => {
  const {choice} = scriptedModel([]);
  let provider: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined;
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start: controller => {
      provider = controller;
    },
  });
  const shown: string[] = [];
  const stop = new AbortController();
  const end = streamOnce({
    choice: {...choice, model: {...choice.model, doStream: async () => ({stream})}},
    options: {prompt: []},
    signal: stop.signal,
    clock: fakeClock(),
    log: memoryLog(),
    onText: text => void shown.push(text),
    silenceMs: MINUTE,
    totalMs: MINUTE,
  });
  await settle();
  provider?.enqueue({type: 'text-delta', id: 'text', delta: 'Good '});
  await settle();
  provider?.enqueue({type: 'text-delta', id: 'text', delta: 'morning.'});
  stop.abort();
  expect(await end).toEqual({kind: 'aborted', text: 'Good '});
  await settle();
  expect(shown).toEqual(['Good ']);
});

const CALL: LanguageModelV4StreamPart = {type: 'tool-call', toolCallId: 'call_1', toolName: 'bash', input: '{}'};

test.each<[string, readonly LanguageModelV4StreamPart[], object]>([
  ['some text', [{type: 'text-delta', id: 'text', delta: 'Good'}], {kind: 'answered', text: 'Good'}],
  ['only a call', [CALL], {kind: 'answered', toolCalls: [{name: 'bash'}]}],
  ['nothing', [], {kind: 'trouble'}],
])('an answer that hit the output limit after %s counts by what it says', async (_, parts, end) => {
  const {choice} = scriptedModel([
    {parts: [...parts, {type: 'finish', finishReason: {unified: 'length', raw: 'length'}, usage: NO_USAGE}]},
  ]);
  const clock = fakeClock();
  const {signal} = new AbortController();
  const limits = {silenceMs: MINUTE, totalMs: MINUTE};
  const request = {choice, options: {prompt: []}, signal, clock, log: memoryLog(), onText: () => {}, ...limits};
  expect(await streamOnce(request)).toMatchObject(end);
});

const NO_USAGE = {
  inputTokens: {total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0},
  outputTokens: {total: 0, text: 0, reasoning: 0},
};
