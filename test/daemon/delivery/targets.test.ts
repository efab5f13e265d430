import {expect, test} from 'vitest';
import {ownWordTargets, reminderTargets} from '../../../src/daemon/delivery/targets.ts';

test('a reminder set in a Signal conversation goes there and nowhere else', () => {
  expect(
    reminderTargets('rooster:dm:signal:alice-uuid', ['terminal:default', 'signal:alice-uuid', 'telegram:alice-tg']),
  ).toEqual(['signal:alice-uuid']);
});

test('a reminder set in a Telegram conversation goes there and nowhere else', () => {
  expect(reminderTargets('rooster:dm:telegram:alice-tg', ['signal:alice-uuid', 'telegram:alice-tg'])).toEqual([
    'telegram:alice-tg',
  ]);
});

test('one set at the terminal goes wherever the person can be reached while away', () => {
  expect(reminderTargets('rooster:main', ['terminal:default', 'signal:alice-uuid'])).toEqual(['signal:alice-uuid']);
});

test('one set in a group goes to its person, not to the group', () => {
  expect(reminderTargets('rooster:group:signal:deadbeef', ['signal:alice-uuid'])).toEqual(['signal:alice-uuid']);
});

test('a person who is only met at the terminal is reminded there', () => {
  expect(reminderTargets('rooster:main', ['terminal:default'])).toEqual(['terminal:default']);
});

test('a conversation has its own address even where the configuration knows nobody there', () => {
  expect(reminderTargets('rooster:dm:signal:mallory-uuid', [])).toEqual(['signal:mallory-uuid']);
});

test('where nobody is known there is no address', () => {
  expect(reminderTargets('rooster:main', [])).toEqual([]);
});

test.each([
  ['rooster:main', ['terminal:default', 'signal:alice-uuid'], ['terminal:default', 'signal:alice-uuid']],
  ['rooster:main', ['terminal:default'], ['terminal:default']],
  ['rooster:dm:signal:alice-uuid', ['terminal:default', 'signal:alice-uuid'], ['signal:alice-uuid']],
  ['rooster:cron:news', ['signal:alice-uuid'], []],
] as const)('the agent’s own word in %s, to somebody at %j, goes to %j', (session, addresses, targets) => {
  expect(ownWordTargets(session, addresses)).toEqual(targets);
});
