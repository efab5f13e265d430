import {expect, test} from 'vitest';
import {beginning, countLines, withinLimit} from '../../../src/daemon/tools/output-limit.ts';

const LIMIT = {characters: 1_000, lines: 20};

test('text within the limit is unchanged', () => {
  expect(withinLimit('a\nb\n', LIMIT)).toBe('a\nb\n');
  expect(withinLimit('x'.repeat(1_000), LIMIT)).toBe('x'.repeat(1_000));
  expect(withinLimit('', LIMIT)).toBe('');
});

test('of too many lines the first and last are kept, and the cut says how many are gone', () => {
  const text = Array.from({length: 100}, (_, index) => `line ${index}\n`).join('');
  const kept = withinLimit(text, LIMIT);
  expect(countLines(kept)).toBeLessThanOrEqual(20);
  expect(kept).toMatch(/^line 0\n/u);
  expect(kept).toMatch(/line 99\n$/u);
  const shown = kept.match(/^line/gmu)?.length ?? 0;
  expect(kept).toContain(`[… ${100 - shown} lines, `);
});

test('one endless line is cut in its middle, and both ends are kept', () => {
  const kept = withinLimit(`start${'x'.repeat(5_000)}end`, LIMIT);
  expect(kept.length).toBeLessThanOrEqual(1_000);
  expect(kept).toMatch(/^start.*end$/su);
  expect(kept).toMatch(/\[… [\d,]+ characters cut here …\]/u);
});

test('the shown and the cut characters add up to the whole text', () => {
  const text = Array.from({length: 700}, (_, index) => `${index} ${'y'.repeat(index % 40)}\n`).join('');
  const kept = withinLimit(text, LIMIT);
  const [mark = '', figure = ''] = /\n?\[… \d+ lines, ([\d,]+) characters cut here …\]\n/u.exec(kept) ?? [];
  expect(kept.length - mark.replace(/^\n/u, '').length + Number(figure.replaceAll(',', ''))).toBe(text.length);
});

test('no character is split at a cut', () => {
  for (let length = 600; length < 620; length += 1) {
    const kept = withinLimit(`${'a'.repeat(length % 7)}${'😀'.repeat(length)}`, LIMIT);
    expect(kept.isWellFormed()).toBe(true);
    expect(beginning('😀'.repeat(9), {characters: 1 + (length % 17), lines: 5}).isWellFormed()).toBe(true);
  }
});

test('previously lost text is counted, even when the rest would fit', () => {
  expect(withinLimit('a\nb\n', LIMIT, {characters: 5_000, lines: 70})).toContain('70 lines, 5,000 characters cut here');
});

test('lines are counted with and without a final newline', () => {
  expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\nb'), countLines('\n\n')]).toEqual([
    0, 1, 1, 2, 2,
  ]);
});

test('a beginning ends at a nearby line end and respects the line limit', () => {
  expect(beginning('aaaa\nbbbb\ncccc', {characters: 11, lines: 5})).toBe('aaaa\nbbbb\n');
  expect(beginning('a\nb\nc\nd', {characters: 100, lines: 2})).toBe('a\nb\n');
  expect(beginning('a\nbbbbbbbbbbbb', {characters: 10, lines: 5})).toBe('a\nbbbbbbbb');
});
