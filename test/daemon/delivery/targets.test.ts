import {expect, test} from 'vitest';
import {dueTargets, reminderTargets, verbatimTargets, withWays} from '../../../src/daemon/delivery/targets.ts';

test('a reminder set in a Signal conversation is delivered only there', () => {
  expect(
    reminderTargets({session: 'rooster:dm:signal:alice-uuid'}, [
      'terminal:default',
      'signal:alice-uuid',
      'telegram:alice-tg',
    ]),
  ).toEqual(['signal:alice-uuid']);
});

test('a reminder set in a Telegram conversation is delivered only there', () => {
  expect(
    reminderTargets({session: 'rooster:dm:telegram:alice-tg'}, ['signal:alice-uuid', 'telegram:alice-tg']),
  ).toEqual(['telegram:alice-tg']);
});

test('a reminder set at the terminal goes to all other addresses of the person', () => {
  expect(reminderTargets({session: 'rooster:main'}, ['terminal:default', 'signal:alice-uuid'])).toEqual([
    'signal:alice-uuid',
  ]);
});

test('in a conversation over several addresses, a reminder goes to the address that asked', () => {
  const addresses = ['terminal:default', 'signal:alice-uuid', 'telegram:alice-tg'] as const;
  expect(reminderTargets({session: 'rooster:main', origin: 'telegram:alice-tg'}, addresses)).toEqual([
    'telegram:alice-tg',
  ]);
  expect(reminderTargets({session: 'rooster:main', origin: 'terminal:default'}, addresses)).toEqual([
    'signal:alice-uuid',
    'telegram:alice-tg',
  ]);
  expect(reminderTargets({session: 'rooster:group:signal:G', origin: 'signal:group:G'}, addresses)).toHaveLength(2);
});

test('a reminder set in a group goes to its person, not to the group', () => {
  expect(reminderTargets({session: 'rooster:group:signal:deadbeef'}, ['signal:alice-uuid'])).toEqual([
    'signal:alice-uuid',
  ]);
});

test('a person with only the terminal is reminded there', () => {
  expect(reminderTargets({session: 'rooster:main'}, ['terminal:default'])).toEqual(['terminal:default']);
});

test('a conversation has its own address even without configured users', () => {
  expect(reminderTargets({session: 'rooster:dm:signal:mallory-uuid'}, [])).toEqual(['signal:mallory-uuid']);
});

test('without addresses there is no target', () => {
  expect(reminderTargets({session: 'rooster:main'}, [])).toEqual([]);
});

test.each([
  ['rooster:main', ['terminal:default', 'signal:alice-uuid'], ['terminal:default', 'signal:alice-uuid']],
  ['rooster:main', ['terminal:default'], ['terminal:default']],
  ['rooster:dm:signal:alice-uuid', ['terminal:default', 'signal:alice-uuid'], ['signal:alice-uuid']],
  ['rooster:person:bob', ['signal:bob-uuid', 'ntfy:default'], ['signal:bob-uuid', 'ntfy:default']],
  ['rooster:cron:news', ['signal:alice-uuid'], []],
] as const)('an agent message from %s, to a person with %j, goes to %j', (session, addresses, targets) => {
  expect(verbatimTargets(session, addresses)).toEqual(targets);
});

test.each([
  [
    'an address that was named',
    {delivery: ['mail:b@x.org'], addressed: true},
    {addresses: ['signal:a']},
    ['mail:b@x.org'],
  ],
  ['an order of ways', {}, {addresses: ['signal:a', 'ntfy:a'], ways: ['ntfy:a', 'signal:a']}, ['ntfy:a', 'signal:a']],
  ['the chat that asked', {origin: 'ntfy:a'}, {addresses: ['signal:a', 'ntfy:a']}, ['ntfy:a']],
  ['a chat that is no longer theirs', {origin: 'ntfy:a'}, {addresses: ['signal:a']}, ['signal:a']],
  ['the terminal, before Signal was linked', {}, {addresses: ['terminal:default', 'signal:a']}, ['signal:a']],
  ['addresses of an earlier ring', {delivery: ['ntfy:a']}, {addresses: ['signal:a', 'ntfy:a']}, ['signal:a', 'ntfy:a']],
  ['the chat of somebody unknown', {origin: 'signal:m'}, undefined, ['signal:m']],
  ['a person without any address', {}, {addresses: []}, ['terminal:default']],
] as const)('a reminder for %s goes where its person is reached once it is due', (_, reminder, person, targets) => {
  expect(dueTargets({sourceSession: 'rooster:main', delivery: [], ...reminder}, person)).toEqual(targets);
});

test('where reminders would ring now is looked up once for each person, and not where an address is known', () => {
  const asked: string[] = [];
  const shown = withWays(name => {
    asked.push(name);
    return {addresses: ['terminal:default', `signal:${name}`]};
  });
  const of = {sourceSession: 'rooster:main', delivery: []} as const;
  expect(
    [
      {...of, user: 'alice'},
      {...of, user: 'bob'},
      {...of, user: 'alice'},
    ].map(shown),
  ).toMatchObject([{ways: ['signal:alice']}, {ways: ['signal:bob']}, {ways: ['signal:alice']}]);
  expect(asked).toEqual(['alice', 'bob']);
  expect(shown({...of, user: 'carl', delivery: ['ntfy:c']})).not.toHaveProperty('ways');
  expect(asked).toHaveLength(2);
});
