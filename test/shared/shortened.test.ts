import {expect, test} from 'vitest';
import {abridged, beginningOf, shortened} from '../../src/shared/text/shortened.ts';

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

test('a cut text keeps its lines, and no character is split', () => {
  expect(abridged('a\n b', 4)).toBe('a\n b');
  expect(abridged('a\n bc', 4)).toBe('a\n b…');
  expect(abridged('ab😀', 3)).toBe('ab…');
  expect(beginningOf('ab😀', 3)).toBe('ab');
  expect(beginningOf('ab😀', 4)).toBe('ab😀');
});
