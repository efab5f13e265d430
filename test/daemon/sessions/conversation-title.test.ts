import {expect, test} from 'vitest';
import {firstWords, freeKey, givenTitle, titleIn} from '../../../src/daemon/sessions/conversation-title.ts';
import {isSessionKey} from '../../../src/shared/records/session-key.ts';

test.each([
  ['Project X', 'rooster:chat:project-x'],
  ['  Ärger & Freude!  ', 'rooster:chat:ärger-freude'],
  ['買い物', 'rooster:chat:買い物'],
  ['../../etc/passwd', 'rooster:chat:etc-passwd'],
  ['💡', 'rooster:chat:chat'],
  ['', 'rooster:chat:chat'],
])('%s becomes a key that is safe in a file name', (name, key) => {
  expect(freeKey('rooster', name, () => false)).toBe(key);
  expect(isSessionKey(key)).toBe(true);
});

test('a taken key gets a number', () => {
  const taken = new Set(['rooster:chat:trip', 'rooster:chat:trip-2']);
  expect(freeKey('rooster', 'Trip', key => taken.has(key))).toBe('rooster:chat:trip-3');
});

test('a long name leaves room for a number in the key', () => {
  const key = freeKey('rooster', 'word '.repeat(100), one => !one.endsWith('-20'));
  expect(isSessionKey(key)).toBe(true);
});

test('first words end at a word', () => {
  expect(firstWords('What is\n due today?')).toBe('What is due today?');
  expect(firstWords('How often do I water the big monstera in the hall?')).toBe(
    'How often do I water the big monstera…',
  );
  expect(firstWords(' \n ')).toBeUndefined();
});

test.each([
  ['"Watering the plants."', 'Watering the plants'],
  ['**Reise nach Rom**\nmore text', 'Reise nach Rom'],
  ['', undefined],
  ['a'.repeat(61), undefined],
])('the answer %s has the title %s', (answer, title) => {
  expect(titleIn(answer)).toBe(title);
});

test('a given title is one line of limited length', () => {
  expect(givenTitle(' My\ttrip\n')).toBe('My trip');
  expect(givenTitle('a'.repeat(100))).toHaveLength(61);
});
