// Several conversations on a phone, through the real daemon and the stand-in as its signal-cli.
// @module-tag deep
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';

test('a phone makes a conversation, talks there, goes back, and a deletion removes its copy after a kill too', async () => {
  await using home = await signalHome();
  const copy = join(home.path, 'workspace', 'sessions', 'rooster_chat_garden.jsonl');
  const daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  const answered = (words: string) => daemon.event('delivery.sent', ({delivery}) => delivery.text.startsWith(words));
  home.server.enqueue(text('/new Garden', 1));
  await answered('Started "Garden".');
  home.server.enqueue(text('when do I sow?', 2));
  await answered('You said: when do I sow?');
  home.server.enqueue(text('/chats', 3));
  await answered('Your conversations:');
  home.server.enqueue(text('/chat main', 4));
  await answered('Now in "main".');
  home.server.enqueue(text('thanks', 5));
  await answered('You said: thanks');
  const session = 'rooster:chat:garden';
  const {messages} = await daemon.call('session.history', {session});
  expect(messages.map(message => message.text)).toEqual(['when do I sow?', 'You said: when do I sow?']);
  await until('a readable copy', () => existsSync(copy));
  await daemon.call('session.delete', {session});
  await daemon.kill('SIGKILL');
  await using next = await home.start();
  const {sessions} = await next.call('session.list', {});
  expect(sessions.map(({key}) => key)).not.toContain(session);
  await until('the copy is gone', () => !existsSync(copy));
  expect((await next.call('message.search', {text: 'sow'})).messages).toEqual([]);
});
