import {expect, test} from 'vitest';
import {createCapture} from '../../../../src/daemon/tools/shell/capture.ts';

const captured = (...chunks: readonly (string | Buffer)[]): string => {
  const capture = createCapture();
  for (const chunk of chunks) capture.add(Buffer.from(chunk));
  return capture.text();
};

test('output is kept as written, even when a character arrives in two pieces', () => {
  const bytes = Buffer.from('grün\n');
  expect(captured('one\n', bytes.subarray(0, 3), bytes.subarray(3))).toBe('one\ngrün\n');
});

test('colours, cursor moves and overwritten lines appear in their final form', () => {
  expect(captured('\u001b[31mred\u001b[0m\n10%\r50%\r100%\ndone\r\nbell\u0007\n')).toBe('red\n100%\ndone\nbell\n');
});

test('a flood keeps both ends in bounded memory, and the rest is counted', () => {
  const capture = createCapture();
  const line = `${'x'.repeat(99)}\n`;
  capture.add(Buffer.from('the first\n'));
  for (let round = 0; round < 2_000; round += 1) capture.add(Buffer.from(line.repeat(100)));
  capture.add(Buffer.from('the last\n'));
  const text = capture.text();
  expect(capture.size()).toBe(10 + 2_000 * 100 * 100 + 9);
  expect(text.length).toBeLessThanOrEqual(48_000);
  expect(text.startsWith('the first\n')).toBe(true);
  expect(text.endsWith('the last\n')).toBe(true);
  const [, lines, characters] = /\[… ([\d,]+) lines, ([\d,]+) characters cut here …\]/u.exec(text) ?? [];
  const shown = text.split('\n').filter(each => each.startsWith('x')).length;
  expect(Number(lines?.replaceAll(',', ''))).toBe(200_000 - shown);
  expect(Number(characters?.replaceAll(',', ''))).toBe((200_000 - shown) * 100);
});

test.each([
  ['one long line', 'a'.repeat(500_000)],
  ['a line that was drawn over many times', 'ab\r'.repeat(170_000)],
  ['nothing but carriage returns', '\r'.repeat(500_000)],
  ['the beginnings of colours', '\u001b['.repeat(250_000)],
  ['half a colour that never ends', `\u001b[${'1;'.repeat(250_000)}`],
])('%s takes less than quadratic time, since everything waits for it', (_, written) => {
  const before = process.cpuUsage();
  expect(captured(written).length).toBeLessThan(60_000);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
