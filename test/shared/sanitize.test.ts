import {expect, test} from 'vitest';
import {hasUnseen, indented, printable, printableLine, sanitize, sanitizeDeep} from '../../src/shared/text/sanitize.ts';

const HOSTILE: readonly (readonly [name: string, text: string, clean: string])[] = [
  ['colours', 'a\x1b[31;1mred\x1b[0m', 'ared'],
  ['cursor movement', '\x1b[2J\x1b[1;1Hover', 'over'],
  ['a window title', '\x1b]0;owned\x07text', 'text'],
  ['a clipboard write', '\x1b]52;c;ZXZpbA==\x1b\\text', 'text'],
  ['a link', '\x1b]8;;http://evil\x07here\x1b]8;;\x07', 'here'],
  ['a device string', '\x1bP1$r0m\x1b\\text', 'text'],
  ['eight-bit introducers', '\x9b31mred\x9d0;t\x07x', 'redx'],
  ['an escape that never ends', '\x1b]0;half', '0;half'],
  ['bell, backspace, NUL', 'a\x07b\x08c\0d', 'abcd'],
  ['reordering', 'safe\u202etxt.exe\u202c', 'safetxt.exe'],
  ['isolates', '\u2066a\u2069', 'a'],
  ['hidden letters', 'pass\u200bword\u2060\ufeff', 'password'],
  ['tags', 'a\u{e0041}\u{e0042}', 'a'],
  ['fillers', 'a\u3164\u115fb', 'ab'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['line breaks of all kinds', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a tab to the next stop', 'ab\tc\n\td', 'ab  c\n    d'],
  ['a joiner that joins nothing', 'a \u200db', 'a b'],
];

for (const [name, text, clean] of HOSTILE) {
  test(`${name} cannot reach the screen`, () => {
    expect(sanitize(text)).toBe(clean);
  });
}

test('characters that shape words and emoji stay', () => {
  for (const text of ['नमस्ते', 'می\u200cخواهم', '👩\u200d👩\u200d👧', 'e\u0301', '日本語', 'שלום'])
    expect(sanitize(text)).toBe(text);
});

test('cleaning twice equals cleaning once', () => {
  for (const [, text] of HOSTILE) expect(sanitize(sanitize(text))).toBe(sanitize(text));
});

test('every text in a record is cleaned, and identifiers stay unchanged', () => {
  const dirty = {id: 'a\u200bb', title: '\x1b[1mx', list: [{text: 'y\x07'}], at: 1, none: null};
  expect(sanitizeDeep(dirty)).toEqual({id: 'a\u200bb', title: 'x', list: [{text: 'y'}], at: 1, none: null});
});

test.each([' ', '\n', '\t', '\u009d', '\u001b]', '\u001b', '\u009b', '\u200d', 'a'])(
  'a long repetition of %j is cleaned in less than quadratic time',
  sign => {
    const before = process.cpuUsage();
    expect(sanitize(`a${sign.repeat(300_000)}é`)).toMatch(/^a[\s\S]*é$/u);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  },
);

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
  ['hidden\u{e0041}\u200b\u2060\u3164 text', 'hidden text'],
  ['clip\u001b]52;c;ZXZpbA==\u0007board', 'clipboard'],
  ['日本語 👩‍👩‍👧 grüße', '日本語 👩‍👩‍👧 grüße'],
  ['half \ud83d of one', 'half \ufffd of one'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('a text becomes one line', () => {
  expect(printableLine('  first\n\n second\r\nthird\tcolumn \n')).toBe('first ⏎ second ⏎ third column');
});

test('every line with text is indented', () => {
  expect(indented('a\n\nb', '  ')).toBe('  a\n\n  b');
});

test.each([' ', '\n', ' \n', '\u009d', '\u001b]', '\u001b', '\u009b'])(
  'a long repetition of %j becomes one line in less than quadratic time',
  sign => {
    const text = `a${sign.repeat(300_000 / sign.length)}é`;
    const before = process.cpuUsage();
    expect(printableLine(text)).toMatch(/^a[\s\S]*é$/u);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  },
);

test.each(['a\u001bb', 'a\nb', 'a\tb', 'a\u202eb', 'a\u200bb', 'a\u{e0041}b', 'a\u009bb'])(
  "%j isn't a readable name",
  name => {
    expect(hasUnseen(name)).toBe(true);
  },
);

test.each(['notes.md', 'Über uns.md', '日本語', 'a b'])('%j is a readable name', name => {
  expect(hasUnseen(name)).toBe(false);
});
