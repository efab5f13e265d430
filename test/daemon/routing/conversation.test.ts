import {expect, test} from 'vitest';
import {conversationsOf} from '../../support/conversations.ts';

const alice = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid', 'signal:+15550100']};
const bob = {name: 'bob', trust: 'inner', match: ['signal:bob-uuid', 'ntfy:bob']};
const one = conversationsOf({users: [alice, bob]});
const each = conversationsOf({users: [alice, bob].map(user => ({...user, conversation: 'each'}))});

test.each([
  ['terminal:default', 'rooster:main', 'rooster:main'],
  ['signal:alice-uuid', 'rooster:main', 'rooster:dm:signal:alice-uuid'],
  ['signal:+15550100', 'rooster:main', 'rooster:dm:signal:+15550100'],
  ['signal:bob-uuid', 'rooster:person:bob', 'rooster:dm:signal:bob-uuid'],
  ['ntfy:bob', 'rooster:person:bob', 'rooster:dm:ntfy:bob'],
  ['signal:zoe-uuid', 'rooster:dm:signal:zoe-uuid', 'rooster:dm:signal:zoe-uuid'],
  ['signal:group:AAEC=', 'rooster:group:signal:AAEC=', 'rooster:group:signal:AAEC='],
] as const)('%s belongs to %s; with a conversation for each address, to %s', (address, together, apart) => {
  expect(one.conversationAt(address)).toBe(together);
  expect(each.conversationAt(address)).toBe(apart);
});

test.each([
  ['rooster:dm:signal:alice-uuid', 'rooster:main'],
  ['rooster:dm:signal:bob-uuid', 'rooster:person:bob'],
  ['rooster:person:alice', 'rooster:main'],
  ['rooster:person:zoe', 'rooster:person:zoe'],
  ['rooster:dm:signal:zoe-uuid', 'rooster:dm:signal:zoe-uuid'],
  ['rooster:main', 'rooster:main'],
  ['rooster:cron:news', 'rooster:cron:news'],
  ['hen:dm:signal:bob-uuid', 'hen:dm:signal:bob-uuid'],
] as const)('the key %s stands for %s', (key, current) => {
  expect(one.current(key)).toBe(current);
});

test('with a conversation for each address, each key names its own', () => {
  expect(each.current('rooster:dm:signal:alice-uuid')).toBe('rooster:dm:signal:alice-uuid');
});

test.each([
  ['rooster:main', 'terminal:default'],
  ['rooster:person:bob', 'signal:bob-uuid'],
  ['rooster:person:zoe', undefined],
  ['rooster:dm:signal:alice-uuid', 'signal:alice-uuid'],
  ['rooster:group:signal:AAEC=', 'signal:group:AAEC='],
  ['rooster:cron:news', undefined],
] as const)('what answers no message in %s goes to %s', (key, address) => {
  expect(one.addressIn(key)).toBe(address);
});
