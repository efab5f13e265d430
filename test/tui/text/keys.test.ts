import {expect, test} from 'vitest';
import {createStdinFilter} from '../../../src/tui/text/keys.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const pieces = (...chunks: readonly string[]): readonly string[] => {
  const filter = createStdinFilter();
  return [...chunks.flatMap(chunk => filter.take(chunk).pieces), ...filter.release().pieces];
};

test('letters and keys that arrive together are separated', () => {
  expect(pieces('hi\r')).toEqual(['hi', '\r']);
  expect(pieces('\x1b[Ax\x1b[B')).toEqual(['\x1b[A', 'x', '\x1b[B']);
  expect(pieces('\x7f\x7f\x03')).toEqual(['\x7f', '\x7f', '\x03']);
});

test('mouse and focus reports are removed', () => {
  expect(pieces('a\x1b[<0;10;5M\x1b[<0;10;5mb\x1b[I\x1b[Oc\x1b[M !!d')).toEqual(['a', 'b', 'c', 'd']);
});

test("the terminal's focus and its background, in any notation, are reported", () => {
  const filter = createStdinFilter();
  const reports = (chunk: string) => filter.take(chunk).reports;
  expect(reports('a\x1b[Ib\x1b[O')).toEqual([
    {kind: 'focus', focus: 'here'},
    {kind: 'focus', focus: 'away'},
  ]);
  const [dark, light] = ['dark', 'light'].map(background => [{kind: 'background', background}]);
  expect(reports('\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\')).toEqual(dark);
  expect(reports('\x1b]11;rgb:ff/fa/e0\x07')).toEqual(light);
  expect([...reports('\x1b]11;rgb:fff'), ...reports('f/ffff/ffff\x07')]).toEqual(light);
  expect(filter.take('\x1b]4;1;rgb:ff/ff/ff\x07x')).toEqual({pieces: ['x'], scroll: 0, reports: []});
});

test('the wheel scrolls', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b[<64;1;1M\x1b[<64;1;1M')).toEqual({pieces: [], scroll: -6, reports: []});
  expect(filter.take('\x1b[<65;1;1M')).toEqual({pieces: [], scroll: 3, reports: []});
});

test('arrows faster than typing scroll, slower ones are keys', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b[A\x1b[A\x1b[A')).toEqual({pieces: [], scroll: -3, reports: []});
  expect(filter.take('\x1bOB\x1bOB\x1bOB\x1bOB')).toEqual({pieces: [], scroll: 4, reports: []});
  expect(filter.take('\x1b[A\x1b[A')).toEqual({pieces: ['\x1b[A', '\x1b[A'], scroll: 0, reports: []});
  expect(filter.take('\x1b[A\x1b[B\x1b[A')).toEqual({pieces: ['\x1b[A', '\x1b[B', '\x1b[A'], scroll: 0, reports: []});
});

test("keys in xterm's encoding are rewritten into the supported one", () => {
  expect(pieces('\x1b[27;2;13~')).toEqual(['\x1b[13;2u']);
  expect(pieces('\x1b[27;5;106~')).toEqual(['\x1b[106;5u']);
});

test('a key whose bytes arrive in two chunks is one key', () => {
  expect(pieces('\x1b', '[1;5', 'F')).toEqual(['\x1b[1;5F']);
  expect(pieces('\x1b[<64;1', ';1Mx')).toEqual(['x']);
});

test('the left button is reported by its cell; other buttons are dropped', () => {
  const filter = createStdinFilter();
  const {pieces, reports} = filter.take('a\x1b[<0;5;3M\x1b[<0;5;3mb\x1b[<2;5;3M\x1b[<35;6;3M');
  expect(pieces).toEqual(['a', 'b']);
  expect(reports).toEqual([
    {kind: 'mouse', pressed: true, x: 4, y: 2},
    {kind: 'mouse', pressed: false, x: 4, y: 2},
  ]);
});

test('Esc alone is a key when nothing follows, and two of them are two', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b').pieces).toEqual([]);
  expect(filter.holds).toBe(true);
  expect(filter.release().pieces).toEqual(['\x1b[27u']);
  expect(pieces('\x1b\x1b')).toEqual(['\x1b[27u', '\x1b[27u']);
});

test('alt with a key, and Esc before an arrow, stay unchanged', () => {
  expect(pieces('\x1bb')).toEqual(['\x1bb']);
  expect(pieces('\x1b\r\x1b\x1b[A')).toEqual(['\x1b\r', '\x1b\x1b[A']);
});

test('alt with a letter that comes together with other input, or in parts, is marked', () => {
  const marked = '\x1b[121;19u';
  expect(pieces('a\x1byb')).toEqual(['a', marked, 'b']);
  expect(pieces('\x1b[121;3ub')).toEqual([marked, 'b']);
  const parts = createStdinFilter();
  expect(parts.take('\x1b').pieces).toEqual([]);
  expect(parts.take('y').pieces).toEqual([marked]);
});

test('nothing between paste brackets is changed', () => {
  const inside = 'a\x1b[A\x1b[A\x1b[A\x1b[<64;1;1M\x1b[I\x1b[27;2;13~\rb';
  expect(pieces(`\x1b[200~${inside}\x1b[201~x`)).toEqual([`\x1b[200~${inside}\x1b[201~`, 'x']);
});

test('a paste is one piece however its bytes are split', () => {
  const paste = `\x1b[200~${'line\r'.repeat(50)}\x1b[201~`;
  const random = seededRandom(3);
  for (let round = 0; round < 50; round += 1) {
    const chunks: string[] = [];
    for (let at = 0; at < paste.length; ) {
      const size = 1 + Math.floor(random() * 40);
      chunks.push(paste.slice(at, at + size));
      at += size;
    }
    expect(pieces(...chunks)).toEqual([paste]);
  }
});

test('several lines together without brackets are a paste, one line with its Enter is not', () => {
  expect(pieces('one\rtwo\rthree\r')).toEqual(['\x1b[200~one\rtwo\rthree\r\x1b[201~']);
  expect(pieces('one\r')).toEqual(['one', '\r']);
  expect(pieces('\r\r')).toEqual(['\r', '\r']);
});

test('terminal replies are removed, except for the one that Ink waits for', () => {
  expect(pieces('\x1b]11;rgb:0000/0000/0000\x1b\\a')).toEqual(['a']);
  expect(pieces('\x1b[?0u')).toEqual(['\x1b[?0u']);
});
