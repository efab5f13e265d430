import {expect, test} from 'vitest';
import {shortened} from '../../src/shared/shortened.ts';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['  on\n\none\tline ', 99, 'on one line'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀c', 4, 'ab😀…'],
  ['ab😀c', 3, 'ab…'],
  ['😀😀', 1, '…'],
])('the beginning of %j, at most %i, is %j', (text, longest, beginning) => {
  expect(shortened(text, longest)).toBe(beginning);
});
