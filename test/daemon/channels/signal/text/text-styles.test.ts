import {describe, expect, test} from 'vitest';
import {textChunks} from '../../../../../src/daemon/channels/signal/text/text-chunks.ts';
import {styledText, styleRange} from '../../../../../src/daemon/channels/signal/text/text-styles.ts';
import {workedMs} from '../../../../support/own-time.ts';
import {seededRandom} from '../../../../support/seeded-random.ts';

describe('Markdown becomes text and ranges', () => {
  test.each<[string, string, string[]]>([
    ['plain words', 'plain words', []],
    ['**bold** now', 'bold now', ['0:4:BOLD']],
    ['__bold__ now', 'bold now', ['0:4:BOLD']],
    ['an *italic* and _another_', 'an italic and another', ['3:6:ITALIC', '14:7:ITALIC']],
    ['~~gone~~', 'gone', ['0:4:STRIKETHROUGH']],
    ['||secret||', 'secret', ['0:6:SPOILER']],
    ['run `ls -l` now', 'run ls -l now', ['4:5:MONOSPACE']],
    ['``a `tick` b``', 'a `tick` b', ['0:10:MONOSPACE']],
    ['`` ` ``', '`', ['0:1:MONOSPACE']],
    ['***both***', 'both', ['0:4:BOLD', '0:4:ITALIC']],
    ['**bold *and italic* too**', 'bold and italic too', ['0:19:BOLD', '5:10:ITALIC']],
    ['*a **b** c*', 'a b c', ['0:5:ITALIC', '2:1:BOLD']],
    ['**a ~~b ||c||~~**', 'a b c', ['0:5:BOLD', '2:3:STRIKETHROUGH', '4:1:SPOILER']],
    ['**a *b** c*', 'a b c', ['0:5:ITALIC']],
    ['👋 **hé🌱** x', '👋 hé🌱 x', ['3:4:BOLD']],
    ['**🌱**', '🌱', ['0:2:BOLD']],
    ['**שלום** עולם', 'שלום עולם', ['0:4:BOLD']],
    ['**one** **two**', 'one two', ['0:3:BOLD', '4:3:BOLD']],
    ['**fine**ly', 'finely', ['0:4:BOLD']],
    ['**"quoted"** yes', '"quoted" yes', ['0:8:BOLD']],
    ['**a\nb**', 'a\nb', ['0:3:BOLD']],
    ['[the docs](https://example.org/a_b)', 'the docs (https://example.org/a_b)', []],
    ['[**the** docs](https://example.org)', 'the docs (https://example.org)', ['0:3:BOLD']],
    ['[https://example.org](https://example.org)', 'https://example.org', []],
    ['![a bean](https://example.org/b.png)', 'a bean (https://example.org/b.png)', []],
    ['[wiki](https://example.org/a_(b))', 'wiki (https://example.org/a_(b))', []],
    ['<https://example.org/*x*>', 'https://example.org/*x*', []],
    ['**https://example.org/a**', 'https://example.org/a', ['0:21:BOLD']],
    ['see https://example.org/_a_*b*c.', 'see https://example.org/_a_*b*c.', []],
    ['```js\nconst a = **b**;\n```\nthen', 'const a = **b**;\nthen', ['0:16:MONOSPACE']],
    ['so:\n~~~\na\n\nb\n~~~', 'so:\na\n\nb', ['4:4:MONOSPACE']],
    ['```\nnever *closed*', 'never *closed*', ['0:14:MONOSPACE']],
    ['```\n\na\n```\n\nb', '\na\n\nb', ['0:2:MONOSPACE']],
    ['```\na\n\n', 'a\n\n', ['0:3:MONOSPACE']],
    [
      '# A *b*\n- **c**\n  - _d_\n> ~~e~~\n\n| f | **g** |',
      '# A b\n- c\n  - d\n> e\n\n| f | g |',
      ['4:1:ITALIC', '8:1:BOLD', '14:1:ITALIC', '18:1:STRIKETHROUGH', '27:1:BOLD'],
    ],
    ['||a|b|| and ||c\nd||', 'a|b and c\nd', ['0:3:SPOILER', '8:3:SPOILER']],
    ['[](https://example.org) [a](<b c>)', 'https://example.org a (b c)', []],
    ['[![a](b.png)](https://example.org)', 'a (b.png) (https://example.org)', []],
    ['a *b*\r\nc', 'a b\nc', ['2:1:ITALIC']],
    ['\\*as is\\* and \\`this\\`', '*as is* and `this`', []],
  ])('%j', (markdown, text, styles) => {
    expect(styledText(markdown)).toEqual({text, styles});
  });
});

describe('text without markup stays unchanged', () => {
  test.each([
    '2 * 3 * 4',
    'a*b',
    'snake_case_name, __init__.py, lib/_private_',
    'a || b || c',
    '~/notes and ~5 minutes ~ about',
    '|a|b|',
    '|||||',
    '****',
    '* one\n* two',
    '- *open\n- closed*',
    'a paragraph *open\n\nanother* one',
    'an unclosed `tick and **star',
    '** not bold **',
    '"it’s 5 o’clock", he said_',
    '[not a link] (really)',
    'C:\\dir\\file',
    '<b>x</b> &amp; &copy; <br>',
    '    four spaces',
    'Title\n=====\n\n---\n1. one\n\n[x]: https://example.org',
    '~a~ or ~~~a~~~',
    '/path/_of_/some_thing a@b_c.d_e',
    '# heading',
    '   ',
    '',
  ])('%j', text => {
    expect(styledText(text)).toEqual({text, styles: []});
  });

  test('a text with only markup characters is not sent empty', () => {
    expect(styledText('```\n```')).toEqual({text: '```\n```', styles: []});
  });

  test("half a surrogate pair is replaced, since it can't be sent", () => {
    expect(styledText('a\uD83Db **c**')).toEqual({text: 'a\uFFFDb c', styles: ['4:1:BOLD']});
  });
});

const random = seededRandom(11);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const PARTS = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '||',
  '`',
  '``',
  '```\n',
  '\n',
  '\n\n',
  ' ',
  'a',
  'word',
  '🌱',
  '👨‍👩‍👧',
  'é',
  '\\',
  '[',
  '](https://e.org)',
  '- ',
  'https://e.org/_x_',
  '\u2028',
  'ש',
];
const written = (parts: number): string => Array.from({length: parts}, () => pick(PARTS)).join('');

const cutsCharacter = (text: string, at: number): boolean => !text.slice(0, at).isWellFormed();

describe('in any text', () => {
  test("ranges lie inside the text, aren't empty, cut no character and never overlap in one style", () => {
    for (let count = 0; count < 5_000; count++) {
      const markdown = written(1 + Math.floor(random() * 40));
      const {text, styles} = styledText(markdown);
      const ends = new Map<string, number>();
      for (const {start, length, style} of styles.map(styleRange)) {
        expect(length, markdown).toBeGreaterThan(0);
        expect(start + length, markdown).toBeLessThanOrEqual(text.length);
        expect(cutsCharacter(text, start) || cutsCharacter(text, start + length), markdown).toBe(false);
        expect(start, markdown).toBeGreaterThan(ends.get(style) ?? -1);
        ends.set(style, start + length);
      }
    }
  });

  test('only markup, fences and escapes are removed', () => {
    const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{Emoji_Presentation}]/gu, '');
    for (let count = 0; count < 5_000; count++) {
      // Fences lose their language, and links show their address after their label: both are tested above.
      const markdown = written(30).replaceAll(/`{3,}\n?|\]\(https:\/\/e\.org\)|~{3,}/gu, ' ');
      expect(letters(styledText(markdown).text), markdown).toBe(letters(markdown));
    }
  });

  test.each([
    '*a ',
    '**',
    'a* ',
    '_*',
    '`',
    '[',
    '![',
    '~~a||',
    '<h',
    'h',
    '[a](',
    '` `` ',
    '\\',
    '|a|\n|-|\n',
    '- *a\n',
    '> ',
    '***a',
    '\n',
  ])('a hostile repetition of %j takes linear time', part => {
    const started = workedMs();
    styledText(part.repeat(Math.ceil(100_000 / part.length)));
    styledText(part.repeat(Math.ceil(2_990 / part.length)));
    styledText(`\`\`\`${part.repeat(Math.ceil(100_000 / part.length))}x`);
    expect(workedMs() - started).toBeLessThan(2_000);
  });
});

describe('a text too long for one message', () => {
  const joined = (chunks: readonly {readonly text: string}[]): string => chunks.map(({text}) => text).join('');

  test('stays one message if it fits', () => {
    const message = styledText('**short**');
    expect(textChunks(message)).toEqual([message]);
    expect(textChunks({text: '', styles: []})).toEqual([{text: '', styles: []}]);
  });

  test('is cut after a paragraph in the second half, else after a line, else after a word', () => {
    const texts = (text: string, limit: number) => textChunks({text, styles: []}, limit).map(one => one.text);
    expect(texts('aaaa bbbb\n\ncc\ndd ee', 16)).toEqual(['aaaa bbbb\n\n', 'cc\ndd ee']);
    expect(texts('aaaa bbbb\ncc dddddd', 16)).toEqual(['aaaa bbbb\n', 'cc dddddd']);
    expect(texts('aaaa bbbb cccc dddd', 16)).toEqual(['aaaa bbbb cccc ', 'dddd']);
    expect(texts('a bbbbbbbbbbbbbbbbbb', 16)).toEqual(['a bbbbbbbbbbbbbb', 'bbbb']);
  });

  test('continues a range after the cut', () => {
    const chunks = textChunks({text: 'aaaa bbbb', styles: ['2:5:BOLD', '5:4:ITALIC']}, 6);
    expect(chunks).toEqual([
      {text: 'aaaa ', styles: ['2:3:BOLD']},
      {text: 'bbbb', styles: ['0:2:BOLD', '0:4:ITALIC']},
    ]);
  });

  test('splits into chunks that are the text, within the limit, and keep every style', () => {
    for (let count = 0; count < 2_000; count++) {
      const message = styledText(written(1 + Math.floor(random() * 60)));
      const limit = 4 + Math.floor(random() * 80);
      const chunks = textChunks(message, limit);
      expect(joined(chunks)).toBe(message.text);
      for (const {text} of chunks) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
        expect(text.isWellFormed()).toBe(true);
      }
      let before = 0;
      const units = chunks.flatMap(chunk => {
        const at = before;
        before += chunk.text.length;
        return unitsOf(chunk).map(([unit, style]) => [unit + at, style]);
      });
      expect(units.map(String).toSorted()).toEqual(unitsOf(message).map(String).toSorted());
    }
  });

  test('of a megabyte is cut into messages that Signal accepts', () => {
    const chunks = textChunks(styledText('**Beans** want water. 🌱\n\n'.repeat(40_000)));
    expect(chunks.length).toBeLessThan(20);
    for (const {text} of chunks) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  });

  test.each(['`a', '!', '*a ', '[a](b) ', '||a'])('with a paragraph of only %j is sent', sign => {
    const before = process.cpuUsage();
    expect(styledText(sign.repeat(300_000 / sign.length)).text.length).toBeGreaterThan(30_000);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

const unitsOf = ({styles}: ReturnType<typeof styledText>): [number, string][] =>
  styles
    .map(styleRange)
    .flatMap(({start, length, style}) => Array.from({length}, (_, index): [number, string] => [start + index, style]));
