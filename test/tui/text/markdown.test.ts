import {expect, test} from 'vitest';
import {growingMarkdown, markdownRows} from '../../../src/tui/text/markdown.ts';
import {type Row, rowText, rowWidth} from '../../../src/tui/text/row.ts';

const TEXT = `# Title

Some **bold**, *leaning* and \`code\` with [a link](https://example.org/a) and https://example.org/b.
A second line.

- one
- two
  - three
- [x] done

3. third
4. fourth

> quoted
> twice

\`\`\`js
const answer = 42;
\`\`\`

| name | value |
|:--|--:|
| alpha | 1 |
| beta | 2000 |

---

the end`;

test('code stands under its language, and a long line continues further to the right', () => {
  const rows = texts(markdownRows('```ts\nif (a) {\n  const answer = compute(1, 2, 3);\n}\n```', 24));
  expect(rows).toEqual(['▏ ts', '▏ if (a) {', '▏   const answer =', '▏     compute(1, 2, 3);', '▏ }']);
  expect(texts(markdownRows('```\nplain\n```', 24))).toEqual(['▏ plain']);
});

test('a footnote keeps its text, which continues behind its mark', () => {
  const rows = texts(markdownRows('Rain[^1] is likely.\n\n[^1]: Says the forecast of today.', 24));
  expect(rows).toEqual(['Rain[1] is likely.', '', '[1]: Says the forecast', '  of today.']);
});

test('every block is drawn, with an empty row between', () => {
  expect(texts(markdownRows(TEXT, 60))).toEqual([
    'Title',
    '',
    'Some bold, leaning and code with a link',
    '(https://example.org/a) and https://example.org/b.',
    'A second line.',
    '',
    '• one',
    '• two',
    '  • three',
    '• ✓ done',
    '',
    '3. third',
    '4. fourth',
    '',
    '│ quoted',
    '│ twice',
    '',
    '▏ js',
    '▏ const answer = 42;',
    '',
    'name  │ value',
    '──────┼──────',
    'alpha │     1',
    'beta  │  2000',
    '',
    '─'.repeat(40),
    '',
    'the end',
  ]);
});

test('styles are marked on their words', () => {
  const [row] = markdownRows('a **b** `c` ~~d~~ [e](http://f)', 60);
  expect(row).toEqual([
    {text: 'a '},
    {text: 'b', bold: true},
    {text: ' '},
    {text: 'c', role: 'event'},
    {text: ' '},
    {text: 'd', strike: true},
    {text: ' '},
    {text: 'e', underline: true, link: 'http://f/'},
    {text: ' (http://f)', role: 'dim', link: 'http://f/'},
  ]);
});

test('nothing is wider than the available space, down to a few cells', () => {
  for (const cells of [60, 24, 12, 6, 2]) {
    expect(markdownRows(TEXT, cells).filter(row => rowWidth(row) > Math.max(cells, 8))).toEqual([]);
  }
});

test("a table that can't be narrowed becomes a list of its fields", () => {
  expect(texts(markdownRows('| first | second | third |\n|--|--|--|\n| alpha | beta | gamma |', 16))).toEqual([
    'first: alpha',
    'second: beta',
    'third: gamma',
  ]);
});

test("text that isn't Markdown is shown unchanged", () => {
  expect(texts(markdownRows('<b>raw</b> &lt;tag&gt; 2 * 3 * 4 **open', 60))).toEqual([
    '<b>raw</b> <tag> 2 * 3 * 4 **open',
  ]);
});

test('a text that grows letter by letter always looks like a complete one', () => {
  const growing = growingMarkdown();
  for (let length = 1; length <= TEXT.length; length += 1) {
    const text = TEXT.slice(0, length);
    expect(texts(growing.rows(text, 40)), `after ${length} letters`).toEqual(texts(markdownRows(text, 40)));
  }
});

test.each(['!', '\\', '`a', '*a ', 'a\n', 'a  \n', '[a](b) ', '<b>'])(
  'a paragraph of 300 KB of only %j is drawn in less than quadratic time',
  sign => {
    const before = process.cpuUsage();
    expect(markdownRows(sign.repeat(300_000 / sign.length), 80).length).toBeGreaterThan(300);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(6_000);
  },
);

test("a paragraph full of markup characters doesn't disturb another one", () => {
  const rows = markdownRows(`# Head\n\n${'!'.repeat(5_000)}\n\na **bold** word`, 80);
  expect(texts(rows)[0]).toBe('Head');
  expect(texts(rows).at(-1)).toBe('a bold word');
});

test('a growing text that is replaced, or gets another width, is redrawn', () => {
  const growing = growingMarkdown();
  growing.rows('# One\n\nfirst\n\nsecond', 40);
  expect(texts(growing.rows('# Two', 40))).toEqual(['Two']);
  growing.rows('one two\n\nthree', 40);
  expect(texts(growing.rows('one two\n\nthree', 4))).toEqual(['one', 'two', '', 'thre', 'e']);
});

const texts = (rows: readonly Row[]): readonly string[] => rows.map(row => rowText(row).trimEnd());
