import {expect, test} from 'vitest';
import {onOneLine} from '../../src/shared/text/one-line.ts';

test('line ends become a space, with the blanks around them; other blanks stay', () => {
  expect(onOneLine('call  Bob \r\n\n  at nine\u2028sharp')).toBe('call  Bob at nine sharp');
});

test.each([' ', '\n', ' \n', '\u2028 '])('a long run of %j takes no time that grows with its square', sign => {
  const before = process.cpuUsage();
  expect(onOneLine(`a${sign.repeat(300_000)}b`)).toMatch(/^a +b$/u);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
