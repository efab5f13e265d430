import {expect, test} from 'vitest';
import {indented, printable, printableLine} from '../../../src/tui/words/plain-text.ts';

test.each([
  ['\u001b[2J\u001b[1;31mhello\u001b[0m', 'hello'],
  ['\u009b31mred', 'red'],
  ['\u001b]0;owned\u0007title', 'title'],
  ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001bPdevice\u001b\\after', 'after'],
  ['\u001bcreset', 'reset'],
  ['bell\u0007 back\b space', 'bell back space'],
  ['\u001b]never ended', 'never ended'],
  ['safe\u202egnol\u202c', 'safegnol'],
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['tab\tkept', 'tab\tkept'],
  ['日本語 👩‍👩‍👧 grüße', '日本語 👩‍👩‍👧 grüße'],
  ['half \ud83d of one', 'half \ufffd of one'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('a text becomes one line', () => {
  expect(printableLine('  first\n\n second\r\nthird\tcolumn \n')).toBe('first ⏎ second ⏎ third column');
});

test('every line with words is moved to the right', () => {
  expect(indented('a\n\nb', '  ')).toBe('  a\n\n  b');
});

test.each([' ', '\n', ' \n', '\u009d', '\u001b]', '\u001b', '\u009b'])(
  'a long run of %j is printed in a time that does not grow with its square',
  sign => {
    const text = `a${sign.repeat(300_000 / sign.length)}é`;
    const before = process.cpuUsage();
    expect(printableLine(text)).toMatch(/^a[\s\S]*é$/u);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  },
);
