import {expect, test} from 'vitest';
import {lastCode} from '../../../src/tui/items/markdown-copy.ts';

test.each<[text: string, code: string | undefined]>([
  ['no code', undefined],
  ['```\none\n```\nand\n~~~ sh\ntwo\nlines\n~~~', 'two\nlines'],
  ['````md\n```\ninside\n```\n````', '```\ninside\n```'],
  ['  ```\na\n  `````  \nend', 'a'],
  ['```\n```', ''],
  ['```\nwhole\n```\n```\ncut off', 'whole'],
  ['```\n~~~\n``` not its end\n```', '~~~\n``` not its end'],
])('the last code of %j is %j', (text, code) => {
  expect(lastCode(text)).toBe(code);
});

test.each(['`', '```\n', '~~~\nx\n'])('a text of nothing but %j takes no time that grows with its square', sign => {
  const before = process.cpuUsage();
  lastCode(`${sign.repeat(100_000)}x`);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
