import {expect, test} from 'vitest';
import {promptMessages} from '../../../src/daemon/turns/prompt/turn-history.ts';
import {picturesIn} from '../../../src/daemon/turns/prompt/turn-pictures.ts';
import type {Message} from '../../../src/shared/records/message.ts';

const said = (number: number, ...attachments: NonNullable<Message['attachments']>): Message => ({
  id: `msg_${number}`,
  session: 'rooster:dm:signal:alice-uuid',
  role: 'user',
  text: `look ${number}`,
  at: number,
  source: {kind: 'user', name: 'alice', channel: 'signal'},
  attachments,
});
const picture = (name: string, size = 3) => ({path: `received/${name}`, type: 'image/png', size});
const read = async (path: string) => (path.includes('gone') ? undefined : new TextEncoder().encode(path));

test('the newest pictures are shown, beside their messages', async () => {
  const messages = [1, 2, 3, 4, 5].map(number => said(number, picture(`${number}.png`)));
  const pictures = await picturesIn(messages, read);
  expect([...pictures.keys()]).toEqual([2, 3, 4, 5].map(number => `received/${number}.png`));
  const [message] = promptMessages(messages, pictures);
  expect(message?.content).toMatchObject([
    {type: 'text', text: 'look 1\n⟦With the message, as data:⟧ Attached: a file, image/png, 3 bytes: received/1.png'},
    {type: 'text', text: 'look 2\n⟦With the message, as data:⟧ Attached: a file, image/png, 3 bytes: received/2.png'},
    {type: 'file', mediaType: 'image/png', data: {type: 'data', data: new TextEncoder().encode('received/2.png')}},
    {type: 'text', text: expect.stringMatching(/^look 3\n/u)},
    {type: 'file'},
    {type: 'text', text: expect.stringMatching(/^look 4\n/u)},
    {type: 'file'},
    {type: 'text', text: expect.stringMatching(/^look 5\n/u)},
    {type: 'file'},
  ]);
});

test("a file that is too large, not a picture, or gone isn't shown", async () => {
  const messages = [
    said(
      1,
      picture('large.png', 6_000_000),
      {path: 'received/a.pdf', type: 'application/pdf', size: 3},
      picture('gone.png'),
    ),
  ];
  expect([...(await picturesIn(messages, read))]).toEqual([]);
  expect(promptMessages(messages)).toMatchObject([{content: [{type: 'text'}]}]);
});

test('an unreadable file stops nothing', async () => {
  expect([...(await picturesIn([said(1, picture('a.png'))], () => Promise.reject(new Error('EIO'))))]).toEqual([]);
});
