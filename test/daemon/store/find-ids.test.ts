import {expect, test} from 'vitest';
import {aMessage, aReminder, aSession, openTestStore} from './store-fixture.ts';

const IDS = ['0000001aaaaaaaaaaaaa', '0000002aaaaaaabbbbbb', '0000002ccccccccccccc'];

test('records are found by the beginning or the end of their ids, newest first, of one kind or of all', () => {
  using store = openTestStore();
  store.transact(() => {
    store.sessions.put(aSession());
    for (const id of IDS) store.reminders.add(aReminder(id, {message: `pills ${id}`}));
    store.messages.add(aMessage('0000002aaaaaaabbbbbb', {text: 'x'.repeat(500)}));
  });
  const found = (part: string, kind?: 'rem' | 'msg', limit = 9): readonly string[] =>
    store.findIds(part, {limit, ...(kind === undefined ? {} : {kind})}).map(({id}) => id);
  expect(found('bbbbbb')).toEqual(['rem_0000002aaaaaaabbbbbb', 'msg_0000002aaaaaaabbbbbb']);
  expect(found('0000002', 'rem')).toEqual(['rem_0000002ccccccccccccc', 'rem_0000002aaaaaaabbbbbb']);
  expect(found('0000002', 'rem', 1)).toEqual(['rem_0000002ccccccccccccc']);
  expect(found('aaaaaaabb', 'rem')).toEqual([]);
  expect(store.findIds('bbbbbb', {kind: 'msg', limit: 1})[0]?.label).toHaveLength(200);
  expect(store.findIds('aaaaaa', {limit: 9})).toEqual([{id: 'rem_0000001aaaaaaaaaaaaa', label: `pills ${IDS[0]}`}]);
});
