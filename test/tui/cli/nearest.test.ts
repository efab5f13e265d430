import {expect, test} from 'vitest';
import {nearest} from '../../../src/tui/cli/nearest.ts';

const VERBS = ['chat', 'status', 'sessions', 'remind', 'reminders', 'outbox', 'why'];

test.each([
  ['chta', 'chat'],
  ['statsu', 'status'],
  ['session', 'sessions'],
  ['remnid', 'remind'],
  ['outobx', 'outbox'],
  ['sess', 'sessions'],
  ['CHAT', undefined],
  ['frobnicate', undefined],
  ['x', undefined],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, VERBS)).toBe(meant);
});
