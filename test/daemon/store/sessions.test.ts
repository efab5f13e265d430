import {expect, test} from 'vitest';
import {DAY, MINUTE} from '../../../src/shared/time/time.ts';
import {aMessage, aSession, aTurn, MAIN, noon, openTestStore} from './store-fixture.ts';

const openTalk = () => {
  const store = openTestStore();
  store.sessions.put(aSession());
  return store;
};

test('a session keeps all its fields and can be overwritten', () => {
  using store = openTestStore();
  const session = aSession({user: 'alice', summary: 'so far', summarizedTo: 'msg_1'});
  store.sessions.put(session);
  expect(store.sessions.get(MAIN)).toEqual(session);
  store.sessions.put(aSession({title: 'Other'}));
  expect(store.sessions.get(MAIN)).toEqual(aSession({title: 'Other'}));
  expect(store.sessions.get('rooster:dm:signal:nobody')).toBeUndefined();
});

test('sessions are listed last active first', () => {
  using store = openTestStore();
  store.sessions.put(aSession({lastActivityAt: noon}));
  store.sessions.put(aSession({key: 'rooster:dm:signal:alice-uuid', lastActivityAt: noon + 2}));
  store.sessions.put(aSession({key: 'rooster:cron:morning', lastActivityAt: noon + 1}));
  expect(store.sessions.list().map(({key}) => key)).toEqual([
    'rooster:dm:signal:alice-uuid',
    'rooster:cron:morning',
    MAIN,
  ]);
});

test("messages are counted since the last reset; unread ones are the agent's unseen ones", () => {
  using store = openTalk();
  expect(store.sessions.counts(MAIN)).toEqual({messages: 0, unread: 0});
  store.messages.add(aMessage('1'));
  store.messages.add(aMessage('2', {role: 'assistant', text: '', toolCalls: []}));
  store.messages.add(aMessage('3', {role: 'tool', text: 'output'}));
  store.messages.add(aMessage('4', {role: 'assistant', text: 'Done.'}));
  store.messages.add(aMessage('5', {role: 'system', text: 'A note.'}));
  expect(store.sessions.counts(MAIN)).toEqual({messages: 5, unread: 2});
  store.sessions.read(MAIN, 'msg_4');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 5, unread: 1});
  store.sessions.read(MAIN, 'msg_1');
  store.sessions.read(MAIN, 'msg_none');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 5, unread: 1});
  store.sessions.reset(MAIN, noon);
  expect(store.sessions.counts(MAIN)).toEqual({messages: 0, unread: 0});
  store.messages.add(aMessage('6', {role: 'assistant', text: 'Hello again.'}));
  expect(store.sessions.counts(MAIN)).toEqual({messages: 1, unread: 1});
});

test("a sentinel doesn't count as unread", () => {
  using store = openTalk();
  const said = aMessage('1', {role: 'assistant', text: 'HEARTBEAT_OK'});
  store.messages.add(said);
  store.messages.add(aMessage('2', {role: 'assistant', text: 'HEARTBEAT_OK, and the backup is late'}));
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 1});
  store.sessions.read(MAIN, 'msg_none');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 1});
  store.sessions.read(MAIN, 'msg_1');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 1});
});

test('a removed message is no longer counted, unless it was read or reset before', () => {
  using store = openTalk();
  const say = (id: string) => store.messages.add(aMessage(id, {role: 'assistant'}));
  for (const id of ['1', '2', '3']) say(id);
  store.sessions.read(MAIN, 'msg_1');
  store.messages.remove('msg_1');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 2});
  store.messages.remove('msg_3');
  store.messages.remove('msg_3');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 1, unread: 1});
  store.sessions.reset(MAIN, noon);
  say('4');
  store.messages.remove('msg_2');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 1, unread: 1});
});

test('a message after a removed one never counts as read or reset', () => {
  using store = openTalk();
  store.messages.add(aMessage('1', {role: 'assistant'}));
  store.sessions.read(MAIN, 'msg_1');
  store.sessions.reset(MAIN, noon);
  store.messages.remove('msg_1');
  store.messages.add(aMessage('2', {role: 'assistant'}));
  expect(store.sessions.counts(MAIN)).toEqual({messages: 1, unread: 1});
  expect(store.messages.context(MAIN)).toHaveLength(1);
});

test('messages in an isolated session are never unread', () => {
  using store = openTestStore();
  const session = 'rooster:cron:morning';
  const said = (id: string) => aMessage(id, {session, role: 'assistant'});
  store.messages.add(said('before'));
  expect(store.sessions.counts(session)).toEqual({messages: 1, unread: 0});
  store.sessions.put(aSession({key: session}));
  store.messages.add(said('1'));
  store.messages.add(said('2'));
  store.sessions.read(session, 'msg_1');
  expect(store.sessions.counts(session)).toEqual({messages: 3, unread: 0});
  store.messages.remove('msg_2');
  expect(store.sessions.counts(session)).toEqual({messages: 2, unread: 0});
});

test('counts are right for a session stored after its first messages', () => {
  using store = openTestStore();
  store.messages.add(aMessage('1'));
  store.messages.add(aMessage('2', {role: 'assistant'}));
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 1});
  store.sessions.put(aSession());
  expect(store.sessions.counts(MAIN)).toEqual({messages: 2, unread: 1});
});

test('counts roll back with their transaction', () => {
  using store = openTalk();
  expect(() =>
    store.transact(() => {
      store.messages.add(aMessage('1', {role: 'assistant'}));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.sessions.counts(MAIN)).toEqual({messages: 0, unread: 0});
});

test('a reset empties the conversation, drops its summary and keeps the messages in the database', () => {
  using store = openTalk();
  store.messages.add(aMessage('1'));
  store.messages.add(aMessage('other', {session: 'rooster:dm:signal:alice-uuid'}));
  store.sessions.put(aSession({summary: 'so far', summarizedTo: 'msg_1'}));
  store.sessions.reset(MAIN, noon + 1);
  expect(store.sessions.get(MAIN)).toEqual(aSession());
  expect(store.messages.page(MAIN, {limit: 10})).toEqual({messages: [], more: false});
  expect(store.messages.context(MAIN)).toEqual([]);
  expect(store.messages.context('rooster:dm:signal:alice-uuid')).toHaveLength(1);
  expect(store.messages.get('msg_1')).toEqual(aMessage('1'));
  expect(store.messages.search('message', {limit: 10})).toHaveLength(2);
});

test('a turn that starts after a reset still has its question, and turns keep their order', () => {
  using store = openTalk();
  for (const id of ['1', '2']) {
    store.turns.put(aTurn(id));
    store.messages.add(aMessage(id, {turnId: `turn_${id}`}));
  }
  store.messages.add(aMessage('gone'));
  store.sessions.reset(MAIN, noon);
  store.messages.add(aMessage('3'));
  for (const id of ['1', '2']) {
    store.turns.put(aTurn(id, {state: 'ended'}));
    store.messages.add(aMessage(`answer${id}`, {role: 'assistant', turnId: `turn_${id}`}));
  }
  expect(store.messages.context(MAIN).map(({id}) => id)).toEqual([
    'msg_1',
    'msg_answer1',
    'msg_2',
    'msg_answer2',
    'msg_3',
  ]);
});

test("a person's last activity is their last message or the end of the turn that answered it", () => {
  using store = openTalk();
  const user = {kind: 'user', name: 'alice'} as const;
  const heard = () => store.sessions.spokenIn({since: noon - DAY, limit: 10});
  expect(heard()).toEqual([]);
  store.messages.add(aMessage('1', {source: user, at: noon - 9 * MINUTE, turnId: 'turn_1'}));
  expect(heard()).toEqual([{key: MAIN, spokenAt: noon - 9 * MINUTE}]);
  store.turns.put(aTurn('1', {state: 'ended', endedAt: noon - 3 * MINUTE}));
  store.messages.add(aMessage('2', {source: user, at: noon - 8 * MINUTE}));
  expect(heard()).toEqual([{key: MAIN, spokenAt: noon - 3 * MINUTE}]);
  // None of these is a person who waits for an answer.
  store.messages.add(aMessage('3', {role: 'assistant', source: {kind: 'system', name: 'heartbeat'}, at: noon}));
  store.messages.add(aMessage('4', {source: {kind: 'operator'}, at: noon}));
  store.messages.add(aMessage('5', {source: {kind: 'cron', name: 'morning'}, at: noon, turnId: 'turn_2'}));
  expect(heard()).toEqual([{key: MAIN, spokenAt: noon - 3 * MINUTE}]);
  store.sessions.reset(MAIN, noon);
  expect(heard()).toEqual([]);
});

test('conversations with people are listed newest first, up to the limit, without jobs or groups', () => {
  using store = openTestStore();
  const keys = ['rooster:dm:signal:a', 'rooster:group:signal:b', 'rooster:dm:signal:c', 'rooster:cron:d'] as const;
  for (const [index, key] of keys.entries()) {
    store.sessions.put(aSession({key, lastActivityAt: noon + index}));
    store.messages.add(aMessage(key, {session: key, source: {kind: 'user', name: 'alice'}, at: noon + index}));
  }
  const heard = (limit: number) => store.sessions.spokenIn({since: noon, limit}).map(({key}) => key);
  expect(heard(10)).toEqual(['rooster:dm:signal:c', 'rooster:dm:signal:a']);
  expect(heard(1)).toEqual(['rooster:dm:signal:c']);
  expect(store.sessions.spokenIn({since: noon + 1, limit: 10}).map(({key}) => key)).toEqual(['rooster:dm:signal:c']);
});
