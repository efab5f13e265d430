import {expect, test} from 'vitest';
import {CHIP, draftOf, expanded} from '../../../src/tui/editor/draft.ts';
import {type Edit, type Editor, edit, editorOf, emptyEditor} from '../../../src/tui/editor/editor.ts';
import {seededRandom} from '../../support/seeded-random.ts';

test('typing, moving by graphemes and deleting never cut a character in two', () => {
  const family = '👩\u200d👩\u200d👧';
  const editor = run(typed(`a${family}e\u0301`), [move('left'), move('left'), insert('x')]);
  expect(shown(editor)).toBe(`ax|${family}e\u0301`);
  expect(shown(run(editor, [{kind: 'delete', to: 'right'}]))).toBe('ax|e\u0301');
  expect(shown(run(typed(family), [{kind: 'delete', to: 'left'}]))).toBe('|');
});

test('a mark typed after a letter joins it, and the cursor is behind both', () => {
  expect(shown(run(typed('e'), [insert('\u0301'), {kind: 'delete', to: 'left'}]))).toBe('|');
});

test('word moves and cuts work as in a shell', () => {
  const editor = typed('send the file-name.txt now');
  expect(shown(run(editor, [move('word-left'), move('word-left')]))).toBe('send the file-name.|txt now');
  expect(
    shown(
      run(editor, [
        {kind: 'cut', to: 'big-word-left'},
        {kind: 'cut', to: 'big-word-left'},
      ]),
    ),
  ).toBe('send the |');
  expect(shown(run(editor, [move('start'), move('word-right'), move('word-right')]))).toBe(
    'send the| file-name.txt now',
  );
});

test('home and end stay in their line', () => {
  const editor = typed('one\ntwo\nthree');
  expect(shown(run(editor, [move('line-start')]))).toBe('one\ntwo\n|three');
  expect(shown(run(editor, [move('start'), move('line-end')]))).toBe('one|\ntwo\nthree');
});

test('consecutive cuts are pasted as one, in order', () => {
  const cut: Edit = {kind: 'cut', to: 'word-left'};
  const editor = run(typed('one two three'), [cut, cut]);
  expect(shown(editor)).toBe('one |');
  expect(shown(run(editor, [{kind: 'yank'}]))).toBe('one two three|');
  const apart = run(typed('one two three'), [cut, move('start'), move('end'), cut]);
  expect(shown(run(apart, [{kind: 'yank'}]))).toBe('one two |');
});

test('a word is one step of undo, and every step can be redone', () => {
  const editor = run(emptyEditor, [...'hello'].map(insert).concat([insert(' '), ...[...'world'].map(insert)]));
  const once = run(editor, [{kind: 'undo'}]);
  expect(shown(once)).toBe('hello |');
  expect(shown(run(once, [{kind: 'undo'}, {kind: 'undo'}, {kind: 'undo'}]))).toBe('|');
  expect(shown(run(once, [{kind: 'redo'}]))).toBe('hello world|');
});

test('clearing can be undone', () => {
  expect(shown(run(typed('precious'), [{kind: 'set', text: ''}, {kind: 'undo'}]))).toBe('precious|');
});

test('up and down keep their target column, even across shorter lines', () => {
  const editor = typed('a long line here\nshort\nanother long line');
  const up = run(editor, [vertical(-1), vertical(-1)]);
  expect(shown(up)).toBe('a long line here|\nshort\nanother long line');
  expect(shown(run(up, [vertical(1), vertical(1)]))).toBe('a long line here\nshort\nanother long line|');
});

test('up and down follow the visible rows, not the lines', () => {
  const editor = typed('aaaa bbbb cccc');
  expect(shown(run(editor, [vertical(-1, 6)]))).toBe('aaaa bbbb| cccc');
});

test('a long paste is one character, deleted as one and sent whole', () => {
  const pasted = Array.from({length: 2_000}, (_, index) => `line ${index}`).join('\n');
  const editor = run(typed('see: '), [{kind: 'paste', text: pasted.replaceAll('\n', '\r')}, insert(' ok?')]);
  expect(editor.draft.text).toBe(`see: ${CHIP} ok?`);
  expect(expanded(editor.draft)).toBe(`see: ${pasted} ok?`);
  const without = run(editor, [...Array(4).fill(move('left')), {kind: 'delete', to: 'left'}]);
  expect(without.draft).toMatchObject({text: 'see:  ok?', chips: []});
  expect(expanded(run(without, [{kind: 'undo'}]).draft)).toBe(`see: ${pasted} ok?`);
});

test('chips keep their contents in order, whichever is deleted', () => {
  const [one, two, three] = ['1', '2', '3'].map(digit => digit.repeat(1_500));
  const paste = (text = ''): Edit => ({kind: 'paste', text});
  const editor = run(emptyEditor, [paste(one), paste(three), move('left'), paste(two)]);
  expect(expanded(editor.draft)).toBe(`${one}${two}${three}`);
  expect(expanded(run(editor, [{kind: 'delete', to: 'left'}]).draft)).toBe(`${one}${three}`);
  expect(expanded(run(editor, [{kind: 'cut', to: 'start'}, move('end'), {kind: 'yank'}]).draft)).toBe(
    `${three}${one}${two}`,
  );
});

test('a short paste is text, with its line breaks', () => {
  expect(shown(run(emptyEditor, [{kind: 'paste', text: 'a\r\nb\rc'}]))).toBe('a\nb\nc|');
});

test('after any edits the cursor is at a grapheme boundary, and each chip has its content', () => {
  const random = seededRandom(11);
  const texts = ['a', ' ', 'word', '\n', 'é', '日本', '👍🏽', 'e\u0301', '\u0301', CHIP, 'x'.repeat(1_200)];
  const moves = [
    'left',
    'right',
    'word-left',
    'word-right',
    'big-word-left',
    'line-start',
    'line-end',
    'start',
    'end',
  ] as const;
  let editor: Editor = emptyEditor;
  for (let step = 0; step < 3_000; step += 1) {
    const text = pick(random, texts);
    const to = pick(random, moves);
    const edits: readonly Edit[] = [
      insert(text),
      {kind: 'paste', text},
      {kind: 'move', to},
      {kind: 'delete', to},
      {kind: 'cut', to},
      {kind: 'yank'},
      {kind: 'undo'},
      {kind: 'redo'},
      vertical(random() < 0.5 ? -1 : 1, 10),
    ];
    editor = edit(editor, pick(random, edits));
    if (editor.draft.text.length > 400) editor = edit(editor, {kind: 'set', text: ''});
    const {text: written, cursor, chips} = editor.draft;
    expect(written.split(CHIP).length - 1).toBe(chips.length);
    expect(bordersOf(written)).toContain(cursor);
  }
});

const bordersOf = (text: string): readonly number[] => [
  ...text.split(/(\ufffc)/u).reduce<number[]>(
    (borders, part) => {
      const start = borders.at(-1) ?? 0;
      for (const {index} of new Intl.Segmenter().segment(part)) if (index > 0) borders.push(start + index);
      borders.push(start + part.length);
      return borders;
    },
    [0],
  ),
];

const typed = (text: string): Editor => editorOf(draftOf(text));
const run = (editor: Editor, edits: readonly Edit[]): Editor => edits.reduce(edit, editor);
const insert = (text: string): Edit => ({kind: 'insert', text});
const move = (to: Extract<Edit, {kind: 'move'}>['to']): Edit => ({kind: 'move', to});
const vertical = (by: -1 | 1, cells = 80): Edit => ({kind: 'vertical', by, cells});
const shown = ({draft: {text, cursor}}: Editor): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

test.each(['\n', '\r', '\r\n'])(
  'a paste of many short lines is a chip, whatever the terminal makes of line breaks: %j',
  lineBreak => {
    const text = Array.from({length: 30}, (_, index) => String(index)).join(lineBreak);
    const {draft} = edit(emptyEditor, {kind: 'paste', text});
    expect(draft.chips).toHaveLength(1);
    expect(expanded(draft)).toBe(Array.from({length: 30}, (_, index) => String(index)).join('\n'));
  },
);
