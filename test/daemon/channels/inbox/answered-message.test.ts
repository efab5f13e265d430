import {expect, test} from 'vitest';
import {answeredMessage} from '../../../../src/daemon/channels/inbox/answered-message.ts';
import {inboundKey} from '../../../../src/daemon/channels/inbox/receive.ts';
import {mailIdentity} from '../../../../src/daemon/channels/mail/incoming/kept-mail.ts';

test.each([
  ['signal:alice-uuid', 'alice-uuid', 17, {id: '17', author: 'alice-uuid'}],
  ['signal:group:AA/EC=', 'bob-uuid', 17, {id: '17', author: 'bob-uuid'}],
] as const)('a message in %s is named by author and timestamp', (chat, author, timestamp, named) => {
  expect(answeredMessage(inboundKey({chat, author, timestamp}))).toEqual(named);
});

test.each(['<a/b@example.org>', '<1@[10.0.0.1]>'])('a mail is named by its Message-ID %s and its address', id => {
  const chat = 'mail:alice/x@example.org';
  expect(answeredMessage(inboundKey(mailIdentity(chat, id)))).toEqual({id, author: chat});
});

test.each(['msg_1', 'terminal:default/1/2/3', 'mail:alice@example.org/no-brackets/0'])('%s names nothing', key => {
  expect(answeredMessage(key)).toBeUndefined();
});
