import {appendFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createTail, logLine} from '../../../../src/tui/cli/admin/logs.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {commandWorld} from '../command-world.ts';

test('a tail gives whole lines once, as they are appended', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  const tail = createTail(path);
  expect(tail.more()).toEqual([]);
  writeFileSync(path, 'one\ntw');
  expect(tail.more()).toEqual(['one']);
  appendFileSync(path, 'o\nthree\n');
  expect(tail.more()).toEqual(['two', 'three']);
  expect(tail.more()).toEqual([]);
});

test('a log that was moved aside is read to its end, and the new one from its start', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  writeFileSync(path, 'one\n');
  const tail = createTail(path);
  tail.more();
  appendFileSync(path, 'last\n');
  renameSync(path, `${path}.1`);
  writeFileSync(path, 'first\n');
  expect(tail.more()).toEqual(['last', 'first']);
});

test('a log that was cut short is read from its start', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  writeFileSync(path, 'a long line\n');
  const tail = createTail(path);
  tail.more();
  writeFileSync(path, 'new\n');
  expect(tail.more()).toEqual(['new']);
});

test.each([
  [
    '{"level":"warn","time":"2026-11-21T11:00:05.000Z","pid":7,"reminder":"rem_1","msg":"a reminder fires late"}',
    '11:00:05 warn   a reminder fires late  {"reminder":"rem_1"}',
  ],
  ['no JSON \u001b[2Jat all', 'no JSON at all'],
])('the line %s is shown as %s', async (line, shown) => {
  const {world} = await commandWorld();
  expect(logLine(world, line)).toBe(shown);
});
