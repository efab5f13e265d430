import {expect, test} from 'vitest';
import {type Row, rowText, rowWidth, span} from '../../../src/tui/text/row.ts';
import {folded, wrapped} from '../../../src/tui/text/wrap.ts';
import {seededRandom} from '../../support/seeded-random.ts';

test('rows break between words, and drop the space at the break', () => {
  expect(texts(wrapped([span('one two three')], 7))).toEqual(['one two', 'three']);
  expect(texts(wrapped([span('one  two')], 4))).toEqual(['one', 'two']);
});

test('an overlong word continues in the next row, on a row of its own', () => {
  expect(texts(wrapped([span('see https://example.org/path now')], 10))).toEqual([
    'see',
    'https://ex',
    'ample.org/',
    'path now',
  ]);
});

test('Chinese and Japanese text breaks anywhere except before closing marks', () => {
  expect(texts(wrapped([span('日本語です。はい')], 10))).toEqual(['日本語で', 'す。はい']);
});

test('indentation, line breaks and empty lines stay', () => {
  expect(texts(wrapped([span('  indented words here\n\nlast')], 12))).toEqual(['  indented', 'words here', '', 'last']);
});

test('a style that changes inside a word does not break it', () => {
  const rows = wrapped([span('aaa b'), span('bb', {bold: true}), span('b ccc')], 8);
  expect(texts(rows)).toEqual(['aaa bbbb', 'ccc']);
  expect(rows[0]).toEqual([{text: 'aaa b'}, {text: 'bb', bold: true}, {text: 'b'}]);
});

test('code fills its rows to the last cell and loses nothing', () => {
  expect(texts(folded([span('if (x)  {\n\treturn')], 4))).toEqual(['if (', 'x)  ', '{', 'retu', 'rn']);
});

test('no row exceeds its width, and no word is lost', () => {
  const random = seededRandom(5);
  const words = [
    'a',
    'word',
    'incomprehensibilities',
    '日本語',
    '👍',
    'e\u0301',
    'हिन्दी',
    '  ',
    '\n',
    'https://example.org/x/y/z',
  ];
  for (let round = 0; round < 400; round += 1) {
    const text = Array.from(
      {length: 1 + Math.floor(random() * 20)},
      () => words[Math.floor(random() * words.length)],
    ).join(' ');
    const cells = 2 + Math.floor(random() * 30);
    const rows = wrapped([span(text), span('end', {bold: true})], cells);
    expect(rows.filter(row => rowWidth(row) > cells)).toEqual([]);
    expect(texts(rows).join('').replaceAll(/\s/gu, '')).toBe(`${text}end`.replaceAll(/\s/gu, ''));
  }
});

const texts = (rows: readonly Row[]): readonly string[] => rows.map(rowText);
