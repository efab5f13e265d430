import {expect, test} from 'vitest';
import {nearKey} from '../../../src/daemon/config/near-key.ts';

const KNOWN = ['timezone', 'trust', 'name', 'match', 'baseUrl', 'apiKey'];

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
])('%j probably means %s', (key, near) => {
  expect(nearKey(key, KNOWN)).toBe(near);
});

test('nothing is near where nothing is known', () => {
  expect(nearKey('name', [])).toBeUndefined();
});
