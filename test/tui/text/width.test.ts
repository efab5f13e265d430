import type {Terminal} from '@xterm/headless';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {cellWidth, clipped, drawn, drawnLine, shortened, shortenedMiddle} from '../../../src/tui/text/width.ts';
import {headlessTerminal} from '../../support/terminal-emulator.ts';

const SAMPLES = [
  'plain',
  'naïve',
  'e\u0301',
  '日本語',
  '한국어',
  'ｆｕｌｌ',
  'שלום',
  'العربية',
  '⚠️',
  'ℹ️',
  '❤️',
  '👍🏽',
  '👩\u200d👩\u200d👧',
  '1️⃣',
  '🇩🇰',
  '\u{1fae9}',
  '☎︎',
  '…—“”',
  '→←↑↓',
  '✓▸▾●○',
  '─│┼',
] as const;

test('a drawn text takes exactly the counted cells', async () => {
  const terminal = headlessTerminal(40, SAMPLES.length + 1);
  await new Promise<void>(resolve => terminal.write(SAMPLES.map(text => `${drawn(text)}|`).join('\r\n'), resolve));
  const taken = SAMPLES.map((_, row) => columnOf(terminal, row, '|'));
  expect(taken).toEqual(SAMPLES.map(text => cellWidth(drawn(text))));
  terminal.dispose();
});

test('characters that need no lookup take one cell each', () => {
  const quick = Array.from({length: 0x2800}, (_, code) => String.fromCodePoint(code)).filter(
    char => cellWidth(char.repeat(3)) === 3,
  );
  expect(quick.filter(char => stringWidth(char) !== 1)).toEqual([]);
  expect(quick.length).toBeGreaterThan(1_000);
});

test('sequences that terminals draw differently are replaced by compatible ones', () => {
  expect(drawn('⚠️👍🏽1️⃣')).toBe('⚠👍1');
  expect(drawn('👩\u200d👩\u200d👧!')).toBe('👩!');
  expect(drawn('new \u{1fae9}')).toBe('new □');
  expect(drawn('नमस्ते')).toBe('नमस्ते');
});

test('no control character but the line feed is left', () => {
  expect(drawn('a\x1b[31m\x07b\nc\x85')).toBe('a[31mb\nc');
  expect(drawnLine(' a\n\n b\tc ')).toBe('a b c');
});

test('texts are shortened to the cell, at the end or in the middle', () => {
  expect(shortened('remember the parcel', 11)).toBe('remember t…');
  expect(shortened('short', 5)).toBe('short');
  expect(cellWidth(shortened('日本語のテキスト', 6))).toBeLessThanOrEqual(6);
  expect(shortenedMiddle('reminder-inbox-sweep', 11)).toBe('remin…sweep');
  expect(shortenedMiddle('日本語のテキスト', 7)).toBe('日…スト');
  expect(clipped('日本', 3)).toBe('日');
});

const columnOf = (terminal: Terminal, row: number, char: string): number => {
  const line = terminal.buffer.active.getLine(row);
  for (let column = 0; column < terminal.cols; column += 1)
    if (line?.getCell(column)?.getChars() === char) return column;
  return -1;
};

test('a huge text is shortened like a short one', () => {
  for (const sign of ['a', '日', '👩‍👩‍👧', 'e\u0301', '한']) {
    expect(shortened(drawnLine(sign.repeat(50_000)), 21)).toBe(shortened(drawnLine(sign.repeat(50)), 21));
    expect(shortened(sign.repeat(2_000), 40_000)).toBe(sign.repeat(2_000));
  }
});
