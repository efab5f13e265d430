import {expect, test} from 'vitest';
import {createLineReader, type LineFault} from '../../../src/ipc/wire/lines.ts';
import {workedMs} from '../../support/own-time.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const readAll = (chunks: readonly Buffer[], cap = 1_000) => {
  const heard: (string | {readonly fault: LineFault})[] = [];
  const reader = createLineReader({cap, onLine: line => heard.push(line), onFault: fault => heard.push({fault})});
  for (const chunk of chunks) reader.push(chunk);
  return heard;
};

const cutAt = (bytes: Buffer, random: () => number): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = 1 + Math.floor(random() * (random() < 0.5 ? 3 : 40));
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
};

test('lines are the same however the bytes are split into chunks', () => {
  const random = seededRandom(1);
  const alphabet = ['a', 'é', '€', '🦆', '\u2028', '\u2029', '\r', '\0', '"', '{', '\uFFFD', '\u0085', '\v', '\f', ''];
  for (let round = 0; round < 300; round += 1) {
    const lines = Array.from({length: Math.floor(random() * 8)}, () =>
      Array.from({length: Math.floor(random() * 20)}, () => alphabet[Math.floor(random() * alphabet.length)]).join(''),
    );
    const bytes = Buffer.from(lines.map(line => `${line}\n`).join(''));
    expect(readAll(cutAt(bytes, random))).toEqual(lines);
  }
});

test('a line ends at LF only: CR, NUL, U+2028 and U+2029 are content', () => {
  expect(readAll([Buffer.from('a\rb\u2028c\u2029d\0e\r\n')])).toEqual(['a\rb\u2028c\u2029d\0e\r']);
});

test("an empty line is a line, and an unfinished one isn't", () => {
  expect(readAll([Buffer.from('\n\nhalf')])).toEqual(['', '']);
});

test('a line of exactly the limit is accepted, and one byte more breaks the framing for good', () => {
  expect(readAll([Buffer.from(`${'x'.repeat(10)}\n`)], 10)).toEqual(['x'.repeat(10)]);
  expect(readAll([Buffer.from(`ok\n${'x'.repeat(11)}\nafter\n`), Buffer.from('later\n')], 10)).toEqual([
    'ok',
    {fault: 'too-long'},
  ]);
});

test('the limit counts bytes, and applies before the line has ended', () => {
  expect(readAll([Buffer.from('€€€')], 8)).toEqual([{fault: 'too-long'}]);
  expect(readAll([Buffer.from('xxxx'), Buffer.from('xxxx'), Buffer.from('x')], 8)).toEqual([{fault: 'too-long'}]);
});

test('invalid UTF-8 affects only its line, and a real U+FFFD is valid', () => {
  const bad = Buffer.concat([Buffer.from('a'), Buffer.from([0xc3, 0x28]), Buffer.from('\nb\uFFFD\n')]);
  expect(readAll([bad])).toEqual([{fault: 'not-utf8'}, 'b\uFFFD']);
});

test('a paused reader keeps its lines, even when paused in the middle of a chunk', () => {
  const heard: string[] = [];
  const reader = createLineReader({
    cap: 100,
    onLine: line => {
      heard.push(line);
      if (line === 'stop') reader.pause();
    },
    onFault: fault => heard.push(fault),
  });
  reader.push(Buffer.from('a\nstop\nb\nstop\nc'));
  reader.push(Buffer.from('d\n'));
  expect(heard).toEqual(['a', 'stop']);
  reader.resume();
  expect(heard).toEqual(['a', 'stop', 'b', 'stop']);
  reader.resume();
  expect(heard).toEqual(['a', 'stop', 'b', 'stop', 'cd']);
});

test('resuming inside a line handler neither repeats nor reorders, for any number of lines', () => {
  const heard: string[] = [];
  const reader = createLineReader({
    cap: 100,
    onLine: line => {
      heard.push(line);
      reader.pause();
      reader.resume();
    },
    onFault: fault => heard.push(fault),
  });
  const lines = Array.from({length: 50_000}, (_, index) => String(index));
  reader.push(Buffer.from(lines.map(line => `${line}\n`).join('')));
  expect(heard).toEqual(lines);
});

test('a callback that throws loses only its own line', () => {
  const heard: string[] = [];
  const reader = createLineReader({
    cap: 100,
    onLine: line => {
      if (line === 'bug') throw new Error('a bug of the listener');
      heard.push(line);
    },
    onFault: fault => heard.push(fault),
  });
  expect(() => reader.push(Buffer.from('a\nbug\nb\n'))).toThrow('a bug of the listener');
  reader.push(Buffer.from('c\n'));
  expect(heard).toEqual(['a', 'b', 'c']);
});

test('a long line in tiny pieces takes linear time', () => {
  const timeFor = (length: number): number => {
    const piece = Buffer.from('xxxx');
    const start = workedMs();
    let heard = 0;
    const reader = createLineReader({cap: length, onLine: line => (heard = line.length), onFault: () => {}});
    for (let at = 0; at < length; at += piece.length) reader.push(piece);
    reader.push(Buffer.from('\n'));
    expect(heard).toBe(length);
    return workedMs() - start;
  };
  timeFor(100_000);
  const short = Math.min(timeFor(200_000), timeFor(200_000));
  // Quadratic work would take 256 times as long; the limit allows for a busy machine.
  expect(timeFor(3_200_000)).toBeLessThan(Math.max(short, 1) * 100);
});
