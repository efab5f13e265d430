import {expect, test} from 'vitest';
import {dueTargets, reminderTargets, verbatimTargets} from '../../../src/daemon/delivery/targets.ts';

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
  ['an address that was named', {delivery: ['mail:b@x.org'], addressed: true}, ['signal:alice-uuid'], ['mail:b@x.org']],
  ['an address that is still theirs', {delivery: ['ntfy:a']}, ['signal:alice-uuid', 'ntfy:a'], ['ntfy:a']],
  ['an address that is no longer theirs', {delivery: ['ntfy:a']}, ['signal:alice-uuid'], ['signal:alice-uuid']],
  [
    'the terminal, before Signal was linked',
    {delivery: ['terminal:default']},
    ['signal:alice-uuid'],
    ['signal:alice-uuid'],
  ],
  ['the address of a person who has none any more', {delivery: ['ntfy:a']}, [], ['ntfy:a']],
] as const)('a reminder for %s goes where its person is reached once it is due', (_, reminder, addresses, targets) => {
  expect(dueTargets({sourceSession: 'rooster:main', ...reminder}, addresses)).toEqual(targets);
});
