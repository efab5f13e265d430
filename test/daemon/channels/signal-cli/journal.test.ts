import {appendFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {
  followJournal,
  type JournalDeps,
  type JournalLine,
} from '../../../../src/daemon/channels/signal-cli/journal/journal.ts';
import {LOOK_AGAIN_MS} from '../../../../src/shared/time/clock.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';

const home = () => {
  const dir = tempDir();
  const path = join(dir.path, 'journal');
  writeFileSync(path, '');
  const clock = fakeClock();
  const follow = (options: Partial<JournalDeps> = {}) => {
    const taken: JournalLine[] = [];
    const journal = followJournal({path, clock, take: lines => void taken.push(...lines), ...options});
    return {
      journal,
      taken,
      texts: () => taken.map(({line}) => line),
      [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
    };
  };
  return {
    path,
    clock,
    follow,
    append: (text: string | Buffer) => appendFileSync(path, text),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

test('complete lines come in order, with the byte offset of the next line', async () => {
  using place = home();
  place.append('{"a":1}\n{"b":"ü"}\n');
  await using reader = place.follow();
  await reader.journal.drained();
  expect(reader.taken.map(({line, endOffset}) => [line, endOffset])).toEqual([
    ['{"a":1}', 8],
    ['{"b":"ü"}', 19],
  ]);
});

test('half a line waits for its other half, even when the cut is inside a character', async () => {
  using place = home();
  const line = Buffer.from('{"text":"👩🏽‍🚀 a\u2028b\rc"}\n');
  await using reader = place.follow();
  for (const byte of line) {
    expect(reader.texts()).toEqual([]);
    place.append(Buffer.of(byte));
    await reader.journal.drained();
  }
  expect(reader.texts()).toEqual(['{"text":"👩🏽‍🚀 a\u2028b\rc"}']);
});

test('a line is read when it is written, without a timer', async () => {
  using place = home();
  await using reader = place.follow();
  await reader.journal.drained();
  for (const number of [1, 2, 3]) {
    place.append(`${number}\n`);
    await until('the line is read', () => reader.texts().length === number);
  }
  expect(place.clock.fired).toBe(0);
});

test('a line is also read when the socket names it, and at the next tick', async () => {
  using place = home();
  rmSync(place.path);
  await using reader = place.follow();
  await reader.journal.drained();
  // Nothing watches a file that isn't there.
  place.append('one\n');
  await place.clock.advance(LOOK_AGAIN_MS - 1);
  expect(reader.texts()).toEqual([]);
  await place.clock.advance(1);
  await until('the look of the tick', () => reader.texts().length === 1);
  rmSync(place.path);
  await reader.journal.drained();
  place.append('two\n');
  reader.journal.poke();
  await until('the look after the call', () => reader.texts().length === 2);
});

test('a file that replaces the watched one is watched in its place', async () => {
  using place = home();
  await using reader = place.follow();
  await reader.journal.drained();
  writeFileSync(`${place.path}.new`, 'one\n');
  renameSync(`${place.path}.new`, place.path);
  await until('the new file is read', () => reader.texts().length === 1);
  place.append('two\n');
  await until('its next line is read', () => reader.texts().length === 2);
  expect(place.clock.fired).toBe(0);
});

test('a file that cannot be watched is read every second', async () => {
  using place = home();
  const watching = () => ({follow: () => false, stop: () => {}, [Symbol.dispose]: () => {}});
  await using reader = place.follow({watching});
  await reader.journal.drained();
  place.append('one\n');
  await place.clock.advance(999);
  expect(reader.texts()).toEqual([]);
  await place.clock.advance(1);
  await until('the look of the second', () => reader.texts().length === 1);
});

test('reading resumes after the stored position and repeats nothing', async () => {
  using place = home();
  place.append('one\ntwo\nthree\n');
  let position: string | undefined;
  {
    await using reader = place.follow();
    await reader.journal.drained();
    position = reader.taken[1]?.position;
  }
  place.append('four\n');
  await using reader = place.follow({...(position !== undefined && {from: position})});
  await reader.journal.drained();
  expect(reader.texts()).toEqual(['three', 'four']);
});

test("lines that couldn't be stored come again, and the trouble is reported until it ends", async () => {
  using place = home();
  place.append('one\ntwo\n');
  const kept: string[] = [];
  const troubles: (string | undefined)[] = [];
  let full = true;
  await using reader = place.follow({
    take: lines => {
      if (full) throw new Error('the disk is full');
      kept.push(...lines.map(({line}) => line));
    },
    onTrouble: because => troubles.push(because),
  });
  await until('the first try', () => troubles.length === 1);
  full = false;
  place.append('three\n');
  const drained = reader.journal.drained();
  await place.clock.advance(1_000);
  await drained;
  expect(kept).toEqual(['one', 'two', 'three']);
  expect(troubles).toEqual(['the disk is full', undefined]);
});

test('an emptied file is read from its start, even when it has outgrown the old offset', async () => {
  using place = home();
  place.append('one\n');
  await using reader = place.follow();
  await reader.journal.drained();
  const position = reader.taken[0]?.position;
  truncateSync(place.path, 0);
  place.append('a\n');
  await reader.journal.drained();
  expect(reader.texts()).toEqual(['one', 'a']);
  truncateSync(place.path, 0);
  place.append('another\nlonger\n');
  await using later = place.follow({...(position !== undefined && {from: position})});
  await later.journal.drained();
  expect(later.texts()).toEqual(['another', 'longer']);
});

test('a replaced file is read from its start; a missing file is waited for', async () => {
  using place = home();
  place.append('one\n');
  await using reader = place.follow();
  await reader.journal.drained();
  rmSync(place.path);
  await reader.journal.drained();
  writeFileSync(place.path, 'a new file\n');
  await reader.journal.drained();
  expect(reader.texts()).toEqual(['one', 'a new file']);
});

test('emptying reads everything first; lines appended afterwards are read', async () => {
  using place = home();
  await using reader = place.follow();
  await reader.journal.drained();
  place.append('one\ntwo\n');
  await reader.journal.empty();
  expect(reader.texts()).toEqual(['one', 'two']);
  expect(statSync(place.path).size).toBe(0);
  expect(reader.journal.offset).toBe(0);
  place.append('three\n');
  await reader.journal.drained();
  expect(reader.texts()).toEqual(['one', 'two', 'three']);
});

test("a journal closed before all its lines were stored isn't emptied", async () => {
  using place = home();
  place.append('one\n');
  let tries = 0;
  await using reader = place.follow({
    take: () => {
      tries += 1;
      throw new Error('the disk is full');
    },
  });
  const emptied = reader.journal.empty();
  await until('the first try', () => tries > 0);
  await reader.journal[Symbol.asyncDispose]();
  await place.clock.advance(1_000);
  await emptied;
  expect(statSync(place.path).size).toBe(4);
});

test('a long line arrives whole; an overlong line is skipped and logged, and reading continues', async () => {
  using place = home();
  const skipped: string[] = [];
  const long = 'x'.repeat(700_000);
  place.append(`first\n${long}\n${'y'.repeat(1_200_000)}\nlast\n`);
  await using reader = place.follow({longestLine: 1_000_000, onSkipped: sentence => skipped.push(sentence)});
  await reader.journal.drained();
  expect(reader.texts()).toEqual(['first', long, 'last']);
  expect(skipped).toEqual([expect.stringContaining('A line of 1200001 bytes at 700007 in')]);
});

test('20,000 waiting lines arrive once each, in a few batches', async () => {
  using place = home();
  const lines = Array.from({length: 20_000}, (_, number) => JSON.stringify({number, text: 'mañana'}));
  place.append(`${lines.join('\n')}\n\n`);
  let batches = 0;
  const taken: string[] = [];
  await using reader = place.follow({
    take: async batch => {
      batches += 1;
      await Promise.resolve();
      taken.push(...batch.map(({line}) => line));
    },
  });
  await reader.journal.drained();
  expect(taken).toEqual(lines);
  expect(batches).toBeLessThan(10);
});

test('a closed journal reads nothing more', async () => {
  using place = home();
  const reader = place.follow();
  await reader.journal[Symbol.asyncDispose]();
  place.append('one\n');
  reader.journal.poke();
  await place.clock.advance(5_000);
  expect(reader.texts()).toEqual([]);
  expect(place.clock.timers).toBe(0);
});
