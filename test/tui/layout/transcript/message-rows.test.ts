import {expect, test} from 'vitest';
import type {Message} from '../../../../src/shared/records/message.ts';
import {messageRows} from '../../../../src/tui/layout/transcript/message-rows.ts';
import {rowText} from '../../../../src/tui/text/row.ts';

const message = (text: string, fields: Partial<Message> = {}): Message => ({
  id: 'msg_1',
  session: 'rooster:main',
  role: 'user',
  text,
  at: 0,
  source: {kind: 'user', name: 'alice', channel: 'signal'},
  ...fields,
});
const shown = (one: Message) => messageRows(one, 60, 'short').map(rowText);

test('a message from the phone shows what it answers and which files came with it', () => {
  const attachments = [{path: 'received/1.jpg', type: 'image/jpeg', size: 9, name: 'beans.jpg'}];
  expect(shown(message('this one', {attachments, details: {quote: {text: 'at five'}}}))).toEqual([
    'In reply to the agent: "at five"',
    'this one',
    'Attached: beans.jpg, image/jpeg, 9 bytes: received/1.jpg',
  ]);
  expect(shown(message('', {attachments}))).toEqual(['Attached: beans.jpg, image/jpeg, 9 bytes: received/1.jpg']);
  expect(shown(message(''))).toEqual(['(empty)']);
});
