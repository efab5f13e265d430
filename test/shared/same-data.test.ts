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

/** Without undefined fields. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

test('plain data is compared by content, as Node compares it, and an undefined field is like an absent one', () => {
  for (const one of VALUES) {
    for (const other of VALUES) {
      expect([one, other, sameData(structuredClone(one), other)]).toEqual([
        one,
        other,
        isDeepStrictEqual(asJson(one), asJson(other)),
      ]);
    }
  }
});
