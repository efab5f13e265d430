import {isDeepStrictEqual} from 'node:util';
import {expect, test} from 'vitest';
import {sameData} from '../../src/shared/fields/same-data.ts';

const VALUES: readonly unknown[] = [
  undefined,
  null,
  0,
  1,
  '1',
  '',
  true,
  [],
  {},
  [1, 2],
  [2, 1],
  [1, [2]],
  {a: 1},
  {a: undefined},
  {b: undefined},
  {a: 1, b: [2]},
  {b: [2], a: 1},
  {a: {b: {c: null}}},
  {a: {b: {c: 0}}},
  JSON.parse('{"__proto__": 1}'),
];

test('plain data is compared by content, as Node compares it', () => {
  for (const one of VALUES) {
    for (const other of VALUES) {
      expect([one, other, sameData(structuredClone(one), other)]).toEqual([one, other, isDeepStrictEqual(one, other)]);
    }
  }
});
