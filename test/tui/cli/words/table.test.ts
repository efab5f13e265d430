import {expect, test} from 'vitest';
import {tableLines} from '../../../../src/tui/cli/words/table.ts';
import type {Column} from '../../../../src/tui/nouns/noun-record.ts';

type Row = {readonly id: string; readonly text: string};
const COLUMNS: readonly Column<Row>[] = [
  {title: 'ID', text: ({id}) => id},
  {title: 'TEXT', text: ({text}) => text, gives: true},
];
const paint = (_: unknown, text: string): string => text;

test('columns are aligned under their titles', () => {
  const rows = [
    {id: 'a', text: 'short'},
    {id: 'longer', text: 'x'},
  ];
  expect(tableLines(COLUMNS, rows, {width: undefined, paint})).toEqual(['ID      TEXT', 'a       short', 'longer  x']);
});

test('a row is cut in its flexible column, to the width of the terminal', () => {
  const rows = [{id: 'rem_1234', text: 'a long text that does not fit'}];
  expect(tableLines(COLUMNS, rows, {width: 24, paint})).toEqual(['ID        TEXT', 'rem_1234  a long text t…']);
});

test('without a terminal nothing is cut', () => {
  const text = 'word '.repeat(200).trim();
  const [, line] = tableLines(COLUMNS, [{id: 'a', text}], {width: undefined, paint});
  expect(line).toBe(`a   ${text}`);
});

test('wide characters take two columns, and are not cut in half', () => {
  const rows = [
    {id: '日本', text: '日本語のテキスト'},
    {id: 'ab', text: 'x'},
  ];
  expect(tableLines(COLUMNS, rows, {width: 15, paint})).toEqual(['ID    TEXT', '日本  日本語の…', 'ab    x']);
});

test('colour does not count as width, and blanks are not coloured', () => {
  const columns: readonly Column<Row>[] = [
    {title: 'ID', text: ({id}) => id, tone: () => 'good'},
    {title: 'TEXT', text: ({text}) => text},
  ];
  const lines = tableLines(
    columns,
    [
      {id: 'a', text: 'x'},
      {id: 'abc', text: 'y'},
    ],
    {width: 80, paint: (tone, text) => (tone === 'good' ? `<${text}>` : text)},
  );
  expect(lines).toEqual(['ID   TEXT', '<a>    x', '<abc>  y']);
});

test('a table that is too wide cuts its flexible column first, then the others: no row wraps', () => {
  const lines = tableLines(COLUMNS, [{id: 'x'.repeat(30), text: 'a long text'}], {width: 20, paint});
  expect(lines[1]).toBe(`${'x'.repeat(19)}…`);
});
