import {expect, test} from 'vitest';
import {indented, oneLine, printable} from '../../../../src/tui/cli/words/plain-text.ts';

test('what would steer a terminal is not printed', () => {
  expect(printable('\u001b[2J\u001b]0;owned\u0007hello\u0007 \u009b31mred')).toBe('hello red');
});

test('a text becomes one line', () => {
  expect(oneLine('  first\n\n second\r\nthird \n')).toBe('first ⏎ second ⏎ third');
});

test('every line with words is moved to the right', () => {
  expect(indented('a\n\nb', '  ')).toBe('  a\n\n  b');
});
