import {expect, test} from 'vitest';
import {createStdinFilter} from '../../../src/tui/terminal/stdin-filter.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const pieces = (...chunks: readonly string[]): readonly string[] => {
  const filter = createStdinFilter();
  return [...chunks.flatMap(chunk => filter.take(chunk).pieces), ...filter.release().pieces];
};

test('letters and keys that come together are taken apart', () => {
  expect(pieces('hi\r')).toEqual(['hi', '\r']);
  expect(pieces('\x1b[Ax\x1b[B')).toEqual(['\x1b[A', 'x', '\x1b[B']);
  expect(pieces('\x7f\x7f\x03')).toEqual(['\x7f', '\x7f', '\x03']);
});

test('mouse and focus reports are taken out', () => {
  expect(pieces('a\x1b[<0;10;5M\x1b[<0;10;5mb\x1b[I\x1b[Oc\x1b[M !!d')).toEqual(['a', 'b', 'c', 'd']);
});

test('the wheel scrolls', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b[<64;1;1M\x1b[<64;1;1M')).toEqual({pieces: [], scroll: -6});
  expect(filter.take('\x1b[<65;1;1M')).toEqual({pieces: [], scroll: 3});
});

test('arrows that come faster than a finger types scroll, slower ones are keys', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b[A\x1b[A\x1b[A')).toEqual({pieces: [], scroll: -3});
  expect(filter.take('\x1bOB\x1bOB\x1bOB\x1bOB')).toEqual({pieces: [], scroll: 4});
  expect(filter.take('\x1b[A\x1b[A')).toEqual({pieces: ['\x1b[A', '\x1b[A'], scroll: 0});
  expect(filter.take('\x1b[A\x1b[B\x1b[A')).toEqual({pieces: ['\x1b[A', '\x1b[B', '\x1b[A'], scroll: 0});
});

test('keys in the encoding of xterm are rewritten into the one that is understood', () => {
  expect(pieces('\x1b[27;2;13~')).toEqual(['\x1b[13;2u']);
  expect(pieces('\x1b[27;5;106~')).toEqual(['\x1b[106;5u']);
});

test('a key whose bytes come in two chunks is one key', () => {
  expect(pieces('\x1b', '[1;5', 'F')).toEqual(['\x1b[1;5F']);
  expect(pieces('\x1b[<64;1', ';1Mx')).toEqual(['x']);
});

test('escape by itself is a key once nothing follows, and two of them are two', () => {
  const filter = createStdinFilter();
  expect(filter.take('\x1b').pieces).toEqual([]);
  expect(filter.holds).toBe(true);
  expect(filter.release().pieces).toEqual(['\x1b[27u']);
  expect(pieces('\x1b\x1b')).toEqual(['\x1b[27u', '\x1b[27u']);
});

test('alt with a key, and escape before an arrow, stay what they are', () => {
  expect(pieces('\x1bb\x1b\r\x1b\x1b[A')).toEqual(['\x1bb', '\x1b\r', '\x1b\x1b[A']);
});

test('nothing between the brackets of a paste is touched', () => {
  const inside = 'a\x1b[A\x1b[A\x1b[A\x1b[<64;1;1M\x1b[I\x1b[27;2;13~\rb';
  expect(pieces(`\x1b[200~${inside}\x1b[201~x`)).toEqual([`\x1b[200~${inside}\x1b[201~`, 'x']);
});

test('a paste is one piece however its bytes are cut', () => {
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

test('several lines at once without brackets are a paste, one line with its Enter is not', () => {
  expect(pieces('one\rtwo\rthree\r')).toEqual(['\x1b[200~one\rtwo\rthree\r\x1b[201~']);
  expect(pieces('one\r')).toEqual(['one', '\r']);
  expect(pieces('\r\r')).toEqual(['\r', '\r']);
});

test('answers of the terminal to questions are taken out, but for the one that Ink waits for', () => {
  expect(pieces('\x1b]11;rgb:0000/0000/0000\x1b\\a')).toEqual(['a']);
  expect(pieces('\x1b[?0u')).toEqual(['\x1b[?0u']);
});
