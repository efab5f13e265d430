import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {createOfflineAssistant} from '../../../src/daemon/models/offline-assistant.ts';
import {findWhen} from '../../../src/daemon/schedule/human-time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {workedMs} from '../../support/own-time.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const model = createOfflineAssistant({clock: fakeClock(), findWhen});
const tools: LanguageModelV4CallOptions['tools'] = [
  {type: 'function', name: 'reminder', inputSchema: {type: 'object'}},
];
const ZONE = {role: 'system', content: 'A time without a zone means Europe/Berlin.'} as const;

const said = (...texts: readonly string[]): LanguageModelV4Prompt => [
  ZONE,
  {role: 'user', content: texts.map(text => ({type: 'text', text}))},
];

const partsOf = async (options: LanguageModelV4CallOptions): Promise<readonly LanguageModelV4StreamPart[]> => {
  const {stream} = await model.doStream(options);
  return Array.fromAsync(stream);
};

test('an answer is streamed in a few pieces that make up the text, at no cost', async () => {
  const parts = await partsOf({prompt: said('help'), tools});
  const {content} = await model.doGenerate({prompt: said('help'), tools});
  const deltas = parts.flatMap(part => (part.type === 'text-delta' ? [part.delta] : []));
  expect(deltas.length).toBeGreaterThan(5);
  expect(content).toEqual([{type: 'text', text: deltas.join('')}]);
  expect(parts.map(({type}) => type).filter(type => type !== 'text-delta')).toEqual([
    'stream-start',
    'response-metadata',
    'text-start',
    'text-end',
    'finish',
  ]);
  expect(parts.at(-1)).toEqual({
    type: 'finish',
    finishReason: {unified: 'stop', raw: undefined},
    usage: {
      inputTokens: {total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0},
      outputTokens: {total: 0, text: 0, reasoning: 0},
    },
  });
});

test('a tool call is streamed whole, with its input as JSON', async () => {
  const parts = await partsOf({prompt: said('remind me in 5 minutes to stretch'), tools});
  const call = {
    type: 'tool-call',
    toolCallId: 'offline_1',
    toolName: 'reminder',
    input: '{"action":"set","when":"in 5 minutes","message":"stretch","mode":"verbatim"}',
  };
  expect(parts).toContainEqual(call);
  expect(parts.at(-1)).toMatchObject({finishReason: {unified: 'tool-calls'}});
  const {content, finishReason} = await model.doGenerate({prompt: said('remind me in 5 minutes to stretch'), tools});
  expect({content, finishReason}).toEqual({content: [call], finishReason: {unified: 'tool-calls', raw: undefined}});
});

test('ids of calls go on from the calls there were', async () => {
  const {content} = await model.doGenerate({
    prompt: [...said('list'), ...answered('1', 'No pending reminders.'), ...said('list').slice(1)],
    tools,
  });
  expect(content).toMatchObject([{toolCallId: 'offline_2'}]);
});

test('an abort before and in mid-stream rejects', async () => {
  const before = AbortSignal.abort(new Error('stopped'));
  await expect(model.doStream({prompt: said('help'), abortSignal: before})).rejects.toThrow('stopped');
  await expect(model.doGenerate({prompt: said('help'), abortSignal: before})).rejects.toThrow('stopped');
  const stop = new AbortController();
  const {stream} = await model.doStream({prompt: said('help'), abortSignal: stop.signal});
  const reader = stream.getReader();
  await reader.read();
  stop.abort(new Error('stopped'));
  await expect(reader.read()).rejects.toThrow('stopped');
});

test('the last of several messages is the one that is answered, and what was only delivered is none', async () => {
  const {content} = await model.doGenerate({
    prompt: said('tell me a joke', 'thanks', '[Delivered to the user word for word, scheduled job news:]\nlist'),
    tools,
  });
  expect(content).toEqual([{type: 'text', text: 'You are welcome.'}]);
});

test('a tool that may not be called any more is not called', async () => {
  const {content} = await model.doGenerate({prompt: said('list'), tools, toolChoice: {type: 'none'}});
  expect(content).toMatchObject([{type: 'text', text: expect.stringContaining('is not possible')}]);
});

test('a reminder that may have been set before a crash is looked for, and set again only if it is not there', async () => {
  const text = 'remind me at 15:00 to call Bob';
  const lost = [...said(text), ...answered('1', INTERRUPTED, {action: 'set', when: 'at 15:00', message: 'call Bob'})];
  expect((await model.doGenerate({prompt: lost, tools})).content).toMatchObject([{input: '{"action":"list"}'}]);
  const there = answered('2', '- [rem_1] 2026-11-21T14:00:00.000Z (today 15:00 CET) → "call Bob"', {action: 'list'});
  expect((await model.doGenerate({prompt: [...lost, ...there], tools})).content).toEqual([
    {type: 'text', text: 'I will remind you today at 15:00 CET: call Bob.'},
  ]);
  const missing = answered('2', 'No pending reminders.', {action: 'list'});
  expect((await model.doGenerate({prompt: [...lost, ...missing], tools})).content).toMatchObject([
    {input: '{"action":"set","when":"at 15:00","message":"call Bob"}'},
  ]);
});

test('a change that a crash left open is made again', async () => {
  const lost = [...said('cancel rem_1'), ...answered('1', INTERRUPTED, {action: 'cancel', id: 'rem_1'})];
  expect((await model.doGenerate({prompt: lost, tools})).content).toMatchObject([
    {input: '{"action":"cancel","id":"rem_1"}'},
  ]);
});

test('whatever the prompt, there is an answer or a call', async () => {
  const random = seededRandom(11);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  for (let round = 0; round < 1_500; round += 1) {
    const prompt = Array.from({length: 1 + Math.floor(random() * 6)}, () => randomMessage(pick, random)).flat();
    const withTools = random() < 0.8 ? {tools} : {};
    const {content} = await model.doGenerate({prompt: [ZONE, ...prompt], ...withTools});
    for (const part of content) {
      if (part.type === 'text') expect(part.text).not.toMatch(/undefined|NaN|\[object/u);
      else expect(JSON.parse(part.type === 'tool-call' ? part.input : 'null')).toHaveProperty('action');
    }
  }
});

test.each([
  ['spaces', ' '.repeat(200_000)],
  ['one word', 'x'.repeat(200_000)],
  ['words between spaces', `remind me ${' '.repeat(11_000)} x`],
  ['commas', `cancel ${','.repeat(11_000)} x`],
  ['lines', `remind me tomorrow at 9:\n${'- a\n'.repeat(2_500)}`],
  ['ands', `remind me ${'at 5 to call Bob and '.repeat(500)}`],
  ['digits', '1 '.repeat(6_000)],
])('a long text is answered within a moment: %s', async (_, text) => {
  const started = workedMs();
  await model.doGenerate({prompt: said(text), tools});
  expect(workedMs() - started).toBeLessThan(1_000);
});

type Pick = <T>(from: readonly T[]) => T | undefined;

const randomMessage = (pick: Pick, random: () => number): LanguageModelV4Prompt => {
  const words = Array.from({length: Math.floor(random() * 9)}, () => pick(WORDS) ?? '').join(random() < 0.1 ? '' : ' ');
  if (random() < 0.5) return [{role: 'user', content: [{type: 'text', text: `${pick(FRAMES) ?? ''}${words}`}]}];
  if (random() < 0.5) return [{role: 'assistant', content: [{type: 'text', text: `${pick(QUESTIONS) ?? ''}${words}`}]}];
  const input = {
    action: pick(['set', 'list', 'cancel', 'edit', 7]),
    id: pick(['rem_1', undefined]),
    message: pick([words, 3]),
  };
  return answered('9', pick(OUTPUTS) ?? words, input, pick(['text', 'error-text']) ?? 'text');
};

const answered = (
  id: string,
  value: string,
  input: unknown = {action: 'list'},
  type: 'text' | 'error-text' = value.startsWith('interrupted') ? 'error-text' : 'text',
): LanguageModelV4Prompt => {
  const output: LanguageModelV4ToolResultPart['output'] = {type, value};
  return [
    {role: 'assistant', content: [{type: 'tool-call', toolCallId: `offline_${id}`, toolName: 'reminder', input}]},
    {role: 'tool', content: [{type: 'tool-result', toolCallId: `offline_${id}`, toolName: 'reminder', output}]},
  ];
};

const INTERRUPTED = 'interrupted: it is not known whether this was carried out';
const WORDS =
  'remind me to at in 5 10 minutes tomorrow friday 9:00 cancel snooze the first one all it done with move call Bob and every monday list what is next ? , : “tea” rem_1 yes no later make change text of until 🦆 \n ’s 25:00 set timer how long 2'.split(
    ' ',
  );
const FRAMES = [
  '',
  '',
  '',
  '[Note: ',
  '[Scheduled task "',
  '[This is a scheduled reminder]\n\n',
  '[Scheduled job x:]\n',
  '[',
];
const QUESTIONS = [
  '',
  'When should I remind you? (“tea”)',
  'What should I remind you of? (at 5)',
  'What should I remind you of, and when?',
  'Which one should I cancel?\n1. x: tea (rem_1)\n2. y (rem_2)',
  'Which one should I move (nonsense)?\n1. x: tea (rem_1)',
  'Should I cancel all of them? There are 2. Say yes or no.',
];
const OUTPUTS = [
  '',
  'No pending reminders.',
  '- [rem_1] 2026-11-21T14:00:00.000Z (today 15:00 CET) → "call Bob"\n- [rem_2] soon (x) → "y"',
  'Reminder scheduled (id: rem_1) for never.',
  'Reminder scheduled (id: rem_1) for 2026-99-99T99:99:99.000Z = x. Delivered to: . Mode: x',
  INTERRUPTED,
];
