import {expect, test} from 'vitest';
import {createEventStream} from '../../../../../src/daemon/channels/signal-cli/attach/event-stream.ts';

const read = (chunks: readonly (string | Buffer)[]) => {
  const events: (readonly [string, string])[] = [];
  const faults: string[] = [];
  const stream = createEventStream({
    onEvent: (name, data) => events.push([name, data]),
    onFault: sentence => faults.push(sentence),
  });
  for (const chunk of chunks) stream.push(Buffer.from(chunk));
  return {events, faults};
};

test('events of signal-cli have no space after the colon, and keep-alives have no blank line', () => {
  const text = ':\n:\nevent:receive\ndata:{"a":1}\n\n:\nevent:receive\ndata:{"b":2}\n\n';
  expect(read([text]).events).toEqual([
    ['receive', '{"a":1}'],
    ['receive', '{"b":2}'],
  ]);
});

test('a keep-alive inside an event changes nothing', () => {
  expect(read(['event:receive\n:\ndata:{"a":1}\n:\n\n']).events).toEqual([['receive', '{"a":1}']]);
});

test('the stream may be cut anywhere, even inside a character', () => {
  const text = 'event:receive\ndata:{"text":"👩🏽‍🚀\u2028مرحبا"}\n\n';
  const bytes = [...Buffer.from(text)].map(byte => Buffer.of(byte));
  expect(read(bytes).events).toEqual([['receive', '{"text":"👩🏽‍🚀\u2028مرحبا"}']]);
});

test('the parser handles the rest of the format: spaces, CR, multi-line data, other fields, no name', () => {
  expect(read(['id: 7\r\nretry: 1\r\ndata: a\r\ndata:  b\r\n\r\nevent: receive\n\n']).events).toEqual([
    ['message', 'a\n b'],
  ]);
});

test('an unfinished event at the end is dropped', () => {
  expect(read(['event:receive\ndata:{"a":1}\n']).events).toEqual([]);
});
