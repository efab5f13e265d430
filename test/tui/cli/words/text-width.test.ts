import {expect, test} from 'vitest';
import {rulerFor} from '../../../../src/tui/cli/words/text-width.ts';

test.each([
  ['stretch', 7],
  ['grüße – “so”…', 13],
  ['日本語', 6],
  ['カタカナ ｶﾅ', 11],
  ['한국어', 6],
  ['１２', 4],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['👍🏽', 2],
  ['⏰ tea', 6],
  ['☀ sun', 5],
  ['e\u0301te\u0301', 3],
  ['\u200bx', 1],
])('%j takes %d columns', (text, columns) => {
  expect(rulerFor([text]).width(text)).toBe(columns);
});

test.each([
  ['stretch', 7, 'stretch'],
  ['stretch', 4, 'str…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
])('%j cut to %d columns is %j', (text, columns, cut) => {
  expect(rulerFor([text]).cut(text, columns)).toBe(cut);
});
