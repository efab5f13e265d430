import {Lexer} from 'marked';
import {expect, test} from 'vitest';
import {QuickTokenizer} from '../../../src/tui/text/block-rules.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const LINES = [
  ...[
    '',
    '',
    '',
    ' ',
    '   ',
    '\t',
    'words',
    'more words  ',
    '   indented',
    '    code',
    '\tcode',
    '# heading',
    '####### none',
  ],
  ...[
    '===',
    '---',
    '  -- ',
    '=',
    '   ===   ',
    '    ---',
    '- ',
    '* * *',
    '- item',
    '  deeper',
    '1. one',
    '7) seven',
    '+ plus',
  ],
  ...[
    '> quote',
    '>',
    '   > far',
    '    > code',
    '>> twice',
    '> | a | b |',
    '> ---',
    '```',
    '~~~ js',
    '| a | b |',
    '|---|:-:|',
  ],
  ...[
    'a | b',
    '--|--',
    ':-',
    '| c',
    '<div>',
    '</div>',
    '<b>x</b>',
    '<!-- a',
    '-->',
    '<pre>',
    ' <?x?>',
    '[a]: /b',
    '[a]:',
  ],
  ...[
    '  [b]: <c> "t"',
    '[link](x)',
    '**bold**',
    '\u2028',
    'a\r',
    '\\',
    'https://example.org',
    '[x] done',
    '- [x] done',
  ],
];

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

test.for(SEEDS)('a text has the structure that marked finds in it (seed %i)', seed => agrees(seed, 250));

test.for(SEEDS)('four times as many texts have it, too (seed %i)', {tags: ['deep']}, seed => agrees(seed, 1_000));

const agrees = (seed: number, rounds: number): void => {
  const random = seededRandom(seed);
  const line = (): string => LINES[Math.floor(random() * LINES.length)] ?? '';
  for (let round = 0; round < rounds; round += 1) {
    const text = Array.from({length: 1 + Math.floor(random() * 9)}, line).join('\n');
    expect(read(text, new QuickTokenizer()), JSON.stringify(text)).toEqual(read(text));
  }
};

test('a paragraph longer than the lookahead may end in the line under a heading', () => {
  const text = `${'long words\n'.repeat(300)}===\n\nafter`;
  expect(read(text, new QuickTokenizer())).toEqual(read(text));
  expect(read(text)).toMatchObject([{type: 'heading', depth: 1}, {type: 'space'}, {type: 'paragraph'}]);
});

test('a long text is checked for lines under headings in linear time', () => {
  const before = process.cpuUsage();
  read('a\n# b\n'.repeat(60_000), new QuickTokenizer());
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000);
});

const read = (text: string, tokenizer?: QuickTokenizer): unknown =>
  JSON.parse(JSON.stringify(new Lexer({gfm: true, ...(tokenizer && {tokenizer})}).lex(text)));
