import {expect, test} from 'vitest';
import {type Draft, draftOf} from '../../../src/tui/editor/draft.ts';
import {rowsOfDraft} from '../../../src/tui/editor/rows.ts';

test('words stay whole if they fit, and long ones continue in the next row', () => {
  expect(textsOf(draftOf('one two three four'), 9)).toEqual(['one two ', 'three ', 'four']);
  expect(textsOf(draftOf('incomprehensible'), 6)).toEqual(['incomp', 'rehens', 'ible']);
});

test('an empty line is a row, and so is the end after a line break', () => {
  expect(textsOf(draftOf('a\n\nb\n'), 10)).toEqual(['a', '', 'b', '']);
});

test('wide characters take two cells and are not cut', () => {
  expect(textsOf(draftOf('日本語'), 5)).toEqual(['日本', '語']);
});

test('every typed character is visible', () => {
  expect(textsOf(draftOf('a\tb\x1bc\x7f'), 40)).toEqual(['a→   b␛c␡']);
});

test('a long paste is named by its size', () => {
  const pasted = Array.from({length: 2_000}, () => 'x').join('\n');
  expect(textsOf(draftOf(pasted), 60)).toEqual(['[2,000 lines, 3,999 characters]']);
});

test('the cursor is where the next letter will appear', () => {
  const at = (text: string, cursor: number, cells: number) => rowsOfDraft({text, cursor, chips: []}, cells).cursor;
  expect(at('one two', 7, 20)).toEqual({row: 0, column: 7});
  expect(at('日本', 1, 20)).toEqual({row: 0, column: 2});
  expect(at('one two three', 8, 9)).toEqual({row: 1, column: 0});
  expect(at('a\n', 2, 20)).toEqual({row: 1, column: 0});
  expect(at('abcdef', 6, 6)).toEqual({row: 0, column: 6});
});

test('spaces beyond the edge push neither the text nor the cursor out of the row', () => {
  const {rows, cursor} = rowsOfDraft({text: `abc${' '.repeat(10)}`, cursor: 13, chips: []}, 6);
  expect(rows).toHaveLength(1);
  expect(cursor).toEqual({row: 0, column: 6});
});

const textsOf = (draft: Draft, cells: number): readonly string[] =>
  rowsOfDraft(draft, cells).rows.map(({glyphs}) => glyphs.map(({text}) => text).join(''));
