import {describe, expect, test} from 'vitest';
import {nearestWord} from '../../src/shared/text/nearest-word.ts';

describe('among the commands', () => {
  test.each([
    ['chta', 'chat'],
    ['statsu', 'status'],
    ['session', 'sessions'],
    ['remnid', 'remind'],
    ['outobx', 'outbox'],
    ['sess', 'sessions'],
    ['CHAT', 'chat'],
    ['frobnicate', undefined],
    ['x', undefined],
  ])('%s is corrected to %s', (word, meant) => {
    const verbs = ['chat', 'status', 'sessions', 'remind', 'reminders', 'outbox', 'why'];
    expect(nearestWord(word, verbs)).toBe(meant);
  });
});

describe('among the keys', () => {
  test.each([
    ['timezon', 'timezone'],
    ['time_zone', 'timezone'],
    ['TimeZone', 'timezone'],
    ['trsut', 'trust'],
    ['Match', 'match'],
    ['api-key', 'apiKey'],
    ['base_url', 'baseUrl'],
    ['nam', 'name'],
    ['nm', undefined],
    ['colour', undefined],
    ['', undefined],
  ])('%j probably means %s', (key, meant) => {
    expect(nearestWord(key, ['timezone', 'trust', 'name', 'match', 'baseUrl', 'apiKey'])).toBe(meant);
  });

  test('a very long word is compared with none', () => {
    expect(nearestWord('k'.repeat(1_000_000), ['key'])).toBeUndefined();
  });
});

test('dashes alone make no option similar to another', () => {
  expect(nearestWord('--jsno', ['--json', '--help'])).toBe('--json');
  expect(nearestWord('--nowait', ['--no-wait', '--help'])).toBe('--no-wait');
});

test('without candidates there is no suggestion', () => {
  expect(nearestWord('name', [])).toBeUndefined();
});
