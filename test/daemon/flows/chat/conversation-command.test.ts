import {expect, test} from 'vitest';
import {
  type ChatConversations,
  goToChat,
  listChats,
  startChat,
} from '../../../../src/daemon/flows/chat/conversation-command.ts';
import type {Session} from '../../../../src/shared/records/session.ts';
import type {SessionKey} from '../../../../src/shared/records/session-key.ts';

const MAIN = 'rooster:main';

const aChat = (title: string, given: Partial<Session> = {}): Session => ({
  key: `rooster:chat:${title.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'chat',
  title,
  user: 'alice',
  trust: 'full',
  lastActivityAt: 0,
  messages: 2,
  unread: 0,
  busy: false,
  queued: 0,
  ...given,
});

const fixture = (chats: readonly Session[] = [], session: SessionKey = MAIN) => {
  const done: unknown[] = [];
  const conversations: ChatConversations = {
    made: () => chats,
    withUser: () => [],
    search: () => [],
    create: wanted => {
      done.push(wanted);
      return aChat(wanted.title ?? '');
    },
    restore: key => {
      done.push(['restore', key]);
      return aChat('restored', {key});
    },
    cut: async key => {
      done.push(['cut', key]);
      return aChat('Good morning');
    },
    choose: (user, key) => done.push(['choose', user, key]),
  };
  return {conversations, done, who: {user: 'alice', session, key: 'm1'}};
};

const chats = [aChat('Trip'), aChat('Tripod'), aChat('Old tax', {archived: true})];

test('/chats lists the conversations of the person and says where the phone is', () => {
  const {conversations, who} = fixture(chats, 'rooster:chat:trip');
  expect(listChats(conversations, who, () => 'today')).toBe(
    [
      'Your conversations:',
      '- main',
      '- Trip, today (you are here)',
      '- Tripod, today',
      '1 archived.',
      '/chat NAME goes to one, /new NAME starts one.',
    ].join('\n'),
  );
  expect(listChats(fixture().conversations, who, () => '')).toContain('- main (you are here)');
});

test.each([
  ['trip', 'rooster:chat:trip'],
  ['tripo', 'rooster:chat:tripod'],
])('/chat %s goes to the conversation that the name fits best', (name, key) => {
  const {conversations, who, done} = fixture(chats);
  expect(goToChat(conversations, who, name)).toMatch(/^Now in "/u);
  expect(done).toEqual([['choose', 'alice', key]]);
});

test('/chat brings an archived conversation back, and main is the own one', () => {
  const {conversations, who, done} = fixture(chats);
  expect(goToChat(conversations, who, 'tax')).toBe('Now in "Old tax". /chat main goes back.');
  expect(goToChat(conversations, who, 'Main')).toBe('Now in "main".');
  expect(done).toEqual([
    ['restore', 'rooster:chat:old-tax'],
    ['choose', 'alice', 'rooster:chat:old-tax'],
    ['choose', 'alice', undefined],
  ]);
});

test('/chat without a name says where the phone is; an unclear name changes nothing', () => {
  const {conversations, who, done} = fixture(chats, 'rooster:chat:trip');
  expect(goToChat(conversations, who, '')).toContain('You are in "Trip"');
  expect(() => goToChat(conversations, who, 'tri')).toThrow('"tri" matches 2: "Trip", "Tripod".');
  expect(() => goToChat(conversations, who, 'moon')).toThrow('No conversation "moon".');
  expect(done).toEqual([]);
});

test('/new NAME makes a conversation once and goes there; /new alone archives the messages', async () => {
  const {conversations, who, done} = fixture([], 'rooster:chat:trip');
  expect(await startChat(conversations, who, 'Garden')).toBe(
    'Started "Garden". You are in it now. /chat main goes back.',
  );
  expect(await startChat(conversations, who, '')).toBe(
    'Started over. The messages are archived as "Good morning". Reminders stay.',
  );
  await expect(startChat(conversations, who, 'main')).rejects.toThrow('"main" is your own conversation');
  expect(done).toEqual([
    {title: 'Garden', key: 'm1', user: 'alice'},
    ['choose', 'alice', 'rooster:chat:garden'],
    ['cut', 'rooster:chat:trip'],
  ]);
});
