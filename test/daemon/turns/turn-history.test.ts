import {expect, test} from 'vitest';
import {type PromptMessage, promptMessages, withRequest} from '../../../src/daemon/turns/prompt/turn-history.ts';
import type {Message, ToolCall} from '../../../src/shared/records/message.ts';

test('every tool call is followed by its result', () => {
  const history = promptMessages([
    person('remind me to stretch'),
    calling('One moment.', call('call_1', 'reminder', {action: 'set'})),
    answer('call_1', 'Reminder scheduled'),
    agent('Done.'),
  ]);
  expect(history).toEqual([
    {role: 'user', content: [{type: 'text', text: 'remind me to stretch'}]},
    {
      role: 'assistant',
      content: [
        {type: 'text', text: 'One moment.'},
        {type: 'tool-call', toolCallId: 'call_1', toolName: 'reminder', input: {action: 'set'}},
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'reminder',
          output: {type: 'text', value: 'Reminder scheduled'},
        },
      ],
    },
    {role: 'assistant', content: [{type: 'text', text: 'Done.'}]},
  ]);
});

test('the results of several calls of one step come together, in the order of the calls', () => {
  const history = promptMessages([
    person('both'),
    calling('', call('a', 'one'), call('b', 'two')),
    answer('b', 'second'),
    answer('a', 'first', false),
  ]);
  expect(outputs(history)).toEqual([
    ['a', 'error-text', 'first'],
    ['b', 'text', 'second'],
  ]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'tool']);
});

test('a call without a result after a crash or a stop gets the result "interrupted"', () => {
  const history = promptMessages([
    person('write it'),
    calling('', call('a', 'write_file'), call('b', 'bash')),
    answer('a', 'written'),
    person('are you there?'),
  ]);
  expect(outputs(history)).toEqual([
    ['a', 'text', 'written'],
    ['b', 'error-text', 'interrupted: it is not known whether this was carried out'],
  ]);
  expect(history.at(-1)).toEqual({role: 'user', content: [{type: 'text', text: 'are you there?'}]});
});

test('a result without a call, and a second result of one call, are dropped', () => {
  const history = promptMessages([
    answer('lost', 'nobody asked'),
    person('go'),
    calling('', call('a', 'bash')),
    answer('a', 'first'),
    answer('a', 'again'),
  ]);
  expect(outputs(history)).toEqual([['a', 'text', 'first']]);
  expect(history[0]?.role).toBe('user');
});

test('repeated call ids become unique, each with its own result', () => {
  const history = promptMessages([
    person('go'),
    calling('', call('call_0', 'bash')),
    answer('call_0', 'first'),
    agent('ok'),
    person('again'),
    calling('', call('call_0', 'bash')),
    answer('call_0', 'second'),
  ]);
  expect(outputs(history)).toEqual([
    ['call_0', 'text', 'first'],
    ['call_0_2', 'text', 'second'],
  ]);
});

test('ids and names that one provider invents become acceptable to all', () => {
  const long = 'x'.repeat(80);
  const history = promptMessages([
    person('go'),
    calling('', call('functions.reminder:0', 'functions.reminder'), call(long, '')),
    answer('functions.reminder:0', 'one'),
    answer(long, 'two'),
  ]);
  const ids = outputs(history).map(([id]) => id);
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{1,40}$/u), expect.stringMatching(/^[\w-]{1,40}$/u)]);
  expect(new Set(ids).size).toBe(2);
  expect(JSON.stringify(history)).toContain('"toolName":"functions_reminder"');
  expect(JSON.stringify(history)).toContain('"toolName":"unknown"');
});

test("arguments that weren't a JSON object are shown as written, inside an object", () => {
  const history = promptMessages([person('go'), calling('', call('a', 'reminder', '{"action": "se'))]);
  expect(JSON.stringify(history)).toContain('"input":{"unreadable":"{\\"action\\": \\"se"}');
});

test('an empty result says that it is empty, because some providers refuse one', () => {
  const history = promptMessages([person('go'), calling('', call('a', 'bash')), answer('a', '  ')]);
  expect(outputs(history)).toEqual([['a', 'text', '(no output)']]);
});

test('messages without text are left out', () => {
  expect(promptMessages([person('hello'), agent('  '), agent('Hi.')])).toEqual([
    {role: 'user', content: [{type: 'text', text: 'hello'}]},
    {role: 'assistant', content: [{type: 'text', text: 'Hi.'}]},
  ]);
});

test('two messages in a row, after a failed turn, become one message of two parts', () => {
  expect(promptMessages([person('first'), person('second')])).toEqual([
    {
      role: 'user',
      content: [
        {type: 'text', text: 'first'},
        {type: 'text', text: 'second'},
      ],
    },
  ]);
});

test('two answers in a row become one, and a following one with calls continues it', () => {
  const history = promptMessages([
    person('hi'),
    agent('One.'),
    calling('Two.', call('a', 'bash')),
    answer('a', 'x'),
    agent('Three.'),
  ]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(history[1]?.content[0]).toEqual({type: 'text', text: 'One.\n\nTwo.'});
});

test("only the person sees the note about compaction; the question stays the model's last message", () => {
  const history = promptMessages([
    person('hi'),
    agent('Hello.'),
    person('what is next?'),
    message('system', '2 earlier messages are now a summary.', {source: {kind: 'system', name: 'compaction'}}),
  ]);
  expect(history.at(-1)).toEqual({role: 'user', content: [{type: 'text', text: 'what is next?'}]});
});

test("a message delivered to the person appears as delivered, not as the model's own text", () => {
  const history = promptMessages([
    person('remind me to stretch'),
    agent('I will.'),
    message('assistant', 'stretch', {source: {kind: 'reminder', name: 'rem_7'}}),
    person('snooze it'),
  ]);
  expect(history.at(-1)).toEqual({
    role: 'user',
    content: [
      {type: 'text', text: '⟦Delivered to the user word for word, reminder rem_7:⟧\nstretch\n⟦End⟧'},
      {type: 'text', text: 'snooze it'},
    ],
  });
});

test('an interrupted answer is reported to the model, not presented as its own', () => {
  const history = promptMessages([
    person('tell me a story'),
    message('assistant', 'Once upon', {source: {kind: 'agent', interrupted: true}}),
    person('go on'),
  ]);
  expect(history).toEqual([
    {
      role: 'user',
      content: [
        {type: 'text', text: 'tell me a story'},
        {type: 'text', text: '⟦Your answer was cut off here. The user saw this part:⟧\nOnce upon\n⟦End⟧'},
        {type: 'text', text: 'go on'},
      ],
    },
  ]);
});

test('a history that begins with an answer gets an opening message for providers that need one', () => {
  const history = promptMessages([agent('Still here.'), person('good')]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'user']);
});

test('half a surrogate pair, left by a cut, is replaced', () => {
  expect(JSON.stringify(promptMessages([person('duck \ud83e')]))).toContain('duck \ufffd');
});

test('an empty conversation gives an empty history', () => {
  expect(promptMessages([])).toEqual([]);
});

let count = 0;
const message = (role: Message['role'], text: string, more: Partial<Message> = {}): Message => {
  count += 1;
  return {id: `msg_${count}`, session: 'rooster:main', role, text, at: count, source: {kind: 'agent'}, ...more};
};
const person = (text: string): Message =>
  message('user', text, {source: {kind: 'user', name: 'alice', channel: 'terminal'}});
const agent = (text: string): Message => message('assistant', text);
const call = (callId: string, name: string, input: unknown = {}): ToolCall => ({callId, name, input});
const calling = (text: string, ...toolCalls: ToolCall[]): Message => message('assistant', text, {toolCalls});
const answer = (callId: string, text: string, ok = true): Message =>
  message('tool', text, {source: {kind: 'tool'}, tool: {callId, name: 'tool', ok, tookMs: 1}});

const outputs = (history: readonly PromptMessage[]): readonly (readonly [string, string, unknown])[] =>
  history.flatMap(({role, content}) =>
    role !== 'tool'
      ? []
      : content.flatMap(part =>
          part.type === 'tool-result' && 'value' in part.output
            ? [[part.toolCallId, part.output.type, part.output.value] as const]
            : [],
        ),
  );

test("a heartbeat's report appears to the agent as delivered by its heartbeat", () => {
  const said = message('assistant', 'Call Carol.', {source: {kind: 'system', name: 'heartbeat'}});
  expect(promptMessages([said])).toEqual([
    {
      role: 'user',
      content: [
        {type: 'text', text: '⟦Delivered to the user word for word, by your own heartbeat:⟧\nCall Carol.\n⟦End⟧'},
      ],
    },
  ]);
});

test('HEARTBEAT.md is a message of its own after unanswered text', () => {
  const history = promptMessages([
    {...person('how is the build?'), turnId: 'turn_1'},
    {...heartbeat('Look around.'), turnId: 'turn_2'},
  ]);
  expect(history).toEqual([
    {role: 'user', content: [{type: 'text', text: 'how is the build?'}]},
    {role: 'assistant', content: [{type: 'text', text: '[No full answer was given.]'}]},
    {role: 'user', content: [{type: 'text', text: 'Look around.'}]},
  ]);
});

test('HEARTBEAT.md is a message of its own after a delivered message', () => {
  const delivered = message('assistant', 'Drink water.', {source: {kind: 'cron', name: 'water'}});
  const history = promptMessages([agent('Good night.'), delivered, {...heartbeat('Look around.'), turnId: 'turn_2'}]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(history.at(-1)).toEqual({role: 'user', content: [{type: 'text', text: 'Look around.'}]});
});

test("failed wakes are hidden from the next turn, except their tool calls and people's messages", () => {
  const wake = (turnId: Message['turnId'], words: string): Message =>
    message('user', 'check the build', {
      frame: {kind: 'words', words},
      ...(turnId && {turnId}),
      source: {kind: 'alarm', name: 'alm_1'},
    });
  const history = promptMessages([
    wake('turn_1', '[first]'),
    wake('turn_2', '[second]'),
    {...calling('', call('a', 'bash')), turnId: 'turn_2'},
    {...person('and?'), turnId: 'turn_3'},
    wake('turn_4', '[fourth]'),
    wake('turn_5', '[fifth]'),
  ]);
  expect(history.flatMap(({role, content}) => (role === 'user' ? [JSON.stringify(content)] : []))).toEqual([
    expect.stringContaining('[second]'),
    expect.stringMatching(/^[^[]*\[\{[^{]*"and\?"\}\]$/u),
    expect.stringContaining('[fifth]'),
  ]);
  expect(JSON.stringify(history)).not.toMatch(/\[first\]|\[fourth\]/u);
});

test("a request joins the last message unless that is the model's", () => {
  const said = promptMessages([person('hello')]);
  expect(withRequest(said, 'Summarise.')).toEqual([
    {
      role: 'user',
      content: [
        {type: 'text', text: 'hello'},
        {type: 'text', text: 'Summarise.'},
      ],
    },
  ]);
  expect(withRequest(promptMessages([person('hello'), agent('hi')]), 'Summarise.').map(({role}) => role)).toEqual([
    'user',
    'assistant',
    'user',
  ]);
});

const heartbeat = (text: string): Message => message('user', text, {source: {kind: 'system', name: 'heartbeat'}});
