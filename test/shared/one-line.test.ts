import {expect, test} from 'vitest';
import {oneLine} from '../../src/shared/text/one-line.ts';

test('each run of white space becomes one space, and the ends lose theirs', () => {
  expect(oneLine(' call  Bob \r\n\n  at nine\u2028sharp\n')).toBe('call Bob at nine sharp');
});

test.each([' ', '\n', ' \n', '\u2028 '])('a long repetition of %j takes less than quadratic time', sign => {
  const before = process.cpuUsage();
  expect(oneLine(`a${sign.repeat(300_000)}b`)).toBe('a b');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
