import {expect, test} from 'vitest';
import {type PromptMessage, promptMessages, withRequest} from '../../../src/daemon/turns/turn-history.ts';
import type {Message, ToolCall} from '../../../src/shared/records/message.ts';

test('a conversation with a tool comes out with every call answered right after it', () => {
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

test('several calls of one step are answered together, in the order of the calls', () => {
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

test('a call that a crash or a stop left without an answer is answered as interrupted', () => {
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

test('an answer without a call, and a second answer to one, are dropped', () => {
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

test('ids that a server uses again and again become unique, each with its own answer', () => {
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

test('ids and names that one provider invents are made acceptable to all', () => {
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

test('arguments that were no JSON object are shown to the model as it wrote them, inside one', () => {
  const history = promptMessages([person('go'), calling('', call('a', 'reminder', '{"action": "se'))]);
  expect(JSON.stringify(history)).toContain('"input":{"unreadable":"{\\"action\\": \\"se"}');
});

test('an answer that says nothing says so: an empty one is refused by some providers', () => {
  const history = promptMessages([person('go'), calling('', call('a', 'bash')), answer('a', '  ')]);
  expect(outputs(history)).toEqual([['a', 'text', '(no output)']]);
});

test('messages without words are left out', () => {
  expect(promptMessages([person('hello'), agent('  '), agent('Hi.')])).toEqual([
    {role: 'user', content: [{type: 'text', text: 'hello'}]},
    {role: 'assistant', content: [{type: 'text', text: 'Hi.'}]},
  ]);
});

test('two messages in a row, after a turn that failed, are one message of two parts', () => {
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

test('two answers in a row are one, and one with calls goes on after it', () => {
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

test('that the conversation was summarised is told to the person alone: the question stays the last thing the model reads', () => {
  const history = promptMessages([
    person('hi'),
    agent('Hello.'),
    person('what is next?'),
    message('system', '2 earlier messages are now a summary.', {source: {kind: 'system', name: 'compaction'}}),
  ]);
  expect(history.at(-1)).toEqual({role: 'user', content: [{type: 'text', text: 'what is next?'}]});
});

test('what was delivered to the person stands in the history as such, and not as the model’s own words', () => {
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

test('an answer that was cut short is told to the model, not put into its mouth', () => {
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
        {type: 'text', text: '⟦Your answer was cut off. The user saw this much of it:⟧\nOnce upon\n⟦End⟧'},
        {type: 'text', text: 'go on'},
      ],
    },
  ]);
});

test('a conversation that begins with an answer is opened for the providers that want a person first', () => {
  const history = promptMessages([agent('Still here.'), person('good')]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'user']);
});

test('half a surrogate pair, left by a cut, is made valid', () => {
  expect(JSON.stringify(promptMessages([person('duck \ud83e')]))).toContain('duck \ufffd');
});

test('nothing in, nothing out', () => {
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

test('what a heartbeat said is told to the agent as that', () => {
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

test('HEARTBEAT.md stands in a message of its own, behind words that nobody answered', () => {
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

test('HEARTBEAT.md stands in a message of its own, also behind what was delivered by itself', () => {
  const delivered = message('assistant', 'Drink water.', {source: {kind: 'cron', name: 'water'}});
  const history = promptMessages([agent('Good night.'), delivered, {...heartbeat('Look around.'), turnId: 'turn_2'}]);
  expect(history.map(({role}) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(history.at(-1)).toEqual({role: 'user', content: [{type: 'text', text: 'Look around.'}]});
});

test('wakes that failed are not shown to the next turn; what they did with tools and what a person asked is', () => {
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

test('a request behind a conversation joins its last message where that is not the model’s', () => {
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
