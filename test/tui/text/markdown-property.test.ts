// For any text, at any width, however it arrives: no row is too wide, nothing is lost, and a streamed text looks like a whole one.
import {expect, test} from 'vitest';
import {codeColours} from '../../../src/tui/text/code-colours.ts';
import {growingMarkdown, markdownRows} from '../../../src/tui/text/markdown.ts';
import {type Row, rowText, rowWidth} from '../../../src/tui/text/row.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const BLOCKS = [
  '# A heading that is long enough to be wrapped on a narrow screen',
  'Some *text* with **bold**, `code` and [a link](https://example.org/path?x=1), https://example.org/other.',
  '- one\n- two\n  - three\n    1. deep\n    2. deeper\n\n  a paragraph in an item\n- [x] done\n- [ ] open',
  '7. seven\n8. eight\n   ```sh\n   ls -la | grep "x"\n   ```',
  '| name | value |\n|---|--:|\n| alpha | 1 |\n| a longer name than that | 20000 |\n| 日本語 | ⚠️ |',
  '> quoted **text**\n> > and deeper\n> - with a list',
  '```ts\nconst answer: number = 42; // a comment that is rather long, so that it has to be folded\nconst s = \'a\' + "b";\n```',
  '~~~\nno language\n\twith a tab\n~~~',
  '---',
  'हिन्दी 日本語のテキスト한국어 שלום 👩‍👩‍👧 e\u0301 incomprehensibilitiesincomprehensibilitiesincomprehensibilities',
  '<b>html</b> &amp; entities &lt;',
  '![an image](http://example.org/x.png "title") and **never closed',
  '```js\nnever closed',
];
const highlight = codeColours();

for (const seed of [1, 2, 3, 4, 5]) {
  test(`a streamed text looks like the whole one, at any width (seed ${seed})`, () => {
    const random = seededRandom(seed);
    for (let round = 0; round < 12; round += 1) {
      const text = Array.from({length: 1 + Math.floor(random() * 7)}, () => pick(random, BLOCKS)).join('\n\n');
      const cells = 20 + Math.floor(random() * 121);
      const growing = growingMarkdown();
      for (let end = 0; end < text.length; end += 1 + Math.floor(random() * 40)) {
        expectFitting(growing.rows(text.slice(0, end), cells, highlight), cells);
      }
      const streamed = growing.rows(text, cells, highlight);
      const whole = markdownRows(text, cells, highlight);
      expect(streamed.map(rowText)).toEqual(whole.map(rowText));
      expectFitting(whole, cells);
      expect(letters(whole)).toEqual(letters(markdownRows(text, cells)));
    }
  });
}

test('colours change no character of a block of code', () => {
  const code = 'def f(x):\n    """doc"""\n    return {"a": 1, \'b\': x ** 2}  # why';
  const spans = highlight(code, 'python');
  expect(spans?.map(({text}) => text).join('')).toBe(code);
  expect(spans?.some(({role}) => role !== undefined)).toBe(true);
  expect(highlight('x', 'no-such-language')).toBeUndefined();
  expect(highlight('x'.repeat(50_000), 'js')).toBeUndefined();
});

test('a web address is a link, any other is only its text', () => {
  const links = (text: string) => markdownRows(text, 80).flatMap(row => row.flatMap(({link}) => link ?? []));
  expect(new Set(links('see [this](https://example.org/a b) or https://example.org'))).toEqual(
    new Set(['https://example.org/a', 'https://example.org/']),
  );
  expect(new Set(links('[x](<https://example.org/ä\u009cö>)'))).toEqual(
    new Set(['https://example.org/%C3%A4%C2%9C%C3%B6']),
  );
  expect(links('[x](javascript:alert) [y](file:///etc/passwd) [z](mailto:a@b.c)')).toEqual([]);
});

const expectFitting = (rows: readonly Row[], cells: number): void => {
  for (const row of rows) expect(rowWidth(row), rowText(row)).toBeLessThanOrEqual(cells);
};

const letters = (rows: readonly Row[]): string => rows.map(rowText).join('\n');

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
